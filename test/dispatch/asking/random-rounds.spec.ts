import fc from 'fast-check';
import type { RuntimeTool } from 'nest-mcp';
import { McpToolException } from 'nest-mcp';
import { AT_REST } from '../../support/asking-bench.js';
import { askingTool } from '../../support/asking-tool.js';
import { converse, EVERYTHING, questionOf, wordsOf } from '../../support/conversation.js';
import { said } from '../../support/direct-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ModernPeer } from '../../support/modern-peer.js';
import type { Step } from './script.js';
import { answerOf, idealContext, play, script, ScriptError } from './script.js';

const SECRET = 's'.repeat(32);

/** What a script gives, asks and effects when its client answers at once. */
async function ideal(steps: readonly Step[]) {
  const { ctx, asked } = idealContext();
  const effects: string[] = [];
  const text = await play(steps, ctx, (key) => effects.push(key)).catch(textOfFailure);
  return { text, asked: asked.toSorted(), effects: effects.toSorted() };
}

const textOfFailure = (error: unknown): string => {
  if (!(error instanceof ScriptError)) throw error;
  return `failed: ${error.message}`;
};

function scripted(steps: readonly Step[], effects: string[]): RuntimeTool {
  return askingTool(async (ctx) => {
    try {
      return await play(steps, ctx, (key) => effects.push(key));
    } catch (thrown) {
      if (thrown instanceof ScriptError) throw new McpToolException(textOfFailure(thrown));
      throw thrown;
    }
  });
}

async function real(era: 'legacy' | 'modern', steps: readonly Step[]) {
  const effects: string[] = [];
  const bench = await createBench({ tools: [scripted(steps, effects)] });
  const { reply, rounds } = await converse(era, bench, 'ask', answerOf);
  const rest = { ...bench.dispatcher.snapshot(), timers: bench.clock.timers };
  const asked = rounds.flat().toSorted();
  return { outcome: { text: said(reply), asked, effects: effects.toSorted() }, rest };
}

/** A client that forgets an answer where the die shows 0, and meets two processes in turn. */
async function forgetful(steps: readonly Step[], die: () => number) {
  const effects: string[] = [];
  const asked = new Set<string>();
  const answered = new Set<string>();
  const repeated: string[] = [];
  const options: BenchOptions = {
    tools: [scripted(steps, effects)],
    requestStateSecrets: [SECRET],
    clock: new ManualClock(),
  };
  const processes = [await createBench(options), await createBench(options)] as const;
  let more: object = {};
  for (let round = 0; round < 100; round++) {
    const bench = processes[round % 2 === 0 ? 0 : 1];
    const reply = await new ModernPeer(bench, { capabilities: EVERYTHING }).call('ask', {}, more);
    const question = questionOf(reply);
    if (question === undefined) {
      const text = said(reply);
      return { text, asked: [...asked].toSorted(), effects: effects.toSorted(), repeated };
    }
    const entries = Object.entries(question.inputRequests);
    repeated.push(...entries.map(([key]) => key).filter((key) => answered.has(key)));
    for (const [, request] of entries) asked.add(wordsOf(request));
    const given = entries.filter(() => die() !== 0);
    for (const [key] of given) answered.add(key);
    const responses = given.map(([key, request]) => [key, answerOf(request)]);
    more = {
      requestState: question.requestState,
      inputResponses: Object.fromEntries(responses),
    };
  }
  throw new Error('never came to an end');
}

describe('a handler that does anything a handler may do', () => {
  it.each(['legacy', 'modern'] as const)(
    'ends as if its client answered at once, asks nothing twice, and has its effects once: %s',
    async (era) => {
      await fc.assert(
        fc.asyncProperty(script, async (steps) => {
          const { outcome, rest } = await real(era, steps);

          expect(outcome).toEqual(await ideal(steps));
          expect(rest).toMatchObject({ ...AT_REST, timers: 0 });
        }),
        { numRuns: 150 },
      );
    },
    60_000,
  );

  it('does so when its client forgets answers and every round meets another process', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.infiniteStream(fc.nat(3)), async (steps, dice) => {
        const { text, asked, effects, repeated } = await forgetful(steps, () => dice.next().value);
        const expected = await ideal(steps);

        expect({ text, asked, effects }).toEqual({
          ...expected,
          asked: [...new Set(expected.asked)],
        });
        expect(repeated).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('covers conversations of several rounds', () => {
    const sample = fc.sample(script, { numRuns: 200, seed: 7 });
    const silent: ReadonlySet<Step['type']> = new Set(['once', 'turns', 'throw']);
    const rounds = sample.map((steps) => steps.filter(({ type }) => !silent.has(type)).length);

    expect(rounds.filter((count) => count >= 3).length).toBeGreaterThan(40);
  });
});
