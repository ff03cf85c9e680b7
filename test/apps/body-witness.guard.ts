import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';

interface BodyRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly rawBody?: Buffer;
}

/** Notes the bodies a guard gets to see, as one that checks signatures does. */
@Injectable()
export class BodyWitnessGuard implements CanActivate {
  readonly seen: { type: string | undefined; body: unknown; raw: string | undefined }[] = [];

  canActivate(context: ExecutionContext): boolean {
    const { headers, body, rawBody } = context.switchToHttp().getRequest<BodyRequest>();
    this.seen.push({ type: headers['content-type'], body, raw: rawBody?.toString() });
    return true;
  }
}
