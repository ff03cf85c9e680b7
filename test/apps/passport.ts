import type { CanActivate, ExecutionContext } from '@nestjs/common';
import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { McpContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { ExtractJwt, Strategy } from 'passport-jwt';

export const SECRET = 'a secret of tests, long enough for any algorithm';

const IS_PUBLIC_KEY = 'isPublic';
export const Public = () => SetMetadata(IS_PUBLIC_KEY, true);

export interface Payload {
  readonly sub: string;
  readonly roles: readonly string[];
}

interface User {
  readonly id: string;
  readonly roles: readonly string[];
  readonly via: string;
}

/** What passport puts on a request. */
interface PassportRequest {
  readonly user?: User;
  isAuthenticated(): boolean;
}

export const Roles = Reflector.createDecorator<string[]>();

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      ignoreExpiration: false,
      secretOrKey: SECRET,
    });
  }

  validate({ sub, roles }: Payload): User {
    return { id: sub, roles, via: 'bearer' };
  }
}

/** A second strategy beside the first, for machines that send their token in a header of their own. */
@Injectable()
export class MachineStrategy extends PassportStrategy(Strategy, 'machine') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromHeader('x-machine-token'), secretOrKey: SECRET });
  }

  validate({ sub, roles }: Payload): User {
    return { id: sub, roles, via: 'machine' };
  }
}

@Injectable()
export class JwtAuthGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override canActivate(context: ExecutionContext) {
    const isPublic = this.reflector.getAllAndOverride<boolean>(IS_PUBLIC_KEY, [
      context.getHandler(),
      context.getClass(),
    ]);
    return isPublic ? true : super.canActivate(context);
  }

  override handleRequest<TUser = User>(err: Error | null, user: TUser | false): TUser {
    if (err !== null || user === false) throw err ?? new UnauthorizedException('no valid token');
    return user;
  }
}

/** Knows two strategies, and logs its user in for code that asks `request.isAuthenticated()`. */
@Injectable()
export class MemberGuard extends AuthGuard(['jwt', 'machine']) {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const isAllowed = await (super.canActivate(context) as Promise<boolean>);
    await super.logIn(context.switchToHttp().getRequest());
    return isAllowed;
  }
}

/** Bound after the guard that authenticates. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const roles = this.reflector.getAllAndOverride(Roles, targets);
    if (roles === undefined) return true;
    const { user } = context.switchToHttp().getRequest<{ user?: User }>();
    return roles.some((role) => user?.roles.includes(role));
  }
}

const CurrentUser = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<{ user?: User }>().user,
);

/** What a method learns of its caller, by the request, the context and a parameter decorator. */
const told = (ctx: McpContext, user: User | undefined) => {
  const request = ctx.request as PassportRequest;
  const isLoggedIn = request.isAuthenticated();
  return { principal: ctx.principal, ofRequest: request.user, user, isLoggedIn };
};

@Injectable()
export class Profiles {
  @McpTool()
  profile(ctx: McpContext, @CurrentUser() user: User): object {
    return told(ctx, user);
  }

  @McpTool()
  @Roles(['admin'])
  closeAccount(): string {
    return 'closed';
  }

  @McpResource({ uri: 'profiles://mine' })
  mine(@CurrentUser() user: User): string {
    return user.id;
  }
}

/** What has a guard of its own in place of the global one. */
@Injectable()
@Public()
@UseGuards(MemberGuard)
export class Members {
  @McpTool()
  member(ctx: McpContext, @CurrentUser() user: User): object {
    return told(ctx, user);
  }

  @McpTool()
  @UseGuards(RolesGuard)
  @Roles(['admin'])
  expel(): string {
    return 'expelled';
  }

  @McpResource({ uri: 'members://list' })
  list(): string {
    return 'ada';
  }

  @McpPrompt()
  greeting(): string {
    return 'hello';
  }
}

@Injectable()
export class Visitors {
  @McpTool()
  @Public()
  openingHours(): string {
    return '9 to 5';
  }
}
