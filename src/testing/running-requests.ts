import type { JsonObject } from '../protocol/json.js';
import { McpTestError } from './mcp-test.error.js';
import { show, showRequest } from './show.js';

/** The requests of a client that are under way, and how the last one ended. */
export class RunningRequests {
  private readonly running = new Set<string[]>();
  private last: string | undefined;

  /** @param onIdle called when none runs any more */
  constructor(private readonly onIdle: () => void) {}

  get isIdle(): boolean {
    return this.running.size === 0;
  }

  /** What is under way, and what ended last, for people. */
  get description(): readonly string[] {
    const running = [...this.running].flat();
    return [
      ...(running.length === 0 ? [] : [`under way: ${running.join('; ')}`]),
      ...(this.last === undefined ? [] : [`answered last: ${this.last}`]),
    ];
  }

  /** Runs from now on, until it settles. */
  async track<T>(method: string, params: JsonObject, run: () => Promise<T>): Promise<T> {
    const name = showRequest(method, params);
    const entry = [name];
    this.running.add(entry);
    try {
      const result = await run();
      this.last = `${name} -> ${show(result, 1_000)}`;
      return result;
    } catch (thrown) {
      const [words] = String(thrown instanceof McpTestError ? thrown.message : thrown).split('\n');
      this.last = `${name} -> ${words}`;
      throw thrown;
    } finally {
      this.running.delete(entry);
      if (this.isIdle) this.onIdle();
    }
  }
}
