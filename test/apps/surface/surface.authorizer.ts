import { Injectable } from '@nestjs/common';
import type { Authorizer, Decision, ReadAuthorization, ToolAuthorization } from 'nest-mcp';
import { allow, ask, deny } from 'nest-mcp';

/** Hides some tools, refuses some for the hints they give, and keeps one resource private. */
@Injectable()
export class SurfaceAuthorizer implements Authorizer {
  authorize({ name, tool }: ToolAuthorization): Decision {
    if (name.startsWith('hidden_')) return deny('not yours');
    if (name.startsWith('hinted')) return deny(JSON.stringify(tool?.annotations));
    return tool?.annotations?.destructiveHint ? ask(`Run ${name}?`) : allow();
  }

  authorizeRead({ params }: ReadAuthorization): Decision {
    return params.uri === 'surface://private' ? deny('not yours') : allow();
  }
}
