import { callOf, deniedCode, errorOf, textOf } from '../by-hand.js';
import type { Rows } from '../surface-link.interface.js';

const REFERENCE = /^\w+ \(reference ([0-9a-f-]{36})\)$/;
const MASKED = ['unsayable', 'serverError', 'error', 'text'];

const UNKNOWN_METHODS = [
  'tools/foo',
  'tools/list/more',
  'resources/foo',
  'TOOLS/LIST',
  'tools',
  '',
  '__proto__',
  'constructor',
  'toString',
];

export const ERROR_ROWS: Rows = {
  'what is no JSON is a parse error': async (link) => {
    const { error, id } = await link.write('{"jsonrpc": "2.0", ');

    expect(error.code).toBe(-32700);
    expect(id).toBe(link.transport === 'stdio' ? null : undefined);
  },

  'what is no message is an invalid request': async (link) => {
    const texts = ['7', '[]', '{"jsonrpc":"1.0","id":1,"method":"x"}', '{"jsonrpc":"2.0","id":1}'];
    for (const text of texts) {
      const { error } = await link.write(text);

      expect({ text, code: error?.code }).toEqual({ text, code: -32600 });
    }
  },

  'an id that is none is an invalid request, and is not echoed': async (link) => {
    for (const id of ['null', '1.5', 'true', '{}', '9007199254740993']) {
      const { error, id: echoed } = await link.write(
        `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`,
      );

      expect({ id, code: error.code }).toEqual({ id, code: -32600 });
      expect(echoed ?? null).toBeNull();
    }
  },

  'an unknown method is told with its id': async (link) => {
    for (const method of UNKNOWN_METHODS) {
      const { answer } = await link.ask(method);

      expect({ method, code: answer.error?.code }).toEqual({ method, code: -32601 });
    }
  },

  'methods of the other era are unknown': async (link) => {
    const methods =
      link.era === 'modern'
        ? ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']
        : ['server/discover', 'subscriptions/listen'];
    for (const method of methods) {
      expect({ method, ...(await errorOf(link, method)) }).toMatchObject({ method, code: -32601 });
    }
  },

  'params that do not fit are told as such': async (link) => {
    for (const method of ['tools/call', 'resources/read', 'prompts/get', 'completion/complete']) {
      expect((await errorOf(link, method, { name: 7, uri: 7 })).code).toBe(-32602);
    }
  },

  'unknown notifications change nothing, and are not answered': async (link) => {
    const told = [
      await link.tell({ method: 'notifications/nonsense', params: { x: 1 } }),
      await link.tell({ method: 'notifications/cancelled', params: { requestId: 'nobody' } }),
      await link.tell({}),
    ];

    expect(told).toEqual([[], [], []]);
    expect(textOf(await callOf(link, 'give_text'))).toBe('plain words');
  },

  'answers to nothing change nothing': async (link) => {
    const told = [
      await link.tell({ id: 'nobody', result: {} }),
      await link.tell({ id: 'nobody', error: { code: 1, message: 'x' } }),
    ].flat();

    // Nobody can be asked there, so an answer is a mistake that its sender is told of.
    const isMistake = link.era === 'modern' && link.transport === 'http';
    expect(told.map(({ error }) => error.code)).toEqual(isMistake ? [-32600, -32600] : []);
    expect(textOf(await callOf(link, 'give_text'))).toBe('plain words');
  },

  'what a tool throws is a result the model can read': async ({ client }) => {
    const told = {
      tool: 'try find_similar',
      badRequest: 'a is bad\nb too',
      unprocessable: 'no such shelf',
      unauthorized: 'who are you?',
      forbidden: 'sign in',
      notFound: 'no such thing',
      conflict: 'changed meanwhile',
    };
    for (const [kind, text] of Object.entries(told)) {
      const result = await client.callTool({ name: 'fail_tool', arguments: { kind } });

      expect({ kind, text: textOf(result), isError: result.isError }).toEqual({
        kind,
        text,
        isError: true,
      });
    }
  },

  'what a resource or a prompt throws is an error that keeps its meaning': async (link) => {
    const denied = deniedCode(link);
    const { unknownResource } = link.expected;
    const codes: Record<string, readonly [resource: number, prompt: number]> = {
      tool: [-32603, -32603],
      badRequest: [-32602, -32602],
      unprocessable: [-32602, -32602],
      unauthorized: [denied, denied],
      forbidden: [denied, denied],
      notFound: [unknownResource, -32602],
      conflict: [-32603, -32603],
      serverError: [-32603, -32603],
      error: [-32603, -32603],
    };
    for (const [kind, expected] of Object.entries(codes)) {
      const uri = `surface://failures/${kind}`;
      const prompt = { name: 'fail_prompt', arguments: { kind } };
      const found = [
        (await errorOf(link, 'resources/read', { uri })).code,
        (await errorOf(link, 'prompts/get', prompt)).code,
      ];

      expect({ kind, found }).toEqual({ kind, found: expected });
    }
  },

  'an error of the protocol has the code, the message and the data of who threw it': async (
    link,
  ) => {
    const expected = { code: 1429, message: 'quota exceeded', data: { resetsInSeconds: 60 } };
    const kind = 'protocol';
    const prompt = { name: 'fail_prompt', arguments: { kind } };

    expect([
      await errorOf(link, 'tools/call', { name: 'fail_tool', arguments: { kind } }),
      await errorOf(link, 'resources/read', { uri: `surface://failures/${kind}` }),
      await errorOf(link, 'prompts/get', prompt),
    ]).toEqual([expected, expected, expected]);
  },

  'an unexpected error tells a reference, under which the log has the rest': async (link) => {
    for (const kind of MASKED) {
      const prompt = { name: 'fail_prompt', arguments: { kind } };
      const told = [
        textOf(await callOf(link, 'fail_tool', { kind })),
        String(
          (await errorOf(link, 'resources/read', { uri: `surface://failures/${kind}` })).message,
        ),
        String((await errorOf(link, 'prompts/get', prompt)).message),
      ];

      for (const text of told) {
        expect(text).toMatch(REFERENCE);
        await link.prints(String(REFERENCE.exec(text)?.[1]));
      }
      expect(link.printed).toContain('sk-secret');
    }
  },
};
