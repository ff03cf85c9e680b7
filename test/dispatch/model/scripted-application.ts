import type {
  Authorizer,
  ToolAuthorization,
} from '../../../src/authorization/authorizer.interface.js';
import type { Decision } from '../../../src/authorization/decision.js';
import { allow, ask, deny } from '../../../src/authorization/decision.js';
import type { McpContext } from '../../../src/dispatch/mcp-context.js';
import type { RuntimeTool } from '../../../src/registry/runtime/runtime-tool.interface.js';
import type { StandardJsonSchema } from '../../../src/schema/standard-schema.interface.js';
import type { Gates } from './gates.js';
import type { Observations } from './observations.js';
import type { CallRecord, ToolName } from './world.js';
import { SECRET } from './world.js';

/** Lets every argument through. */
const ANY_ARGUMENTS: StandardJsonSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
  },
};

/** The policy and the tools of an application, doing what each call's script says. */
export class ScriptedApplication implements Authorizer {
  private arriving: CallRecord | undefined;
  /** Calls whose policy was let go on in this turn; it may be asked again about another tool. */
  private thinking: CallRecord[] = [];

  constructor(
    private readonly calls: ReadonlyMap<number, CallRecord>,
    private readonly gates: Gates,
    private readonly seen: Observations,
  ) {}

  /** Names the call the policy is asked about; it is asked before `send` returns. */
  during(call: CallRecord, send: () => void): void {
    this.arriving = call;
    send();
    this.arriving = undefined;
  }

  /** Lets a callback go on. */
  release(serial: number): void {
    const call = this.calls.get(serial);
    if (call !== undefined) this.thinking.push(call);
    this.gates.open(serial);
  }

  /** Whatever was let go on has gone on. */
  endTurn(): void {
    this.thinking = [];
  }

  authorize(asked: ToolAuthorization): Decision | Promise<Decision> {
    if (asked.purpose === 'list') return allow();
    const call = this.arriving ?? this.takeThinking(asked);
    if (call === undefined) throw new Error('the policy was asked for nobody');
    this.seen.see(`decide #${call.serial}`);
    const decide = () => this.decide(call);
    return call.isLate ? this.gates.hold(call.serial, 'policy', undefined, decide) : decide();
  }

  /** A tool that says which registration of its name it is. */
  tool(name: ToolName, generation: number, isSensitive: boolean): RuntimeTool {
    return {
      name,
      input: ANY_ARGUMENTS,
      annotations: { sensitive: isSensitive },
      handler: (args: { token: string }, context: McpContext) =>
        this.run(`${name}@${generation}`, args.token, context),
    };
  }

  private takeThinking(asked: ToolAuthorization): CallRecord | undefined {
    const index = this.thinking.findIndex(
      ({ token, actor }) =>
        token === asked.arguments?.token && actor.principalKey === asked.principalKey,
    );
    return index < 0 ? undefined : this.thinking.splice(index, 1)[0];
  }

  private decide({ serial, verdict }: CallRecord): Decision {
    switch (verdict) {
      case 'allow':
        this.seen.permitted.add(serial);
        return allow();
      case 'ask':
        return ask(`Run #${serial}?`);
      case 'deny':
        return deny('not today');
      case 'emptyPrompt':
        return ask('');
      case 'nonsense':
        return true as unknown as Decision;
      case 'throw':
        throw new Error(SECRET);
    }
  }

  private run(tool: string, token: string, { meta, signal }: McpContext): unknown {
    const call = this.calls.get(meta.serial as number);
    if (call === undefined) throw new Error('a tool ran for nobody');
    this.seen.run(call, tool);
    const done = () => `done ${token}`;
    switch (call.behaviour) {
      case 'quick':
        return done();
      case 'throw':
        return fail();
      case 'reject':
        return Promise.resolve().then(fail);
      case 'slow':
        return this.gates.holdHeeding(call.serial, signal, done);
      case 'deaf':
        return this.gates.hold(call.serial, 'tool', signal, done);
      case 'lateReject':
        return this.gates.hold(call.serial, 'tool', signal, fail);
    }
  }
}

const fail = (): never => {
  throw new TypeError(SECRET);
};
