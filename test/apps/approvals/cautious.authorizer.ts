import { Injectable } from '@nestjs/common';
import type { Authorizer, Decision, ToolAuthorization } from 'nest-mcp';
import { allow, ask } from 'nest-mcp';

/** Has a person agree to everything that does more than read. */
@Injectable()
export class CautiousAuthorizer implements Authorizer {
  authorize({ name, tool }: ToolAuthorization): Decision {
    return tool?.annotations?.readOnlyHint ? allow() : ask(`May ${name} be run?`);
  }

  authorizeRead(): Decision {
    return allow();
  }
}
