import { hasSchemas } from './official-schemas.mjs';

/** The ways by which messages of the server are seen. */
export const TAPS = ['http-json', 'http-sse', 'memory', 'direct', 'dispatch', 'stdio'];

const MAX_SHOWN = 2_000;
const MAX_PROBLEMS = 8;

/** How the tapped classes, which live in the sandbox of a suite, find the witness. */
export const WITNESS = Symbol.for('nest-mcp.test.witness');

/** Sees every message the server sends during one suite, and keeps what is wrong with them. */
class Witness {
  /** Without the schemas nothing can be judged. */
  isBlind = !hasSchemas();
  #counts = new Map();
  #violations = new Map();
  #onReset = [];

  /** A suite begins. */
  reset() {
    this.#counts.clear();
    this.#violations.clear();
    for (const forget of this.#onReset) forget();
  }

  /** @param forget called when a suite begins */
  onReset(forget) {
    this.#onReset.push(forget);
  }

  /** How many messages came by a tap. */
  count(tap) {
    return this.#counts.get(tap) ?? 0;
  }

  /**
   * Judges one message.
   *
   * @param judge gives the revision, what the message is, and its problems
   */
  saw(tap, message, judge) {
    if (this.isBlind) return;
    this.#counts.set(tap, this.count(tap) + 1);
    const { revision, what, problems } = judge();
    if (problems.length === 0) return;
    const shown = cut(JSON.stringify(message));
    const text = [...new Set(problems)].slice(0, MAX_PROBLEMS).map((problem) => `    ${problem}`);
    // Two taps may see the same message.
    const key = `${what} ${shown} ${text}`;
    if (this.#violations.has(key)) return;
    this.#violations.set(
      key,
      [`  ${what} in ${revision}, seen by ${tap}:`, ...text, `    ${shown}`].join('\n'),
    );
  }

  /** What was wrong since the last time, each as text; it is forgotten. */
  take() {
    const violations = [...this.#violations.values()];
    this.#violations.clear();
    return violations;
  }
}

const cut = (text) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** A process runs one suite at a time. */
export const witness = new Witness();
