import type { ActiveCall } from '../active-call.js';
import type { ParkedCalls } from '../parking/parked-calls.js';
import type { RequestStates } from '../request-state/request-states.js';
import type { Asking } from './asking.interface.js';
import type { ElicitationForms } from './elicitation-forms.js';
import { LegacyAsking } from './legacy-asking.js';
import { ModernAsking } from './modern-asking.js';

/** Lets calls ask their clients, in the way of their era. */
export class AskingFactory {
  constructor(
    private readonly forms: ElicitationForms,
    private readonly parked: ParkedCalls,
    private readonly states: RequestStates,
  ) {}

  /** @throws McpException `-32602` for answers that came with the request and are not valid */
  create(call: ActiveCall): Asking {
    const { connection } = call.context;
    return connection === undefined
      ? new ModernAsking(call, this.forms, this.states)
      : new LegacyAsking(call, connection, this.forms, this.parked);
  }
}
