import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import { ask, deny, McpCompletion, McpHeader, type McpHooks, McpTool } from 'nest-mcp';
import type { Authorizer, Decision, McpModuleOptions } from 'nest-mcp';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { WireClient } from '../../support/wire-client.js';
import { legacyRequest, modernRequest } from '../../support/wire-messages.js';

class RegionDto {
  @IsString()
  @McpHeader('Region')
  region!: string;
}

@Injectable()
class Vault {
  opened = 0;

  @McpTool({ annotations: { readOnlyHint: true } })
  vault({ region }: RegionDto): string {
    this.opened++;
    return region;
  }

  @McpCompletion({ tool: 'vault', argument: 'region' })
  regions(): string[] {
    return ['eu'];
  }

  @McpTool()
  hall(): string {
    return 'empty';
  }
}

const withoutVault: McpHooks = {
  serverTools: (tools) => tools.filter(({ name }) => name !== 'vault'),
};

/** Decides the same for what is withheld and what is not there, if it cannot see which is which. */
const policyOf = (decide: () => Decision): Authorizer => ({
  authorize: ({ tool }) => (tool === undefined ? decide() : deny('seen')),
});

/** A request of a tool that does not say which of the two. */
type Ask = (name: string) => { readonly method: string; readonly params: Record<string, unknown> };

const ASKS: readonly (readonly [string, Ask])[] = [
  ['called', (name) => ({ method: 'tools/call', params: { name, arguments: { region: 'eu' } } })],
  ['called with what does not fit', (name) => ({ method: 'tools/call', params: { name } })],
  [
    'completed',
    (name) => ({
      method: 'completion/complete',
      params: { ref: { type: 'ref/tool', name }, argument: { name: 'region', value: '' } },
    }),
  ],
];

const RULES: readonly (readonly [string, Partial<McpModuleOptions>])[] = [
  ['without a policy', {}],
  ['under a policy that denies what it does not know', { authorizer: policyOf(() => deny('no')) }],
  ['under a policy that asks', { authorizer: policyOf(() => ask('Go on?')) }],
  ['with words for unknown tools', { unknownToolReply: (name) => `What is ${name}?` }],
];

describe.each(PLATFORMS)('a tool that is withheld, on $platform', ({ createAdapter }) => {
  let app: INestApplication | undefined;

  afterEach(() => app?.close());

  describe.each(ERAS)('in %s', (version) => {
    describe.each(RULES)('%s', (_rule, options) => {
      const open = async () => {
        const mcp = { ...options, hooks: withoutVault };
        app = await bootApp({ createAdapter }, { providers: [Vault] }, { mcp });
        const client = new WireClient(app);
        const session = version === '2025-11-25' ? await client.openSession() : undefined;
        return async (request: Ask, name: string) => {
          const { method, params } = request(name);
          const modern = modernRequest(method, params);
          const { status, headers, text } = session
            ? await client.post(legacyRequest(method, params), session)
            : await client.post(modern.body, modern.headers);
          return { status, type: headers['content-type'], text: text.replaceAll(name, 'NAME') };
        };
      };

      it.each(ASKS)('looks like one that never was when it is %s', async (_how, request) => {
        const send = await open();

        expect(await send(request, 'vault')).toEqual(await send(request, 'cellar'));
        expect(app?.get(Vault).opened).toBe(0);
      });
    });
  });
});
