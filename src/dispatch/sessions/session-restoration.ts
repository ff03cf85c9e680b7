import type { JsonObject } from '../../protocol/json.js';
import type { JsonRpcErrorObject, JsonRpcRequest } from '../../protocol/json-rpc.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { serverStopping, sessionEnded } from '../../protocol/protocol-errors.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import type { ActiveCall } from '../active-call.js';
import type { Settlement } from '../answer.js';
import { isAnswer } from '../answer.js';
import { callerOf } from '../caller-of.js';
import type { MethodHandler } from '../method-handler.interface.js';
import type { LegacySubscriptions } from '../subscriptions/legacy-subscriptions.js';
import { servesResource } from '../subscriptions/serves-resource.js';
import type { SessionLifecycle } from './session-lifecycle.js';

/**
 * How a restore ended.
 *
 * - `restored`: the session lives
 * - `refused`: the application does not want it back
 * - `failed`: the application's code failed, which may be for now
 * - `busy`: the application was not asked
 */
export type RestoreOutcome =
  | { readonly kind: 'restored' }
  | { readonly kind: 'refused' | 'failed' | 'busy'; readonly error: JsonRpcErrorObject };

/** What restoring needs of the dispatcher. */
export interface SessionRestorationParts {
  readonly lifecycle: SessionLifecycle;
  readonly catalogues: CallCatalogues;
  readonly legacySubscriptions: LegacySubscriptions;
}

/** Stands in for the handshake of a session that comes back; in its slot, bounds and failures too. */
export class SessionRestoration implements MethodHandler {
  readonly method = 'initialize';
  readonly access = 'open';
  private hasBegun = false;
  private isRefused = false;

  /** @param uris resources the session was subscribed to */
  constructor(
    private readonly parts: SessionRestorationParts,
    private readonly uris: readonly string[],
  ) {}

  get runs(): 'inline' | 'slot' {
    return this.parts.lifecycle.reopensWithCode ? 'slot' : 'inline';
  }

  /** Runs it. Never rejects. */
  async outcome(run: (request: JsonRpcRequest) => Promise<Settlement>): Promise<RestoreOutcome> {
    const answer = await run({ jsonrpc: '2.0', id: 'restore', method: this.method, params: {} });
    if (!isAnswer(answer)) return { kind: 'busy', error: serverStopping().toErrorObject() };
    if (!('error' in answer)) return { kind: 'restored' };
    const { error } = answer;
    if (!this.hasBegun) return { kind: 'busy', error };
    return { kind: this.isRefused ? 'refused' : 'failed', error };
  }

  /** @throws McpException when the application refuses the session */
  async handle(call: ActiveCall): Promise<JsonObject> {
    this.hasBegun = true;
    try {
      this.endWith(call);
      await this.parts.lifecycle.reopen(call);
    } catch (thrown) {
      this.isRefused ||= thrown instanceof McpException;
      throw thrown;
    }
    this.subscribe(call);
    return {};
  }

  /** `ctx.stop()` in a hook. */
  private endWith(call: ActiveCall): void {
    const { connection } = call.context;
    if (connection === undefined) return;
    connection.closer = ({ detail }) => {
      this.isRefused = true;
      call.abort(sessionEnded(detail));
    };
  }

  /** The policy is asked before each delivery, so it is not asked here. */
  private subscribe(call: ActiveCall): void {
    const { catalogues, legacySubscriptions } = this.parts;
    const { connection } = call.context;
    if (connection === undefined) return;
    const catalogue = catalogues.of(call);
    const served = this.uris.filter((uri) => servesResource(catalogue, uri));
    legacySubscriptions.restore(connection, served, callerOf(call.context));
  }
}
