import { Ajv2020 } from 'ajv/dist/2020.js';
import { randomUUID } from 'node:crypto';
import type { ExpectedRevision } from './expected-revision.js';
import type { CallAnswer, Peer, Progress } from './peer.interface.js';

/** How the peer of a suite came to the server. */
export interface Encounter {
  readonly expected: ExpectedRevision;
  readonly transport: 'http' | 'stdio';
  readonly client: string;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';

/** Every test that an independent client has to pass, whatever its transport and revision. */
export function itConverses(getPeer: () => Peer, { expected, transport, client }: Encounter): void {
  it('learns who the server is', () => {
    expect(getPeer().server).toMatchObject({ name: 'bookshop', version: '1.0.0' });
  });

  it('speaks the revision it was meant to, as the server sees it', async () => {
    const { text } = await getPeer().callTool('describe_call');

    expect(JSON.parse(text)).toEqual({ protocolVersion: expected.version, transport, client });
  });

  it('speaks the revision it was meant to, as the client sees it', () => {
    expect(getPeer().revision).toBe(expected.version);
  });

  it('lists the tools with valid schemas', async () => {
    const tools = await getPeer().listTools();

    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['find_book', 'place_order', 'search_books', 'stock_report']),
    );
    const schemas = tools.flatMap(({ inputSchema, outputSchema = {} }) => [
      inputSchema,
      outputSchema,
    ]);
    expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([]);
  });

  it(`is ${expected.hasStructuredContent ? '' : 'not '}told of output schemas`, async () => {
    const tools = await getPeer().listTools();

    const report = tools.find(({ name }) => name === 'stock_report');
    expect(report?.outputSchema !== undefined).toBe(expected.hasStructuredContent);
  });

  it('calls a tool and reads its text', async () => {
    const answer = await getPeer().callTool('find_order', { number: 'BS-100042' });

    expect(answer).toMatchObject({ isError: false, structured: undefined });
    expect(JSON.parse(answer.text)).toMatchObject({
      number: 'BS-100042',
      lines: expect.any(Array),
    });
  });

  it(`gets structured content ${expected.hasStructuredContent ? 'beside' : 'only as'} text`, async () => {
    const { text, structured } = await getPeer().callTool('stock_report', { genre: 'science' });

    expect(JSON.parse(text)).toMatchObject({ titles: 30, currency: 'EUR' });
    expect(structured).toEqual(expected.hasStructuredContent ? JSON.parse(text) : undefined);
  });

  it.each(['eu-1', 'Größe 1', ' padded ', ''])(
    'calls a tool that mirrors an argument in a header: %j',
    async (region) => {
      const answer = await getPeer().callTool('route_line', { line: '7', region });

      expect(answer).toMatchObject({ isError: false, text: `7 runs through ${region}` });
    },
  );

  it('leaves a mirrored argument out', async () => {
    const answer = await getPeer().callTool('route_line', { line: '7' });

    expect(answer).toMatchObject({ isError: false, text: '7 runs through any region' });
  });

  it('is told which argument is wrong, as a result the model can read', async () => {
    const answer = await getPeer().callTool('search_books', { pageSize: 500 });

    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('pageSize: must not be greater than 50');
  });

  it('is told what the tool objects to', async () => {
    const answer = await getPeer().callTool('find_order', { number: 'BS-999999' });

    expect(answer).toMatchObject({ isError: true, text: 'There is no order BS-999999' });
  });

  it('gets a protocol error for a tool that does not exist', async () => {
    const refused = getPeer().callTool('close_shop');

    await expect(refused).rejects.toThrow('Tool not found: close_shop');
    expect(getPeer().errorCodes.at(-1)).toBe(expected.unknownTool);
  });

  it('is told how far the call is while it runs', async () => {
    const { heard, answer } = await ring(getPeer());

    expect(answer).toMatchObject({ isError: false, text: 'somebody picked up' });
    const rings = heard.map(({ progress, total }) => `${progress}/${total}`);
    expect(rings).toEqual(['1/3', '2/3', '3/3']);
  });

  if (expected.hasProgressMessage) {
    it('is told in words what the call does', async () => {
      const { heard } = await ring(getPeer());

      expect(heard.map(({ message }) => message)).toEqual([
        'first ring',
        'second ring',
        'third ring',
      ]);
    });
  }

  it('lists resources and templates', async () => {
    expect(await getPeer().listResources()).toEqual(['bookshop://catalogue/genres']);
    expect(await getPeer().listTemplates()).toEqual([
      'bookshop://books/{isbn}',
      'bookshop://orders/{number}',
    ]);
  });

  it('reads a fixed resource', async () => {
    expect(JSON.parse(await getPeer().readResource('bookshop://catalogue/genres'))).toContain(
      'poetry',
    );
  });

  it('reads a resource of a template', async () => {
    const text = await getPeer().readResource('bookshop://books/9799900010004');

    expect(JSON.parse(text)).toMatchObject({ isbn: '9799900010004' });
  });

  it.each(['bookshop://nowhere', 'bookshop://orders/BS-999999'])(
    'is told that there is no resource %s',
    async (uri) => {
      await expect(getPeer().readResource(uri)).rejects.toThrow(uri);
      expect(getPeer().errorCodes.at(-1)).toBe(expected.unknownResource);
    },
  );

  it('lists prompts and gets one', async () => {
    expect(await getPeer().listPrompts()).toEqual(['complaint_reply', 'restock_plan']);
    expect(
      await getPeer().getPrompt('complaint_reply', { number: 'BS-100042', tone: 'formal' }),
    ).toContain('Keep the tone formal.');
  });

  it('completes the argument of a prompt', async () => {
    const prompt = { type: 'ref/prompt', name: 'complaint_reply' } as const;

    expect(await getPeer().complete(prompt, 'tone', 'f')).toEqual(['formal', 'friendly']);
  });

  it('completes the variable of a template', async () => {
    const template = { type: 'ref/resource', uri: 'bookshop://books/{isbn}' } as const;

    expect(await getPeer().complete(template, 'isbn', '97999000100')).toEqual(['9799900010004']);
  });

  it('hears only log messages of the level it asked for', async () => {
    const peer = getPeer();
    const before = peer.logs.length;
    if (!expected.isModern) await peer.setLogLevel('warning');

    await peer.callTool('write_logs', undefined, { meta: { [LOG_LEVEL_KEY]: 'warning' } });

    expect(peer.logs.slice(before)).toEqual([
      { level: 'warning', logger: 'till', data: 'the till is nearly empty' },
      { level: 'error', logger: 'till', data: { text: 'the till is empty', coins: 0 } },
    ]);
  });

  it('cancels a call, and the tool sees it', async () => {
    const line = randomUUID();
    const abort = new AbortController();
    const held = getPeer().callTool(
      'hold_line',
      { line },
      { signal: abort.signal, onprogress: () => abort.abort('changed my mind') },
    );

    await expect(held).rejects.toThrow('changed my mind');
    const { text } = await getPeer().callTool('await_hang_up', { line });
    expect(text).toContain('McpCancelledError');
  });
}

/** What only the era with a handshake has. */
export function itPings(getPeer: () => Peer): void {
  it('is answered when it pings', async () => {
    await expect(getPeer().ping()).resolves.toBeUndefined();
  });
}

/** The call ends only after its last progress was heard: clients drop what comes together with an answer. */
async function ring(peer: Peer): Promise<{ heard: Progress[]; answer: CallAnswer }> {
  const line = randomUUID();
  const heard: Progress[] = [];
  const answer = await peer.callTool(
    'ring',
    { line },
    {
      onprogress: (progress) => {
        heard.push(progress);
        if (progress.progress === 3) void peer.callTool('pick_up', { line }).catch(() => undefined);
      },
    },
  );
  return { heard, answer };
}
