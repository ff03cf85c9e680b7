import { Logger } from '@nestjs/common';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { settled } from '../../../test/support/settled.js';
import type { Authorizer, Caller } from '../../authorization/authorizer.interface.js';
import type { Decision } from '../../authorization/decision.js';
import { allow } from '../../authorization/decision.js';
import { Policy } from '../../authorization/policy.js';
import { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import { DeliveryChecks } from './delivery-checks.js';
import { ResourceAccess } from './resource-access.js';

const TIMEOUT = 1_000;
const CALLER: Caller = {
  principal: undefined,
  principalKey: undefined,
  connectionId: undefined,
  transport: 'memory',
};

/** Checks whose policy answers when the test says so, oldest question first. */
function setUp(maxAbandoned = 32) {
  const logger = Object.assign(new Logger(), { warn: () => undefined });
  const questions: { readonly uri: unknown; readonly answer: (decision: Decision) => void }[] = [];
  const authorizer: Authorizer = {
    authorize: allow,
    authorizeRead: ({ params: { uri } }) =>
      new Promise((answer) => void questions.push({ uri, answer })),
  };
  const clock = new ManualClock();
  const policy = new Policy(authorizer, 'configured', logger);
  const access = new ResourceAccess(() => policy, new McpTelemetry(logger));
  const parts = { access, clock, logger, timeoutMs: TIMEOUT, maxAbandoned };
  const checks = new DeliveryChecks(parts);
  const sent: string[] = [];
  const subscription = (owner: object, uri: string) => ({
    owner,
    uri,
    caller: CALLER,
    describe: () => ({ ...CALLER, id: undefined, tags: {}, protocolVersion: undefined }),
    send: () => void sent.push(uri),
  });
  const answer = async (index: number) => {
    questions[index]?.answer(allow());
    await settled();
  };
  return { checks, clock, questions, sent, subscription, answer };
}

describe('the checks of one owner', () => {
  it('are made one at a time, in the order of the changes, each once while it waits', async () => {
    const { checks, questions, sent, subscription, answer } = setUp();
    const owner = {};
    const [a, b, c] = ['a', 'b', 'c'].map((uri) => subscription(owner, uri));
    for (const next of [a, b, c, b, c]) checks.request(next!);
    for (let turn = 0; turn < 5; turn++) await answer(turn);

    expect(questions.map(({ uri }) => uri)).toEqual(['a', 'b', 'c']);
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(checks.size).toBe(0);
  });

  it('include one more for a change that comes during the question', async () => {
    const { checks, sent, subscription, answer } = setUp();
    const a = subscription({}, 'a');
    checks.request(a);
    checks.request(a);
    await answer(0);
    await answer(1);

    expect(sent).toEqual(['a', 'a']);
  });

  it('send nothing for a subscription that ended, whether it waited or was asked about', async () => {
    const { checks, questions, sent, subscription, answer } = setUp();
    const owner = {};
    const [a, b, c] = ['a', 'b', 'c'].map((uri) => subscription(owner, uri));
    for (const next of [a, b, c]) checks.request(next!);
    checks.forget(a!);
    checks.forget(b!);
    await answer(0);
    await answer(1);

    expect(questions.map(({ uri }) => uri)).toEqual(['a', 'c']);
    expect(sent).toEqual(['c']);
    expect(checks.size).toBe(0);
  });

  it('are forgotten with the owner, also what is asked already', async () => {
    const { checks, questions, sent, subscription, answer } = setUp();
    const owner = {};
    checks.request(subscription(owner, 'a'));
    checks.request(subscription(owner, 'b'));
    checks.forgetOwner(owner);
    expect(checks.size).toBe(0);
    await answer(0);

    expect(questions).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  it('begin afresh for an owner that comes back during a question of before', async () => {
    const { checks, sent, subscription, answer } = setUp();
    const owner = {};
    checks.request(subscription(owner, 'old'));
    checks.forgetOwner(owner);
    checks.request(subscription(owner, 'new'));
    await answer(0);
    await answer(1);

    expect(sent).toEqual(['new']);
    expect(checks.size).toBe(0);
  });
});

describe('the checks of many owners', () => {
  const twenty = Array.from({ length: 20 }, (_owner, index) => `r${index}`);

  it('are sixteen at once, and the next begins when one ends', async () => {
    const { checks, questions, subscription, answer } = setUp();
    for (const uri of twenty) checks.request(subscription({}, uri));
    expect(questions).toHaveLength(16);

    await answer(3);
    expect(questions.map(({ uri }) => uri)).toEqual(twenty.slice(0, 17));
  });

  it('go on when questions take too long', async () => {
    const { checks, clock, questions, sent, subscription, answer } = setUp();
    for (const uri of twenty) checks.request(subscription({}, uri));
    clock.advance(TIMEOUT);
    expect(questions).toHaveLength(20);
    for (let index = 0; index < 20; index++) await answer(index);

    expect(sent).toEqual(twenty.slice(16));
    expect(clock.timers).toBe(0);
    expect(checks.size).toBe(0);
  });

  it('stop while maxAbandoned questions that took too long are open, even if nobody waits', async () => {
    const { checks, clock, questions, subscription, answer } = setUp(2);
    const gone = [{}, {}];
    for (const owner of gone) checks.request(subscription(owner, 'gone'));
    clock.advance(TIMEOUT);
    for (const owner of gone) checks.forgetOwner(owner);
    checks.request(subscription({}, 'late'));
    expect(questions).toHaveLength(2);

    await answer(0);
    expect(questions.at(-1)?.uri).toBe('late');
  });
});

describe('closed checks', () => {
  it('leave no timer, and send nothing', async () => {
    const { checks, clock, sent, subscription, answer } = setUp();
    const owner = {};
    for (const uri of ['a', 'b']) checks.request(subscription(owner, uri));
    checks.close();
    await answer(0);

    expect([clock.timers, checks.size]).toEqual([0, 0]);
    expect(sent).toEqual([]);
  });
});
