/**
 * The environment of every suite: a test fails that makes the server send a message the official JSON
 * Schema of its revision does not allow. HTTP and processes are tapped here, by means of Node's own
 * classes, and outside the sandbox of the suite, so that schemas are compiled once per process. The
 * classes of the package that need a tap have one in `test/wire/tapped-*.ts`, which the module mapper
 * of jest puts in their place.
 */
import { tapHttp } from '../wire/tap-http.mjs';
import { tapProcesses } from '../wire/tap-processes.mjs';
import { WITNESS, witness } from '../wire/witness.mjs';
import { Conversation } from '../wire/conversation.mjs';
import OpenHandlesEnvironment from './open-handles-environment.mjs';

tapHttp();
tapProcesses();

export default class CheckedWireEnvironment extends OpenHandlesEnvironment {
  async handleTestEvent(event, state) {
    if (event.name === 'setup') {
      witness.reset();
      this.global[WITNESS] = { witness, Conversation };
    }
    // Whatever is seen outside of a test counts for the next one, or for the suite after the last.
    if (event.name === 'test_done') report((error) => event.test.errors.push(error));
    await super.handleTestEvent(event, state);
    if (event.name === 'run_finish') report((error) => state.unhandledErrors.push(error));
  }
}

function report(fail) {
  const violations = witness.take();
  if (violations.length === 0) return;
  const error = new Error(
    ['The server sent what the schema of its revision does not allow.', ...violations].join('\n\n'),
  );
  error.stack = error.message;
  fail(error);
}
