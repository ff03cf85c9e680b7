import type { CanActivate, ModuleMetadata } from '@nestjs/common';
import { Controller, Get, Inject, Injectable, Scope, UseGuards } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

interface HttpRequest {
  readonly headers: Readonly<Record<string, string>>;
}

class Remembering {
  private calls = 0;

  constructor(@Inject(REQUEST) private readonly request: HttpRequest) {}

  @McpTool()
  count(): string {
    this.calls += 1;
    return `${this.request.headers['x-tenant']} ${this.calls}`;
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedProvider extends Remembering {}

@Injectable({ scope: Scope.TRANSIENT })
class TransientProvider {
  private calls = 0;

  @McpTool()
  count(): string {
    this.calls += 1;
    return `acme ${this.calls}`;
  }
}

@Controller({ path: 'counter', scope: Scope.REQUEST })
class ScopedController extends Remembering {
  @Get()
  route(): string {
    return this.count();
  }
}

/** Leaves on the request what the tool, made in the same context, must see. */
@Injectable({ scope: Scope.REQUEST })
class Marker {
  mark = 'unmarked';
}

@Injectable()
class MarkingGuard implements CanActivate {
  constructor(private readonly marker: Marker) {}

  canActivate(): boolean {
    this.marker.mark = 'acme 1';
    return true;
  }
}

@Injectable()
class MarkedProvider {
  constructor(private readonly marker: Marker) {}

  @McpTool()
  @UseGuards(MarkingGuard)
  count(): string {
    return this.marker.mark;
  }
}

const HOSTS: readonly (ModuleMetadata & { readonly host: string })[] = [
  { host: 'a request-scoped provider', providers: [ScopedProvider] },
  { host: 'a transient provider', providers: [TransientProvider] },
  { host: 'a request-scoped controller', controllers: [ScopedController] },
  {
    host: 'a request-scoped class under a token',
    providers: [{ provide: 'COUNTER', useClass: Remembering, scope: Scope.REQUEST }],
  },
  {
    host: 'the result of a request-scoped factory',
    providers: [
      {
        provide: Remembering,
        useFactory: (request: HttpRequest) => new Remembering(request),
        inject: [REQUEST],
        scope: Scope.REQUEST,
      },
    ],
  },
  {
    host: 'a provider that shares a scoped one with its guard',
    providers: [Marker, MarkedProvider],
  },
];

const TABLE = PLATFORMS.flatMap((platform) => HOSTS.map((host) => ({ ...platform, ...host })));

describe.each(TABLE)('$host on $platform', (row) => {
  it.each(ERAS)('is made for each call of %s', async (protocolVersion) => {
    const { providers = [], controllers = [] } = row;
    const app = await bootApp(row, { providers, controllers });
    const client = await McpTestClient.overHttp(app, {
      protocolVersion,
      headers: { 'x-tenant': 'acme' },
    });

    const results = [await client.callTool('count'), await client.callTool('count')];
    await app.close();

    expect(results.map(resultText)).toEqual(['acme 1', 'acme 1']);
  });
});
