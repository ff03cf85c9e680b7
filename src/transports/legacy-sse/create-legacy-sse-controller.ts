import type { InjectionToken, Type } from '@nestjs/common';
import {
  Controller,
  Get,
  Head,
  Inject,
  Next,
  Post,
  Req,
  Res,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { dressController } from '../http/dress-controller.js';
import type { HttpOptions, LegacySseOptions } from '../http/http-options.interface.js';
import type { LegacySseEndpoint } from './legacy-sse-endpoint.js';

/** Where the controller finds the parts of its server. */
export interface LegacySseTokens {
  readonly endpoint: InjectionToken;
  readonly guard: InjectionToken;
}

/**
 * The Nest controller of one server's HTTP+SSE transport: real routes like the endpoint's, with its
 * guards and decorators. Its methods return at once, so a timeout interceptor does not end streams.
 */
export function createLegacySseController(
  http: HttpOptions,
  { path, messagesPath }: Required<LegacySseOptions>,
  tokens: LegacySseTokens,
): Type<object> {
  @Controller({ version: VERSION_NEUTRAL })
  class McpLegacySseController {
    constructor(@Inject(tokens.endpoint) private readonly endpoint: LegacySseEndpoint) {}

    // Declared before GET: either framework serves HEAD by a GET route otherwise, and opens a stream.
    @Head(path)
    head(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.refuseHead({ request, response, next });
    }

    @Get(path)
    get(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.open({ request, response, next });
    }

    @Post(messagesPath)
    post(@Req() request: object, @Res() response: object, @Next() next: unknown): void {
      this.endpoint.post({ request, response, next });
    }
  }

  return dressController(McpLegacySseController, http, tokens.guard);
}
