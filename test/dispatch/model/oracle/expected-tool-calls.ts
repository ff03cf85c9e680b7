import type { Action, CallRecord } from '../world.js';
import type { ExpectedCall } from './expected-call.js';
import { ExpectedParking } from './expected-parking.js';
import type { ExpectedState } from './expected-state.js';
import { ExpectedStates } from './expected-states.js';

/** What a tool that throws is told as: its class, never its words. */
const MASKED = 'TypeError';

type Registration = Pick<Extract<Action, { type: 'register' }>, 'generation' | 'isSensitive'>;

/** The way of a tool call: policy, look-up, a person, the tool. */
export class ExpectedToolCalls {
  readonly tools = new Map<string, Registration>();
  readonly parking: ExpectedParking;
  private readonly states: ExpectedStates;

  constructor(private readonly state: ExpectedState) {
    const approved = (entry: ExpectedCall) => this.approved(entry);
    this.parking = new ExpectedParking(state, approved);
    this.states = new ExpectedStates(state, approved);
  }

  arrive(entry: ExpectedCall): void {
    const { state } = this;
    const { key } = entry;
    const busy = state.busy(key);
    if (busy !== undefined) return state.settle(entry, busy);
    this.judge(entry);
  }

  /** The callback of a call ends. */
  release(entry: ExpectedCall | undefined): void {
    if (entry?.slot === undefined) return;
    const { kind, isAbandoned } = entry.slot;
    if (isAbandoned) {
      entry.slot = undefined;
      return this.state.count(`late end of a given-up ${kind}`);
    }
    if (kind === 'policy') return this.decided(entry);
    const { behaviour, token } = entry.call;
    this.state.settle(entry, behaviour === 'lateReject' ? MASKED : `done ${token}`);
  }

  /** The policy is asked about the tool as it is now. */
  private judge(entry: ExpectedCall): void {
    const { call } = entry;
    entry.generation = this.tools.get(call.tool)?.generation;
    if (!this.state.hasAuthorizer) return this.decided(entry);
    this.state.expect(`decide #${call.serial}`);
    if (call.isLate) return this.state.hold(entry, 'policy');
    this.decided(entry);
  }

  /** The policy has spoken. Its slot is free, unless the tool goes on in it. */
  private decided(entry: ExpectedCall): void {
    const { state } = this;
    const { call } = entry;
    const verdict = state.hasAuthorizer ? call.verdict : 'allow';
    const tool = this.tools.get(call.tool);
    if (!state.hasAuthorizer && tool?.isSensitive === true) {
      return state.settle(entry, 'denied deny: sensitive_tool_unguarded');
    }
    if (verdict === 'deny') return state.settle(entry, 'denied deny: not today');
    if (verdict !== 'allow' && verdict !== 'ask') {
      return state.settle(entry, 'denied deny: the authorizer failed');
    }
    if (tool?.generation !== entry.generation) {
      state.count('judged again');
      return this.judge(entry);
    }
    if (tool === undefined) return state.settle(entry, unknownTool(call));
    if (verdict === 'allow') return this.run(entry);
    state.leave(entry);
    if (call.isModern) return this.states.ask(entry);
    this.parking.ask(entry);
  }

  private approved(entry: ExpectedCall): void {
    const { state } = this;
    state.count('approved');
    const busy = state.busy(entry.key);
    if (busy !== undefined) {
      state.count('approved but busy');
      return state.settle(entry, busy);
    }
    const { retry } = entry.call;
    const refusal = retry && this.states.spend(retry);
    if (refusal !== undefined) return state.settle(entry, refusal);
    this.run(entry);
  }

  /** The tool as it is now, with the arguments as they were. */
  private run(entry: ExpectedCall): void {
    const { state } = this;
    const { call } = entry;
    const { behaviour, serial, token, tool: name } = call;
    const tool = this.tools.get(name);
    if (tool === undefined) {
      state.count('tool gone when approved');
      return state.settle(entry, unknownTool(call));
    }
    if (tool.generation !== entry.generation) state.count('tool replaced when approved');
    state.expect(`run #${serial} ${name}@${tool.generation}`);
    if (behaviour === 'quick') return state.settle(entry, `done ${token}`);
    if (behaviour === 'throw' || behaviour === 'reject') return state.settle(entry, MASKED);
    state.hold(entry, 'tool');
  }
}

const unknownTool = ({ isModern }: CallRecord) => (isModern ? 'error -32602' : 'error -32601');
