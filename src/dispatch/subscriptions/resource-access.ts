import type { Caller } from '../../authorization/authorizer.interface.js';
import type { Policy } from '../../authorization/policy.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';

/** Asks the policy whether somebody may read a resource, where nothing is read right now. */
export class ResourceAccess {
  constructor(
    private readonly policy: () => Policy,
    private readonly telemetry: McpTelemetry,
  ) {}

  /** True when there is nobody to ask: everybody may read everything. */
  get isOpen(): boolean {
    return !this.policy().gatesReads;
  }

  /** The same question as for `resources/read`. Never rejects. */
  async mayRead(caller: Caller, uri: string): Promise<boolean> {
    const method = 'resources/read';
    const { kind } = await this.policy().authorizeRead({ ...caller, method, params: { uri } });
    const { transport, connectionId, principalKey } = caller;
    this.telemetry.emit(() => ({
      type: 'decided',
      seam: 'read',
      decision: kind,
      method,
      name: undefined,
      transport,
      connectionId,
      principalKey,
    }));
    return kind === 'allow';
  }
}
