import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';

interface SignedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: unknown;
}

/** Signs a request in as whoever its `x-user` header names, as JSON; refuses `x-user: "banned"`. */
@Injectable()
export class HeaderUserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SignedRequest>();
    const header = request.headers['x-user'];
    if (header !== undefined) request.user = JSON.parse(header) as unknown;
    return request.user !== 'banned';
  }
}

/** The header that signs a request in. */
export const asUser = (user: unknown): Record<string, string> => ({
  'x-user': JSON.stringify(user),
});
