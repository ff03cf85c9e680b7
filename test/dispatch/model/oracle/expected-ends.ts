import type { Action, Actor } from '../world.js';
import type { ExpectedCall } from './expected-call.js';
import type { ExpectedState } from './expected-state.js';

/** Everything by which calls and connections end before their time. */
export class ExpectedEnds {
  /** The server has stopped: nobody can listen any more. */
  isClosed = false;

  constructor(private readonly state: ExpectedState) {}

  apply(
    action: Exclude<
      Action,
      {
        type:
          'call' | 'release' | 'tick' | 'answer' | 'register' | 'unregister' | 'notify' | 'drain';
      }
    >,
  ): void {
    switch (action.type) {
      case 'cancel':
        return this.cancelRef(action.serial);
      case 'cancelId':
        return this.cancelId(action.actor, action.id);
      case 'abort':
        return this.abortAll(action.serials);
      case 'connect':
        return this.connect(action.actor.name);
      case 'disconnect':
        return this.disconnect(action.actor.name);
      case 'closeSession':
        return this.closeSession(action.actor);
    }
  }

  private cancelRef(serial: number): void {
    const entry = this.state.calls.get(serial);
    const via = entry?.call.via;
    if (entry !== undefined && (via === 'request' || via === 'caller')) this.state.cancel(entry);
  }

  private cancelId(actor: Actor, id: number): void {
    const found = this.callsOf(actor).filter(({ call }) => call.id === id);
    this.state.count(
      found.length > 1 ? 'two cancelled by one id' : `${found.length} cancelled by id`,
    );
    for (const entry of found) this.state.cancel(entry);
  }

  /** Unanswered calls of the connection or session somebody has now. */
  private callsOf({ kind, name }: Actor): readonly ExpectedCall[] {
    const { calls, connections } = this.state;
    const { epoch } = this.state.session({ name });
    return [...calls.values()].filter(({ call, connection, sessionEpoch, isAnswered }) => {
      if (isAnswered || call.actor.name !== name) return false;
      if (kind === 'session') return sessionEpoch === epoch;
      return connection !== undefined && connections.isCurrent(connection);
    });
  }

  private abortAll(serials: readonly number[]): void {
    const { calls } = this.state;
    const ended = serials.filter((serial) => calls.get(serial)?.isAnswered === false);
    if (ended.length > 1) this.state.count('two ended with their caller');
    for (const serial of serials) this.abort(serial);
  }

  /** Whoever was told that the answer is pushed waits no more. */
  private abort(serial: number): void {
    const entry = this.state.calls.get(serial);
    if (entry === undefined) return;
    if (entry.call.via !== 'handleSignal') return this.state.cancel(entry);
    if (!entry.isPushed) this.state.giveUp(entry, 'rejected CallerGone');
  }

  private closeSession(actor: Actor): void {
    for (const entry of this.callsOf(actor)) this.state.cancel(entry, true);
    this.state.endSession(actor.name);
  }

  private connect(name: string): void {
    const { connections } = this.state;
    if (connections.live.has(name)) {
      this.state.count('rebound');
      this.endStream(name);
      this.state.expect(`end ${name}`);
    }
    if (this.isClosed) return this.state.expect(`end ${name}`);
    connections.find(name);
    connections.live.add(name);
  }

  private disconnect(name: string): void {
    if (this.state.connections.live.has(name)) this.endStream(name);
  }

  /** Calls that asked a person go with the stream; others have a waiter of their own. */
  endStream(name: string): void {
    const { connections, calls } = this.state;
    const connection = connections.find(name);
    for (const entry of calls.values()) {
      if (entry.connection !== connection || entry.isAnswered) continue;
      if (entry.wasAsked) this.state.cancel(entry, true);
      else this.state.count('plain call outlived its stream');
    }
    connections.drop(name);
  }
}
