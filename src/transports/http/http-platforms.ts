import type { HttpServer } from '@nestjs/common';
import type { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import type { BodyInbox } from './body-inbox.js';
import { createEndpointMatcher } from './endpoint-matcher.js';
import { endpointPaths } from './endpoint-paths.js';
import { expressPlatform } from './express.platform.js';
import { fastifyPlatform } from './fastify.platform.js';
import { onHttpAdapter } from './on-http-adapter.js';
import type { HttpOptions } from './http-options.interface.js';
import type { EndpointMatcher, HttpPlatform } from './http-platform.interface.js';

/** Finds out which web framework the application runs on, and prepares it for the endpoints. */
export class HttpPlatforms {
  constructor(
    private readonly host: HttpAdapterHost,
    config: ApplicationConfig,
    inbox: BodyInbox,
    http: HttpOptions | false,
    modulePath: () => string,
  ) {
    if (http === false) return;
    const matchers = endpointPaths(http).map((path) =>
      createEndpointMatcher(path, config, modulePath),
    );
    const isEndpoint: EndpointMatcher = (url) => matchers.some((matches) => matches(url));
    onHttpAdapter(host, (adapter) => platformOf(adapter).prepare(adapter, isEndpoint, inbox));
  }

  /** The framework that handed us a request. */
  get current(): HttpPlatform {
    return platformOf(this.host.httpAdapter);
  }
}

const platformOf = (adapter: HttpServer): HttpPlatform =>
  adapter.getType?.() === 'fastify' ? fastifyPlatform : expressPlatform;
