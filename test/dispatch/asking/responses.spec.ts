import type { McpContext } from 'nest-mcp';
import { askingTool, sampled, value } from '../../support/asking-tool.js';
import { EVERYTHING, questionOf } from '../../support/conversation.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';

const accept = (text: string) => ({ action: 'accept', content: { value: text } });

async function asker(handler: (ctx: McpContext) => unknown) {
  const bench = await createBench({ tools: [askingTool(handler)] });
  const peer = new ModernPeer(bench, { capabilities: EVERYTHING });
  const call = (more: object) => peer.call('ask', {}, more);
  return {
    call,
    /** Answers the question of a first call. */
    answer: async (inputResponses: unknown) => {
      const question = questionOf(await call({}));
      return call({ requestState: question?.requestState, inputResponses });
    },
  };
}

const keyed = (ctx: McpContext) => value(ctx, 'name?', 'name');
const unnamed = (ctx: McpContext) => value(ctx, 'name?');

describe('answers to questions with a key', () => {
  it('are taken unsigned, on a first call', async () => {
    const { call } = await asker(keyed);

    expect(said(await call({ inputResponses: { name: accept('Ada') } }))).toBe('Ada');
  });

  it('are taken beside keys that nobody asked for, whatever those say', async () => {
    const { call } = await asker(keyed);
    const inputResponses = { name: accept('Ada'), other: null, more: 7, approval: {} };

    expect(said(await call({ inputResponses }))).toBe('Ada');
  });

  it('are asked for again when they are missing', async () => {
    const { answer } = await asker(keyed);

    const question = questionOf(await answer({ other: accept('Ada') }));

    expect(Object.keys(question?.inputRequests ?? {})).toEqual(['name']);
  });

  it('are asked for again when only the state comes back', async () => {
    const { answer } = await asker(keyed);

    expect(questionOf(await answer(undefined))).toBeDefined();
  });

  it('stand once they were given, whatever a later round says', async () => {
    const { call, answer } = await asker(
      async (ctx) => `${await keyed(ctx)} ${await value(ctx, 'town?', 'town')}`,
    );
    const question = questionOf(await answer({ name: accept('Ada') }));

    const inputResponses = { name: accept('Bob'), town: accept('Ulm') };
    const reply = await call({ requestState: question?.requestState, inputResponses });

    expect(said(reply)).toBe('Ada Ulm');
  });

  it('may come for a question that is only asked later', async () => {
    const { answer } = await asker(
      async (ctx) => `${await keyed(ctx)} ${await value(ctx, 'town?', 'town')}`,
    );

    expect(said(await answer({ name: accept('Ada'), town: accept('Ulm') }))).toBe('Ada Ulm');
  });

  it('may be given to a question whose words have changed', async () => {
    let run = 0;
    const { answer } = await asker((ctx) => value(ctx, `attempt ${++run}`, 'name'));

    expect(said(await answer({ name: accept('Ada') }))).toBe('Ada');
  });
});

describe('answers to questions without a key', () => {
  it('are never taken unsigned', async () => {
    const { call } = await asker(unnamed);

    const reply = await call({ inputResponses: { 'question-1': accept('Eve') } });

    expect(questionOf(reply)).toBeDefined();
  });

  it('are never taken for a question the state does not know', async () => {
    const { answer } = await asker(
      async (ctx) => `${await value(ctx, 'first?')} ${await value(ctx, 'second?')}`,
    );

    const reply = await answer({ 'question-1': accept('a'), 'question-2': accept('b') });

    expect(Object.keys(questionOf(reply)?.inputRequests ?? {})).toEqual(['question-2']);
  });

  it('are refused when the question has become another one', async () => {
    let run = 0;
    const { answer } = await asker((ctx) => value(ctx, `attempt ${++run}`));

    expect(said(await answer({ 'question-1': accept('a') }))).toBe(
      'error -32602 requestState: "question-1" was another question before; give questions a key ' +
        'if they change',
    );
  });

  it('are refused for another form under the same words', async () => {
    let run = 0;
    const { answer } = await asker((ctx) => {
      const field = ++run === 1 ? 'a' : 'b';
      const form = { type: 'object', properties: { [field]: { type: 'string' } } };
      return ctx.elicit('same', form).catch(() => 'swallowed');
    });

    expect(said(await answer({ 'question-1': accept('a') }))).toContain('error -32602');
  });
});

const WRONG: readonly unknown[] = [null, [], [accept('x')], 'yes', 7, true, {}, { action: 'yes' }];

describe('an answer that is none', () => {
  it.each(WRONG)('of a form: %j is refused with -32602', async (response) => {
    const { answer, call } = await asker(keyed);

    expect(said(await answer({ name: response }))).toMatch(
      /^error -32602 inputResponses\["name"\]/,
    );
    expect(said(await call({ inputResponses: { name: response } }))).toMatch(/^error -32602 /);
  });

  it.each(WRONG)('of a question without a key: %j is refused with -32602', async (response) => {
    const { answer } = await asker(unnamed);

    expect(said(await answer({ 'question-1': response }))).toMatch(/^error -32602 /);
  });

  it.each([
    {},
    { role: 'user' },
    { role: 'assistant', content: { type: 'text', text: 'x' } },
    { role: 'assistant', content: 'x', model: 'm' },
    { role: 'system', content: { type: 'text', text: 'x' }, model: 'm' },
    { role: 'assistant', content: [{ text: 'x' }], model: 'm' },
    { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm', stopReason: 1 },
  ])('of sampling: %j is refused with -32602', async (response) => {
    const { answer } = await asker((ctx) => sampled(ctx, 's'));

    expect(said(await answer({ 'question-1': response }))).toBe(
      'error -32602 inputResponses["question-1"] is not the result of sampling',
    );
  });

  it.each([
    {},
    { roots: {} },
    { roots: [{}] },
    { roots: [{ uri: 'https://shop.example' }] },
    { roots: [{ uri: 'file:///a', name: 1 }] },
  ])('of roots: %j is refused with -32602', async (response) => {
    const { answer } = await asker((ctx) => ctx.listRoots());

    expect(said(await answer({ 'question-1': response }))).toBe(
      'error -32602 inputResponses["question-1"] is not a list of roots',
    );
  });

  it('is refused even if the handler swallows what it gets', async () => {
    const { answer } = await asker((ctx) => keyed(ctx).catch(() => 'swallowed'));

    expect(said(await answer({ name: 7 }))).toMatch(/^error -32602 /);
  });

  it.each([
    [{ action: 'accept' }, 'has no content'],
    [{ action: 'accept', content: null }, 'has no content'],
    [{ action: 'accept', content: [] }, 'has no content'],
    [{ action: 'accept', content: {} }, 'does not fit the form: value: '],
    [{ action: 'accept', content: { value: 7 } }, 'does not fit the form: value: '],
    [{ action: 'accept', content: { value: '' } }, 'does not fit the form: value: '],
    [{ action: 'accept', content: { value: ['x'] } }, 'does not fit the form: value: '],
  ])('of a form, %j, is refused with the field', async (response, text) => {
    const { answer } = await asker(keyed);

    expect(said(await answer({ name: response }))).toContain(`inputResponses["name"] ${text}`);
  });

  it('can be corrected with the same state', async () => {
    const { call } = await asker(keyed);
    const question = questionOf(await call({}));
    const answer = (response: unknown) =>
      call({ requestState: question?.requestState, inputResponses: { name: response } });

    expect(said(await answer({ action: 'accept', content: {} }))).toContain('error -32602');
    expect(said(await answer(accept('Ada')))).toBe('Ada');
  });

  it('ignores the content of a URL question', async () => {
    const page = { message: 'pay', url: 'https://shop.example/pay' };
    const { answer } = await asker((ctx) => ctx.elicitUrl(page));

    const reply = await answer({ 'question-1': { action: 'accept', content: { paid: true } } });

    expect(said(reply)).toBe('{"action":"accept"}');
  });
});

describe('responses and state that a call brings without need', () => {
  it.each([null, [], 'x', 7])('are refused when inputResponses is %j', async (inputResponses) => {
    const { call } = await asker(() => 'asked nothing');

    expect(said(await call({ inputResponses }))).toBe(
      'error -32602 inputResponses must be an object',
    );
  });

  it.each([null, 7, {}, '', 'x', 'x.y', 'x.y.z'])(
    'are refused when requestState is %j',
    async (requestState) => {
      const { call } = await asker(() => 'asked nothing');

      expect(said(await call({ requestState }))).toBe(
        'error -32602 requestState is not valid for this request',
      );
    },
  );

  it('are ignored when they are well formed', async () => {
    const { call } = await asker(() => 'asked nothing');

    expect(said(await call({ inputResponses: { name: accept('Ada') } }))).toBe('asked nothing');
  });

  it.each(['tools/list', 'prompts/list', 'server/discover'])(
    'are ignored by %s, which never asks',
    async (method) => {
      const bench = await createBench({ tools: [askingTool(keyed)] });
      const params = { requestState: 'x', inputResponses: null };

      const reply = await new ModernPeer(bench).ask(method, params);

      expect(reply).toMatchObject({ result: { resultType: 'complete' } });
    },
  );

  it('mean nothing up to 2025-11-25', async () => {
    const bench = await createBench({ tools: [askingTool(() => 'asked nothing')] });
    const peer = new DirectPeer(bench, 'a');
    const params = { name: 'ask', requestState: 'x', inputResponses: null };

    expect(said(await peer.ask('tools/call', params))).toBe('asked nothing');
  });
});
