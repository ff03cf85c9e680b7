import { ALL_REVISIONS, LEGACY_REVISIONS, MODERN_REVISION } from '../support/revisions.js';
import { ENVELOPE } from '../support/wire-messages.js';
import type { Conversation } from './tapped.js';
import { openConversation } from './tapped.js';

const text = { type: 'text', text: 'done' };
const tool = { name: 'work', inputSchema: { type: 'object' } };
const cached = { ttlMs: 0, cacheScope: 'private' };

/** A conversation of a revision in which one request is open. */
function asked(version: string, method: string, params: object = {}): Conversation {
  const conversation = openConversation(version);
  const isModern = version === MODERN_REVISION;
  if (!isModern) conversation.revision = version;
  const sent = isModern ? { _meta: ENVELOPE, ...params } : params;
  conversation.sent({ jsonrpc: '2.0', id: 1, method, params: sent });
  return conversation;
}

const result = (body: object) => ({ jsonrpc: '2.0', id: 1, result: body });
const error = (body: object) => ({ jsonrpc: '2.0', id: 1, error: { message: 'no', ...body } });
const notification = (method: string, params: object = {}) => ({ jsonrpc: '2.0', method, params });

/** A sound result, as the revision wants it. */
const complete = (version: string, body: object) =>
  result({ ...body, ...(version === MODERN_REVISION && { resultType: 'complete' }) });

const problems = (conversation: Conversation, message: unknown) =>
  conversation.judge(message).problems.join('\n');

describe('a message of the server', () => {
  describe.each(ALL_REVISIONS)('in %s', (version) => {
    it('is sound if it is what was asked for', () => {
      const conversation = asked(version, 'tools/call');

      expect(conversation.judge(complete(version, { content: [text] }))).toEqual({
        revision: version,
        what: 'result of tools/call',
        problems: [],
      });
    });

    it('is judged by the type of the request it answers', () => {
      const answer = complete(version, { tools: [tool], ...cached });

      expect(problems(asked(version, 'tools/call'), answer)).toContain(
        "CallToolResult must have required property 'content'",
      );
    });

    it('must not answer what nobody asked', () => {
      const answer = { ...complete(version, { content: [text] }), id: '1' };

      expect(problems(asked(version, 'tools/call'), answer)).toBe(
        'it answers id "1", and no such request is open',
      );
    });

    it('must not answer twice', () => {
      const conversation = asked(version, 'tools/call');
      const answer = complete(version, { content: [text] });

      expect(problems(conversation, answer)).toBe('');
      expect(problems(conversation, answer)).toContain('no such request is open');
    });

    it('must name the request of an error', () => {
      const refusal = { ...error({ code: -32600 }), id: null };

      expect(problems(asked(version, 'tools/call'), refusal)).toContain('answers id null');
    });

    it('must have an integer as the code of an error', () => {
      expect(problems(asked(version, 'tools/call'), error({ code: 0.5 }))).toContain(
        '/code must be integer',
      );
    });

    it('must not have members besides those of a response', () => {
      const answer = { ...complete(version, { content: [text] }), method_: 'x' };

      expect(problems(asked(version, 'tools/call'), answer)).toBe(
        'the response must not have method_',
      );
    });

    it('must be sound where the client finds it by its method', () => {
      const progress = notification('notifications/progress', { progress: 1 });

      expect(problems(asked(version, 'tools/call'), progress)).toContain(
        "ProgressNotification/params must have required property 'progressToken'",
      );
    });

    it('must not be one that only clients send', () => {
      const stray = notification('notifications/message', { level: 'info', data: 1 });
      const conversation = asked(version, 'tools/call');

      expect(problems(conversation, stray)).toBe('');
      expect(problems(conversation, { ...stray, id: 2, method: 'tools/call' })).toMatch(
        /a server may (not send CallToolRequest|send no requests)/,
      );
    });

    it('may be of an extension', () => {
      expect(problems(asked(version, 'tools/call'), notification('x/y'))).toBe('');
      expect(problems(asked(version, 'x/y'), complete(version, { any: 1 }))).toBe('');
    });

    it('must be a message at all', () => {
      expect(problems(asked(version, 'tools/call'), 'hello')).toBe('it is no object');
    });
  });

  describe.each(LEGACY_REVISIONS)('in %s', (version) => {
    it.each(['resultType', 'ttlMs', 'cacheScope'])('must not have %s', (member) => {
      const answer = result({ content: [text], [member]: 'complete' });

      expect(problems(asked(version, 'tools/call'), answer)).toBe(
        `${member} is of a later revision`,
      );
    });

    it('must be empty where the revision says so', () => {
      expect(problems(asked(version, 'ping'), result({}))).toBe('');
      expect(problems(asked(version, 'ping'), result({ pong: true }))).toBe(
        'EmptyResult must not have pong',
      );
    });

    it('must not agree on a revision without a handshake', () => {
      const agreed = {
        protocolVersion: MODERN_REVISION,
        capabilities: {},
        serverInfo: { name: 'test', version: '1' },
      };

      expect(problems(asked(version, 'initialize'), result(agreed))).toBe(
        '2026-07-28 is no revision with a handshake',
      );
    });

    it('may be in a batch in 2025-03-26 only', () => {
      const batch = [result({ content: [text] })];

      expect(problems(asked(version, 'tools/call'), batch)).toBe(
        version === '2025-03-26' ? '' : 'there are no batches',
      );
    });
  });

  it('is judged by the revision that was agreed on', () => {
    const conversation = openConversation();
    conversation.sent({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    conversation.judge({
      jsonrpc: '2.0',
      id: 0,
      result: {
        protocolVersion: '2024-11-05',
        capabilities: {},
        serverInfo: { name: 'test', version: '1' },
      },
    });
    conversation.sent({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} });
    const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };

    const { revision, problems: found } = conversation.judge(result({ content: [audio] }));

    expect(revision).toBe('2024-11-05');
    expect(found).not.toEqual([]);
  });

  it('may answer each request of a batch once, also where requests share an id', () => {
    const conversation = openConversation('2025-03-26');
    conversation.revision = '2025-03-26';
    const request = (method: string) => ({ jsonrpc: '2.0', id: 1, method });
    conversation.sent([request('ping'), request('tools/call')]);

    const judged = [error({ code: -32601 }), result({ content: [text] }), result({})];

    expect(judged.map((message) => problems(conversation, message))).toEqual([
      '',
      '',
      'it answers id 1, and no such request is open',
    ]);
  });

  it.each([
    ['in the answer to a batch', [7], ''],
    ['in a sound answer to one message', 7, 'no such request is open'],
  ])('may leave out an id that could not be read %s', (_, sent, problem) => {
    const conversation = openConversation('2025-03-26');
    conversation.revision = '2025-03-26';
    conversation.sent(sent);
    const { id: _id, ...unreadable } = error({ code: -32600 });

    expect(conversation.judge(unreadable, 200).problems.join()).toMatch(
      problem === '' ? /^$/ : new RegExp(problem),
    );
  });

  it('is judged by itself in a batch', () => {
    const batch = [result({ content: [text] }), { ...result({}), id: 2 }];

    expect(problems(asked('2025-03-26', 'tools/call'), batch)).toBe(
      '[1] it answers id 2, and no such request is open',
    );
  });

  it('may have no id where that could not be read', () => {
    const conversation = openConversation();
    conversation.sent({ jsonrpc: '2.0', id: 1.5, method: 'ping' });
    const refusal = { ...error({ code: -32600 }), id: null };

    expect(problems(conversation, refusal)).toBe('');
    expect(problems(conversation, refusal)).toContain('answers id null');
  });

  it('answers the later of two requests with one id, if it is an error', () => {
    const conversation = asked('2025-11-25', 'tools/call');
    conversation.sent({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

    expect(conversation.judge(error({ code: -32600 })).what).toBe('error of tools/list');
    expect(conversation.judge(result({ content: [] })).what).toBe('result of tools/call');
  });

  describe('of the stateless era', () => {
    const call = () => asked(MODERN_REVISION, 'tools/call');

    it.each([undefined, 'finished'])('must not have %s as resultType', (resultType) => {
      expect(problems(call(), result({ content: [text], resultType }))).toContain('resultType');
    });

    it('may ask for input', () => {
      const question = { resultType: 'input_required', requestState: 'state' };

      expect(problems(call(), result(question))).toBe('');
    });

    it('must ask for input as the schema says', () => {
      const question = { resultType: 'input_required', inputRequests: { who: {} } };

      expect(problems(call(), result(question))).toContain('InputRequiredResult');
    });

    it('must not ask where it is not allowed', () => {
      const question = { resultType: 'input_required', requestState: 'state' };

      expect(problems(asked(MODERN_REVISION, 'tools/list'), result(question))).toBe(
        'resultType "input_required" is no answer to tools/list',
      );
    });

    it.each([
      ['-32022', { code: -32022, data: { requested: '2030-01-01' } }, "property 'supported'"],
      ['-32021', { code: -32021, data: {} }, "property 'requiredCapabilities'"],
    ])('must have the data of %s', (_code, body, problem) => {
      expect(problems(call(), error(body))).toContain(problem);
    });

    it('must say for how long a list is good', () => {
      const list = asked(MODERN_REVISION, 'tools/list');

      expect(problems(list, result({ tools: [tool], resultType: 'complete' }))).toBe(
        "ListToolsResult must have required property 'cacheScope'\n" +
          "ListToolsResult must have required property 'ttlMs'",
      );
    });
  });
});
