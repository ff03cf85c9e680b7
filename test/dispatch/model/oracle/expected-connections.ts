import { LIMITS } from '../world.js';

/** What should be known of one connection. A name has another after its stream ended. */
export interface ExpectedConnection {
  readonly name: string;
  elicitation: boolean;
  /** Requests under way. */
  uses: number;
}

const fresh = (name: string): ExpectedConnection => ({
  name,
  elicitation: false,
  uses: 0,
});

/** Connections by name: whose stream is open, and whose capabilities are kept. */
export class ExpectedConnections {
  readonly live = new Set<string>();
  /** Names with capabilities, the oldest first. */
  readonly capable: string[] = [];
  private readonly known = new Map<string, ExpectedConnection>();

  find(name: string): ExpectedConnection {
    const connection = this.known.get(name) ?? fresh(name);
    this.known.set(name, connection);
    return connection;
  }

  isCurrent(connection: ExpectedConnection): boolean {
    return this.known.get(connection.name) === connection;
  }

  /** Names are forgotten when nothing holds them. */
  settle(): void {
    for (const [name, { uses }] of this.known) {
      if (uses === 0 && !this.live.has(name) && !this.capable.includes(name)) {
        this.known.delete(name);
      }
    }
  }

  /** Returns the name whose capabilities made room, if any did. */
  remember(name: string): string | undefined {
    this.removeCapable(name);
    this.capable.push(name);
    if (this.capable.length <= LIMITS.maxClientCapabilities) return undefined;
    const evicted = this.capable.find((other) => !this.live.has(other)) ?? String(this.capable[0]);
    this.removeCapable(evicted);
    this.find(evicted).elicitation = false;
    return evicted;
  }

  drop(name: string): void {
    this.live.delete(name);
    this.removeCapable(name);
    this.known.delete(name);
  }

  clear(): void {
    this.capable.length = 0;
    this.known.clear();
  }

  private removeCapable(name: string): void {
    const index = this.capable.indexOf(name);
    if (index >= 0) this.capable.splice(index, 1);
  }
}
