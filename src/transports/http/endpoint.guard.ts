import type { CanActivate, ExecutionContext, OnModuleInit, Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { resolveOptionClass } from '../../authorization/resolve-option-class.js';

/**
 * Runs the guards of the `http.guards` option. Bound to the controller directly, their classes would
 * be made inside our module, where the application's providers cannot be injected.
 */
export class EndpointGuard implements CanActivate, OnModuleInit {
  private guards: readonly CanActivate[] = [];

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly given: readonly (Type<CanActivate> | CanActivate)[],
  ) {}

  /** @throws McpConfigurationError for a class no module provides, or one that is request-scoped */
  onModuleInit(): void {
    this.guards = this.given.map((guard) =>
      typeof guard === 'function'
        ? resolveOptionClass(this.moduleRef, guard, 'http.guards')
        : guard,
    );
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    for (const guard of this.guards) {
      const decision = guard.canActivate(context);
      const allowed = await (isObservable(decision) ? lastValueFrom(decision) : decision);
      if (!allowed) return false;
    }
    return true;
  }
}
