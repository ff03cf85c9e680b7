import type { INestApplication } from '@nestjs/common';
import type { McpHooks } from 'nest-mcp';
import { McpRegistry, McpSessions } from 'nest-mcp';
import { asUser, HeaderUserGuard } from '../../apps/header-user.guard.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { RUNTIME_KINDS } from '../../support/runtime-kinds.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { legacyRequest, modernRequest } from '../../support/wire-messages.js';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Each client says in a header how long its pages are to be. */
const hooks: McpHooks = {
  onInit: (_client, ctx) => {
    const { headers } = ctx.request as { headers: Record<string, string | undefined> };
    if (headers['x-page'] !== undefined) ctx.setPageSize(Number(headers['x-page']));
  },
};

type Headers = Record<string, string>;
type Asked = { readonly method: string; readonly cursor?: string; readonly headers?: Headers };

describe.each(PLATFORMS)('pages over HTTP, on $platform,', ({ createAdapter }) => {
  let app: INestApplication;

  beforeEach(async () => {
    app = await bootApp(
      { createAdapter },
      {},
      { mcp: { hooks }, configure: (created) => created.useGlobalGuards(new HeaderUserGuard()) },
    );
    for (const kind of RUNTIME_KINDS) await kind.register(app.get(McpRegistry), NAMES);
  });

  afterEach(() => app.close());

  describe.each(ERAS)('in %s,', (version) => {
    /** A client that keeps its headers, with a session where the era has them. */
    const connect = async (headers: Headers) => {
      const client = new WireClient(app);
      const isLegacy = version === '2025-11-25';
      const session = isLegacy ? await client.openSession(headers) : headers;
      const ask = async ({ method, cursor, headers: more }: Asked) => {
        const params = cursor === undefined ? {} : { cursor };
        const modern = modernRequest(method, params);
        const answer = isLegacy
          ? await client.post(legacyRequest(method, params), { ...session, ...more })
          : await client.post(modern.body, { ...session, ...modern.headers, ...more });
        return outcome(answer).body;
      };
      return { ask, session };
    };
    const page = (pageSize: number, user?: string): Headers => ({
      'x-page': String(pageSize),
      ...(user !== undefined && asUser({ sub: user })),
    });

    it.each(NAMES.map((_name, index) => index + 1))(
      'of %i entries by ctx.setPageSize() are the whole list together, of every list',
      async (size) => {
        const { ask } = await connect(page(size));
        for (const { method, list } of RUNTIME_KINDS) {
          const pages: unknown[][] = [];
          let cursor: string | undefined;
          do {
            const { result } = await ask({ method, cursor });
            pages.push((result[list] as { name: string }[]).map(({ name }) => name));
            cursor = result.nextCursor;
          } while (cursor !== undefined);

          expect(pages.flat()).toEqual(NAMES);
          expect(pages.map(({ length }) => length)).toEqual([
            ...Array<number>(Math.ceil(NAMES.length / size) - 1).fill(size),
            NAMES.length % size || size,
          ]);
        }
      },
    );

    it('are of one size for each client', async () => {
      const [few, many] = [await connect(page(2)), await connect(page(5))];
      const sizes: number[] = [];
      for (const { ask } of [few, many, few, many]) {
        sizes.push((await ask({ method: 'tools/list' })).result.tools.length);
      }

      expect(sizes).toEqual([2, 5, 2, 5]);
    });

    it('go on where the page before ended, though its size was another', async () => {
      const few = await connect(page(2));
      const { nextCursor: cursor } = (await few.ask({ method: 'tools/list' })).result;
      const many = await connect(page(4));
      const { tools } = (await many.ask({ method: 'tools/list', cursor })).result;

      expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(['c', 'd', 'e', 'f']);
    });

    it('do not go on with the cursor of another list, or of another principal', async () => {
      const ann = await connect(page(2, 'ann'));
      const bob = await connect(page(2, 'bob'));
      const nobody = await connect(page(2));
      const { nextCursor: cursor } = (await ann.ask({ method: 'tools/list' })).result;
      const refused = [
        await ann.ask({ method: 'prompts/list', cursor }),
        await bob.ask({ method: 'tools/list', cursor }),
        await nobody.ask({ method: 'tools/list', cursor }),
        await ann.ask({ method: 'tools/list', cursor: `${cursor}x` }),
      ];

      expect(refused.map(({ error }) => error?.code)).toEqual(Array(4).fill(-32602));
      expect((await ann.ask({ method: 'tools/list', cursor })).result.tools).toHaveLength(2);
    });
  });

  it('have what only the session is offered in its place', async () => {
    const client = new WireClient(app);
    const session = await client.openSession({ 'x-page': '3' });
    const id = String(session['mcp-session-id']);
    const own = { name: 'bb', handler: () => '' };
    await app.get(McpSessions).get(id)?.components.registerTools([own]);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = outcome(
        await client.post(legacyRequest('tools/list', cursor ? { cursor } : {}), session),
      ).body;
      names.push(...(result.tools as { name: string }[]).map(({ name }) => name));
      cursor = result.nextCursor;
    } while (cursor !== undefined);

    expect(names).toEqual(['a', 'b', 'bb', 'c', 'd', 'e', 'f', 'g']);
  });
});
