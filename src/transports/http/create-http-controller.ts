import type { CanActivate, ExecutionContext, InjectionToken, Type } from '@nestjs/common';
import {
  Controller,
  Delete,
  Get,
  Head,
  HttpCode,
  Inject,
  Injectable,
  Next,
  Options,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { EndpointGuard } from './endpoint.guard.js';
import type { HttpEndpoint } from './http-endpoint.js';
import type { HttpOptions } from './http-options.interface.js';

/** Read by @nestjs/swagger: a JSON-RPC endpoint has no place in an OpenAPI document. */
const SWAGGER_EXCLUDE = 'swagger/apiExcludeController';

/** Where the controller finds the parts of its server. */
export interface ControllerTokens {
  readonly endpoint: InjectionToken;
  readonly guard: InjectionToken;
}

/**
 * The Nest controller of one server's endpoint: a real route, so that global prefix, guards, CORS and
 * middleware apply. Its methods return as soon as the endpoint owns the response, so a timeout
 * interceptor does not end streams.
 */
export function createHttpController(
  { path = 'mcp', decorators = [], guards = [] }: HttpOptions,
  tokens: ControllerTokens,
): Type<object> {
  /** Nest binds guards by class, and this one is provided under a token of its server. */
  @Injectable()
  class ThisEndpointGuard implements CanActivate {
    constructor(@Inject(tokens.guard) private readonly guard: EndpointGuard) {}

    canActivate(context: ExecutionContext): Promise<boolean> {
      return this.guard.canActivate(context);
    }
  }

  @Controller({ path, version: VERSION_NEUTRAL })
  class McpHttpController {
    constructor(@Inject(tokens.endpoint) private readonly endpoint: HttpEndpoint) {}

    // Declared before GET: either framework serves HEAD by a GET route otherwise, and opens a stream.
    @Head()
    head(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.refuseMethod({ request, response, next });
    }

    @Put()
    put(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.refuseMethod({ request, response, next });
    }

    @Patch()
    patch(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.refuseMethod({ request, response, next });
    }

    @Options()
    options(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.options({ request, response, next });
    }

    @Post()
    @HttpCode(200)
    post(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.post({ request, response, next });
    }

    @Get()
    get(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.get({ request, response, next });
    }

    @Delete()
    delete(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.delete({ request, response, next });
    }
  }

  Reflect.defineMetadata(SWAGGER_EXCLUDE, [true], McpHttpController);
  if (guards.length > 0) UseGuards(ThisEndpointGuard)(McpHttpController);
  for (const decorate of decorators) decorate(McpHttpController);
  return McpHttpController;
}
