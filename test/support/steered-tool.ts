import type { McpContext, RuntimeTool } from 'nest-mcp';
import { McpClientRequestError, McpException, McpToolException } from 'nest-mcp';
import { deferred } from '../../src/protocol/deferred.js';

/** A form with one text. */
const FORM = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

/** What an author's code ends with. */
export type Finish = 'ok' | 'isError' | 'mcp' | 'throw';

/** One run of a {@link SteeredTool}, which does what a test says. */
export class SteeredRun {
  /** What became of its questions, in order. */
  readonly log: string[] = [];
  private unnamed = 0;
  private readonly ending = deferred<() => unknown>();

  constructor(
    readonly name: string,
    readonly ctx: McpContext,
    isDeaf: boolean,
  ) {
    const { signal } = ctx;
    const onAbort = () => this.ending.reject(signal.reason);
    if (!isDeaf) signal.addEventListener('abort', onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.ctx.signal;
  }

  /** Asks in the words of its key or its place, and writes down what becomes of it. */
  ask(key?: string, timeoutMs?: number): void {
    const message = `${key ?? `question-${++this.unnamed}`}?`;
    const options = { ...(key !== undefined && { key }), ...(timeoutMs && { timeoutMs }) };
    this.ctx.elicit(message, FORM, options).then(
      (answer) => this.log.push(`${message} ${said(answer)}`),
      (thrown: unknown) => this.log.push(`${message} ${failure(thrown)}`),
    );
  }

  /** Says what it is doing. */
  tell(message: string): void {
    void this.ctx.progress(1, { message });
  }

  finish(how: Finish = 'ok'): void {
    this.ending.resolve(() => endings[how](this.name));
  }

  /** Resolves when it is told to end; rejects when it is called off, unless it is deaf. */
  async ended(): Promise<unknown> {
    return (await this.ending.promise)();
  }
}

/** A tool whose runs a test steers, by the name that each call gives its run. */
export class SteeredTool {
  private readonly byName = new Map<string, SteeredRun>();

  constructor(
    readonly name = 'work',
    private readonly task: RuntimeTool['task'] = 'optional',
  ) {}

  get definition(): RuntimeTool {
    const handler = async (
      { run = 'only', deaf = false }: { run?: string; deaf?: boolean },
      ctx: McpContext,
    ): Promise<unknown> => {
      await ctx.startTask();
      const steered = new SteeredRun(run, ctx, deaf);
      this.byName.set(run, steered);
      return steered.ended();
    };
    return {
      name: this.name,
      task: this.task,
      input: {
        type: 'object',
        properties: { run: { type: 'string' }, deaf: { type: 'boolean' } },
      },
      handler: handler as RuntimeTool['handler'],
    };
  }

  /** Names of the runs that have begun. */
  get names(): readonly string[] {
    return [...this.byName.keys()];
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** A run that has begun; the only one by default. */
  run(name = 'only'): SteeredRun {
    const run = this.byName.get(name);
    if (run === undefined) throw new Error(`there is no run ${name}`);
    return run;
  }
}

const endings: Readonly<Record<Finish, (name: string) => unknown>> = {
  ok: (name) => `done ${name}`,
  isError: (name) => {
    throw new McpToolException(`no luck ${name}`);
  },
  mcp: (name) => {
    throw new McpException(4_711, `refused ${name}`, { name });
  },
  throw: () => {
    throw new TypeError('the-database-password');
  },
};

const said = (answer: { action: string; content?: object }): string =>
  answer.content === undefined
    ? answer.action
    : `${answer.action} ${JSON.stringify(answer.content)}`;

const failure = (thrown: unknown): string =>
  thrown instanceof McpClientRequestError ? thrown.reason : 'cancelled';
