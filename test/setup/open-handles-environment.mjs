/**
 * The node environment, with two rules more: a suite that leaves handles open fails, and so does one
 * that handles a rejected promise too late (`--unhandled-rejections=strict`: Node ends the process
 * before a late handler runs; jest alone forgives it).
 *
 * The check is made here and not in a global `afterAll`: jest runs those in the order of their
 * definition, so one of a setup file would run before the spec's own `afterAll` closes the server.
 */
import { TestEnvironment } from 'jest-environment-node';

/** How long a suite's last sockets and processes may take to close after its last hook. */
const GRACE_MS = 2_000;
const POLL_MS = 10;

/** After so many timers the finished ones are forgotten. */
const SWEEP_AFTER = 1_000;

/**
 * What comes and goes on jest's account: requests to the file system while it loads modules, and its
 * timers, which are indistinguishable from others here; see `#watchTimers` for those of the suite.
 */
const JEST_OWN = new Set(['FSReqCallback', 'FSReqPromise', 'Immediate', 'Timeout']);

function countResources() {
  const counts = new Map();
  for (const type of process.getActiveResourcesInfo()) {
    if (!JEST_OWN.has(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export default class OpenHandlesEnvironment extends TestEnvironment {
  #timers = new Map();
  #before = new Map();
  #rejections = new Map();
  #sweepAt = SWEEP_AFTER;

  async handleTestEvent(event, state) {
    if (event.name === 'setup') {
      // These open a handle at their first use: a console.log, or any import of node:process.
      void process.stdin;
      void process.stdout;
      void process.stderr;
      this.#watchTimers();
      this.#before = countResources();
    }
    if (event.name === 'error' && event.promise !== undefined) {
      this.#rejections.set(event.promise, event.error);
    }
    if (event.name === 'error_handled') {
      state.unhandledErrors.push(this.#rejections.get(event.promise));
    }
    if (event.name === 'run_finish') {
      const open = await this.#settle();
      if (open.length > 0) {
        const error = new Error(`the suite left open: ${open.join(', ')}`);
        error.stack = [error.message, ...this.#origins()].join('\n');
        state.unhandledErrors.push(error);
      }
    }
  }

  /** By now jest holds its own reference to the timer functions, so these are the suite's alone. */
  #watchTimers() {
    for (const name of ['setTimeout', 'setInterval']) {
      const original = this.global[name];
      const watched = (...args) => {
        const timer = original(...args);
        if (this.#timers.size >= this.#sweepAt) this.#sweep();
        this.#timers.set(timer, new Error(name));
        return timer;
      };
      this.global[name] = Object.defineProperties(
        watched,
        Object.getOwnPropertyDescriptors(original),
      );
    }
  }

  /** A timer that is unref'd keeps no process alive and is nobody's open handle. */
  #openTimers() {
    return [...this.#timers].filter(([timer]) => !timer._destroyed && timer.hasRef());
  }

  #sweep() {
    for (const timer of this.#timers.keys()) if (timer._destroyed) this.#timers.delete(timer);
    this.#sweepAt = this.#timers.size + SWEEP_AFTER;
  }

  #open() {
    const counts = countResources();
    const grown = [...counts]
      .map(([type, count]) => [type, count - (this.#before.get(type) ?? 0)])
      .filter(([, count]) => count > 0)
      .map(([type, count]) => `${count} ${type}`);
    const timers = this.#openTimers().length;
    return timers > 0 ? [...grown, `${timers} Timeout`] : grown;
  }

  async #settle() {
    const deadline = performance.now() + GRACE_MS;
    let open = this.#open();
    while (open.length > 0 && performance.now() < deadline) {
      await sleep(POLL_MS);
      open = this.#open();
    }
    return open;
  }

  /** Where the timers came from; Node keeps no such record of other handles. */
  #origins() {
    return this.#openTimers().map(([, { message, stack }]) => {
      const frames = String(stack).split('\n').slice(2, 6);
      return [`  ${message} called`, ...frames].join('\n');
    });
  }
}
