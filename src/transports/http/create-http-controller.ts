import type { InjectionToken, Type } from '@nestjs/common';
import {
  Controller,
  Delete,
  Get,
  Head,
  HttpCode,
  Inject,
  Next,
  Options,
  Patch,
  Post,
  Put,
  Req,
  Res,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { dressController } from './dress-controller.js';
import type { HttpEndpoint } from './http-endpoint.js';
import type { HttpOptions } from './http-options.interface.js';

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
export function createHttpController(options: HttpOptions, tokens: ControllerTokens): Type<object> {
  const { path = 'mcp' } = options;

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

  return dressController(McpHttpController, options, tokens.guard);
}
