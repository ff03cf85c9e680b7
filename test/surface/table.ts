/**
 * The server surface as clients see it: one table of features, which every link of `ways.ts` runs
 * through, in both eras and over both transports.
 *
 * To add a row, write a sentence and a function of the link into the file of its topic in `rows/`:
 *
 *     'a tool can whistle': async ({ client }) => {
 *       expect(textOf(await client.callTool({ name: 'whistle' }))).toBe('fweet');
 *     },
 *
 * and the tool, if there is none, into `test/apps/surface`. Prefer `link.client`, the official client;
 * `link.ask()` sends by hand what it cannot. Where eras differ, ask `link.era` or `link.expected`
 * in that row, or put what several rows need into one function beside this file. Rows of a link run one
 * after the other on one server, so a row leaves things as it found them.
 */
import { ARGUMENT_ROWS } from './rows/arguments.rows.js';
import { BUILDER_ROWS } from './rows/builders.rows.js';
import { CHANGE_ROWS } from './rows/changes.rows.js';
import { COMPLETION_ROWS } from './rows/completion.rows.js';
import { CONTEXT_ROWS } from './rows/context.rows.js';
import { ERROR_ROWS } from './rows/errors.rows.js';
import { LIST_ROWS } from './rows/lists.rows.js';
import { LOGGING_ROWS } from './rows/logging.rows.js';
import { ORDER_ROWS } from './rows/order.rows.js';
import { PRIVACY_ROWS } from './rows/privacy.rows.js';
import { PROGRESS_ROWS } from './rows/progress.rows.js';
import { PROMPT_ROWS } from './rows/prompts.rows.js';
import { RESOURCE_ROWS } from './rows/resources.rows.js';
import { RESULT_ROWS } from './rows/results.rows.js';
import { SESSION_ROWS } from './rows/session.rows.js';
import type { Rows } from './surface-link.interface.js';

/** Rows by topic. */
export const TABLE: Readonly<Record<string, Rows>> = {
  lists: LIST_ROWS,
  arguments: ARGUMENT_ROWS,
  results: RESULT_ROWS,
  resources: RESOURCE_ROWS,
  prompts: PROMPT_ROWS,
  completion: COMPLETION_ROWS,
  errors: ERROR_ROWS,
  changes: CHANGE_ROWS,
  logging: LOGGING_ROWS,
  progress: PROGRESS_ROWS,
  order: ORDER_ROWS,
  context: CONTEXT_ROWS,
  privacy: PRIVACY_ROWS,
  builders: BUILDER_ROWS,
  session: SESSION_ROWS,
};
