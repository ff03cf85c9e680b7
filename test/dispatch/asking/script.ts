import fc from 'fast-check';
import type { McpContext } from 'nest-mcp';
import { sampled, value } from '../../support/asking-tool.js';
import type { Asked } from '../../support/conversation.js';
import { answerAll, wordsOf } from '../../support/conversation.js';

/** One question of a script; the words of a form grow with what was said so far, if it says so. */
export interface AskStep {
  readonly kind: 'form' | 'sample' | 'roots';
  readonly words: string;
  /** Its key is its words. */
  readonly isNamed: boolean;
  readonly isDependent: boolean;
}

/** What a handler does, step by step. */
export type Step =
  | { readonly type: 'ask'; readonly step: AskStep }
  /** Swallows everything, as careless code does. */
  | { readonly type: 'swallow'; readonly step: AskStep }
  | { readonly type: 'together'; readonly steps: readonly AskStep[] }
  | { readonly type: 'settled'; readonly steps: readonly AskStep[] }
  | { readonly type: 'once'; readonly key: string; readonly fails: boolean }
  | { readonly type: 'beside'; readonly key: string; readonly step: AskStep }
  | { readonly type: 'turns'; readonly count: number }
  | { readonly type: 'throw' };

const WORDS = ['a', 'b', 'c', '__proto__'];

const askStep: fc.Arbitrary<AskStep> = fc
  .record({
    kind: fc.constantFrom('form', 'form', 'sample', 'roots'),
    words: fc.constantFrom(...WORDS),
    isNamed: fc.boolean(),
    isDependent: fc.boolean(),
  })
  // Each kind of question has names of its own, and a name has one text.
  .map(({ kind, words, ...step }) => ({
    ...step,
    kind,
    words: kind === 'roots' ? 'roots' : `${kind} ${words}`,
    isDependent: step.isDependent && !step.isNamed && kind === 'form',
  })) as fc.Arbitrary<AskStep>;

const severalSteps = fc.array(askStep, { minLength: 1, maxLength: 3 });
const anyKey = fc.constantFrom('x', 'y', '__proto__');

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('ask' as const), step: askStep }),
  fc.record({ type: fc.constant('swallow' as const), step: askStep }),
  fc.record({ type: fc.constant('together' as const), steps: severalSteps }),
  fc.record({ type: fc.constant('settled' as const), steps: severalSteps }),
  fc.record({ type: fc.constant('once' as const), key: anyKey, fails: fc.boolean() }),
  fc.record({ type: fc.constant('beside' as const), key: anyKey, step: askStep }),
  fc.record({ type: fc.constant('turns' as const), count: fc.nat(3) }),
);

/** Scripts of handlers; one in a few ends with a failure. */
export const script: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.array(anyStep, { maxLength: 6 }), fc.nat(4))
  .map(([all, end]) => (end === 0 ? [...all, { type: 'throw' }] : all));

/** What of the context a script uses. */
export type ScriptContext = Pick<McpContext, 'elicit' | 'sample' | 'listRoots' | 'once'>;

/** Runs a script; `effect` is what `once()` does. Gives everything it learnt, in one text. */
export async function play(
  steps: readonly Step[],
  ctx: ScriptContext,
  effect: (key: string) => void,
): Promise<string> {
  const told: string[] = [];
  const ask = (given: AskStep) => askOf(given, ctx as McpContext, told);
  const keep = (key: string) =>
    ctx.once(key, async () => {
      effect(key);
      await Promise.resolve();
      return { key };
    });
  for (const given of steps) {
    switch (given.type) {
      case 'ask':
        told.push(await ask(given.step));
        break;
      case 'swallow':
        told.push(await ask(given.step).catch(() => 'swallowed'));
        break;
      case 'together':
        told.push(...(await Promise.all(given.steps.map(ask))));
        break;
      case 'settled': {
        const results = await Promise.allSettled(given.steps.map(ask));
        told.push(...results.map((result) => (result as { value?: string }).value ?? 'lost'));
        break;
      }
      case 'once':
        if (given.fails) await ctx.once(`failing ${given.key}`, fail).catch(() => undefined);
        else told.push((await keep(given.key)).key);
        break;
      case 'beside': {
        const [text, { key: kept }] = await Promise.all([ask(given.step), keep(given.key)]);
        told.push(text, kept);
        break;
      }
      case 'turns':
        for (let turn = 0; turn < given.count; turn++) await Promise.resolve();
        break;
      case 'throw':
        throw new ScriptError(told.join('; '));
    }
  }
  return told.join('; ');
}

/** What a script throws on purpose. */
export class ScriptError extends Error {}

const fail = (): never => {
  throw new Error('not made');
};

async function askOf(step: AskStep, ctx: McpContext, told: readonly string[]): Promise<string> {
  const { kind, words, isNamed, isDependent } = step;
  const options = isNamed ? { key: words } : {};
  if (kind === 'roots') return `${(await ctx.listRoots(options)).length} roots`;
  if (kind === 'sample') return sampled(ctx, words);
  return value(ctx, isDependent ? `${words} after ${told.length}` : words, options.key);
}

/** A client that says no to some questions. */
export function answerOf(asked: Asked): object {
  const words = wordsOf(asked);
  return words.startsWith('form b') ? { action: 'decline' } : answerAll(asked);
}

/** A context whose client answers at once: what a script gives when nothing is in its way. */
export function idealContext(): { readonly ctx: ScriptContext; readonly asked: string[] } {
  const asked: string[] = [];
  const known = new Map<string, unknown>();
  const kept = new Map<string, unknown>();
  const ask = async (request: Asked, options: { readonly key?: string } = {}) => {
    const name = options.key ?? Symbol('unnamed').toString() + asked.length;
    if (!known.has(name)) {
      known.set(name, answerOf(request));
      asked.push(wordsOf(request));
    }
    return known.get(name);
  };
  const ctx = {
    elicit: (message: string, _schema: unknown, options: object) =>
      ask({ method: 'elicitation/create', params: { message } }, options),
    sample: (params: object, options: object) =>
      ask({ method: 'sampling/createMessage', params: params as Asked['params'] }, options),
    listRoots: async (options: object) =>
      ((await ask({ method: 'roots/list', params: {} }, options)) as { roots: unknown }).roots,
    once: async (name: string, make: () => unknown) => {
      if (!kept.has(name)) kept.set(name, await make());
      return kept.get(name);
    },
  };
  return { ctx: ctx as unknown as ScriptContext, asked };
}
