import { Injectable } from '@nestjs/common';
import { allow, ask, type Authorizer, type Decision, type ToolAuthorization } from 'nest-mcp';

/** Everyone may look and buy; whatever cannot be undone needs a person's word. */
@Injectable()
export class ShopAuthorizer implements Authorizer {
  authorize({ name, tool }: ToolAuthorization): Decision {
    return tool?.annotations?.destructiveHint ? ask(`Let the assistant run ${name}?`) : allow();
  }

  authorizeRead(): Decision {
    return allow();
  }
}
