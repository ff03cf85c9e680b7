import type {
  Authorizer,
  AuthorizedTool,
  Caller,
  ReadAuthorization,
  ToolAuthorization,
} from 'nest-mcp';
import { allow, ask } from 'nest-mcp';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';

const CALLER = ['connectionId', 'principal', 'principalKey', 'transport'];

/** A policy that allows everything and keeps what it was told. */
class Witness implements Authorizer {
  readonly calls: ToolAuthorization[] = [];
  readonly reads: ReadAuthorization[] = [];

  authorize(call: ToolAuthorization) {
    this.calls.push(call);
    return allow();
  }

  authorizeRead(read: ReadAuthorization) {
    this.reads.push(read);
    return allow();
  }
}

async function witnessed(witness: Authorizer = new Witness()) {
  const tool = {
    ...new CountedTool('count', { readOnlyHint: true }),
    title: 'Count',
    meta: { a: 1 },
  };
  const bench = await createBench({ tools: [tool], authorizer: witness });
  return { bench, peer: await DirectPeer.askable(bench, 'a') };
}

const keys = (value: object | undefined): readonly string[] => Object.keys(value ?? {}).sort();

describe('what a policy is told', () => {
  it('is of a call: the caller, the purpose, the name, the arguments and the tool', async () => {
    const witness = new Witness();
    const { peer } = await witnessed(witness);

    await peer.call('count', { sum: 1 }).response;

    expect(keys(witness.calls[0])).toEqual(
      [...CALLER, 'arguments', 'name', 'purpose', 'tool'].sort(),
    );
    expect(witness.calls[0]).toMatchObject({
      purpose: 'call',
      name: 'count',
      arguments: { sum: 1 },
      connectionId: 'a',
      transport: 'memory',
      principal: undefined,
      principalKey: undefined,
    });
  });

  it('is of a tool: what is listed of it, never its handler or schemas', async () => {
    const witness = new Witness();
    const { peer } = await witnessed(witness);

    await peer.call('count').response;

    expect(witness.calls[0]?.tool).toEqual({
      name: 'count',
      title: 'Count',
      description: undefined,
      annotations: { readOnlyHint: true },
      meta: { a: 1 },
    });
  });

  it('is of a tool that does not exist: nothing', async () => {
    const witness = new Witness();
    const { peer } = await witnessed(witness);

    await peer.call('other').response;

    expect(witness.calls[0]).toMatchObject({ name: 'other', tool: undefined });
  });

  it('is of a listing: the same facts, without arguments', async () => {
    const witness = new Witness();
    const { peer } = await witnessed(witness);

    await peer.ask('tools/list');

    expect(keys(witness.calls[0])).toEqual(
      [...CALLER, 'arguments', 'name', 'purpose', 'tool'].sort(),
    );
    expect(witness.calls[0]).toMatchObject({
      purpose: 'list',
      name: 'count',
      arguments: undefined,
    });
  });

  it('is of a read: the caller, the method and what is read', async () => {
    const witness = new Witness();
    const { peer } = await witnessed(witness);

    await peer.ask('resources/list');

    expect(keys(witness.reads[0])).toEqual([...CALLER, 'method', 'params'].sort());
    expect(witness.reads[0]).toMatchObject({ method: 'resources/list', params: {} });
  });

  it('is the same caller at both seams', async () => {
    const witness = new Witness();
    const { bench } = await witnessed(witness);
    const peer = new DirectPeer(bench, 'b');

    await peer.call('count').response;
    await peer.ask('resources/list');

    const facts = ({ principal, principalKey, connectionId, transport }: Caller) => ({
      principal,
      principalKey,
      connectionId,
      transport,
    });
    const [call, read] = [witness.calls[0], witness.reads[0]] as [Caller, Caller];
    expect(facts(call)).toEqual(facts(read));
    expect(facts(call).connectionId).toBe('b');
  });

  it('is the principal and no connection where requests carry their own state', async () => {
    const witness = new Witness();
    const { bench } = await witnessed(witness);

    await new ModernPeer(bench, { principalKey: 'ann' }).call('count');

    expect(witness.calls[0]).toMatchObject({
      principal: { id: 'ann' },
      principalKey: 'ann',
      connectionId: undefined,
      transport: 'http',
    });
  });

  it.each<[string, object, object]>([
    ['resources/read', { uri: 'shop://a' }, { uri: 'shop://a' }],
    [
      'prompts/get',
      { name: 'p', arguments: { tone: 'x' } },
      { name: 'p', arguments: { tone: 'x' } },
    ],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'tone', value: 'f' } },
      { ref: { type: 'ref/prompt', name: 'p' } },
    ],
    ['logging/setLevel', { level: 'info' }, {}],
    ['tools/list', { cursor: undefined }, {}],
  ])('of %s is what is read, and nothing the client says of itself', async (method, sent, told) => {
    const witness = new Witness();
    const { peer } = await witnessed(witness);

    await peer.ask(method, { ...sent, _meta: { clientInfo: { name: 'root' } } });

    expect(witness.reads[0]).toMatchObject({ method });
    expect(witness.reads[0]?.params).toStrictEqual(told);
  });

  it('of canList and visibilityKey is the caller', async () => {
    const seen: Caller[] = [];
    const tools: AuthorizedTool[] = [];
    const { peer } = await witnessed({
      authorize: allow,
      canList: (tool, caller) => {
        tools.push(tool);
        seen.push(caller);
        return true;
      },
      visibilityKey: (caller) => {
        seen.push(caller);
        return undefined;
      },
    });

    await peer.ask('tools/list');

    expect(seen.map(keys)).toEqual([CALLER, CALLER]);
    expect(tools.map(({ name }) => name)).toEqual(['count']);
  });

  it('is told once for each call, also when a person approves it', async () => {
    const calls: string[] = [];
    const { peer } = await witnessed({
      authorize: ({ name }) => {
        calls.push(name);
        return ask('Run it?');
      },
    });
    const { response } = await peer.park('count');

    await peer.answer();
    await response;

    expect(calls).toEqual(['count']);
  });
});
