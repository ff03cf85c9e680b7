import type { ActiveCall } from '../active-call.js';
import type { ParkedCalls } from '../parking/parked-calls.js';
import type { RequestStates } from '../request-state/request-states.js';
import type { Asking } from './asking.interface.js';
import { McpClientRequestError } from './client-request.error.js';
import { ConnectionCourier } from './connection-courier.js';
import type { ElicitationForms } from './elicitation-forms.js';
import { KeptValues } from './kept-values.js';
import { ModernAsking } from './modern-asking.js';
import { NoAsking } from './no-asking.js';
import type { UrlElicitations } from './url-elicitations.js';
import { WaitingAsking } from './waiting-asking.js';

/** Lets calls ask their clients, in the way of their era. */
export class AskingFactory {
  constructor(
    private readonly forms: ElicitationForms,
    private readonly parked: ParkedCalls,
    private readonly states: RequestStates,
    private readonly elicitations: UrlElicitations,
  ) {}

  /**
   * @param mayAsk false for a method during which nothing may be asked (2026-07-28 has three in which it
   *   may; the same go for every revision)
   * @throws McpException `-32602` for answers that came with the request and are not valid
   */
  create(call: ActiveCall, mayAsk: boolean): Asking {
    const { forms, parked, states } = this;
    if (!mayAsk) {
      const why = `The client cannot be asked for anything during ${call.method}`;
      return new NoAsking(forms, new TypeError(why));
    }
    const { connection, revision } = call.context;
    if (revision.era === 'modern') return new ModernAsking(call, forms, states);
    if (connection?.isLasting === true) {
      return new WaitingAsking({
        revision,
        forms,
        courier: new ConnectionCourier(call, connection, parked, this.elicitations),
        kept: new KeptValues(),
      });
    }
    const why = 'the client of a request without a session cannot be asked anything';
    return new NoAsking(forms, new McpClientRequestError('unreachable', why));
  }
}
