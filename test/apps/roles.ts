import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { McpPrompt, McpResource, McpTool } from 'nest-mcp';

/** Who may call a method, or a whole class. */
export const Roles = (...roles: string[]) => SetMetadata('roles', roles);

/** Lets a class or method past {@link RolesGuard} without a role. */
export const Public = () => SetMetadata('isPublic', true);

/** What a guard saw of one method. */
export interface SeenHandler {
  readonly method: object;
  readonly classRef: object;
  readonly methodRoles: unknown;
  readonly classRoles: unknown;
}

/** The guard of an application that also has queues and websockets, which it leaves alone. */
@Injectable()
export class RolesGuard implements CanActivate {
  readonly seen: SeenHandler[] = [];

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const targets = [context.getHandler(), context.getClass()];
    this.seen.push({
      method: context.getHandler(),
      classRef: context.getClass(),
      methodRoles: this.reflector.get<unknown>('roles', context.getHandler()),
      classRoles: this.reflector.get<unknown>('roles', context.getClass()),
    });
    const required = this.reflector.getAllAndOverride<string[] | undefined>('roles', targets);
    if (required === undefined) return true;
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return required.includes(headers['x-role'] ?? '');
  }
}

/** Refuses everything that is not marked {@link Public}. */
@Injectable()
export class DenyUnlessPublicGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>('isPublic', targets) === true;
  }
}

/** Refunds are for administrators, the rest is for staff. */
@Injectable()
@Roles('staff')
export class Till {
  /** What ran, by method. */
  readonly ran: string[] = [];

  @McpTool()
  @Roles('admin')
  refundEverything(): string {
    this.ran.push('refundEverything');
    return 'refunded';
  }

  @McpTool()
  countMoney(): string {
    this.ran.push('countMoney');
    return '12 coins';
  }

  @McpResource({ uri: 'till://balance' })
  @Roles('admin')
  balance(): string {
    this.ran.push('balance');
    return '12 coins';
  }

  @McpPrompt()
  @Roles('admin')
  explainBalance(): string {
    this.ran.push('explainBalance');
    return 'why 12 coins?';
  }

  @McpTool()
  @Public()
  openingHours(): string {
    this.ran.push('openingHours');
    return '9 to 5';
  }
}
