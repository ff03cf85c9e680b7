import type { CanActivate, ExecutionContext, InjectionToken, Type } from '@nestjs/common';
import { Inject, Injectable, UseGuards } from '@nestjs/common';
import type { EndpointGuard } from './endpoint.guard.js';
import type { HttpOptions } from './http-options.interface.js';

/** Read by @nestjs/swagger: a JSON-RPC endpoint has no place in an OpenAPI document. */
const SWAGGER_EXCLUDE = 'swagger/apiExcludeController';

/** Gives a controller what the options say about every one of a server: guards and decorators. */
export function dressController(
  controller: Type<object>,
  { decorators = [], guards = [] }: HttpOptions,
  guardToken: InjectionToken,
): Type<object> {
  /** Nest binds guards by class, and this one is provided under a token of its server. */
  @Injectable()
  class ThisEndpointGuard implements CanActivate {
    constructor(@Inject(guardToken) private readonly guard: EndpointGuard) {}

    canActivate(context: ExecutionContext): Promise<boolean> {
      return this.guard.canActivate(context);
    }
  }

  Reflect.defineMetadata(SWAGGER_EXCLUDE, [true], controller);
  if (guards.length > 0) UseGuards(ThisEndpointGuard)(controller);
  for (const decorate of decorators) decorate(controller);
  return controller;
}
