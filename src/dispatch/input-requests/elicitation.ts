import type { IdGenerator } from '../../protocol/id-generator.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import { toBasicForm } from '../../schema/form/basic-form.js';
import { McpClientRequestError } from './client-request.error.js';
import type { ElicitationForm } from './elicitation-forms.js';
import type { InputRequest } from './input-request.interface.js';
import { InvalidAnswerError } from './input-request.interface.js';

/**
 * What a person did with a form: filled it in, said no, or put it away.
 *
 * @publicApi
 */
export type ElicitResult<T> =
  | { readonly action: 'accept'; readonly content: T }
  | { readonly action: 'decline' | 'cancel'; readonly content?: undefined };

/**
 * A page to which a person is sent (2025-11-25 and later).
 *
 * @publicApi
 */
export interface UrlElicitation {
  /** Why, in words for the person. */
  readonly message: string;
  /**
   * An `https:` address; `http:` on this machine only. It must not log anybody in by itself, and the page
   * must check who opens it.
   */
  readonly url: string;
  /**
   * Names it for `elicitationComplete()`, once the page is done; put it into the address, so that the
   * page can tell. At least 16 characters that nobody can guess, and the same whenever the method is
   * run: `await ctx.once('payment', () => randomUUID())`. Default: one that you do not learn.
   */
  readonly id?: string;
}

/**
 * What a person did with the address. `accept` means that they agreed to open it, not that they are
 * done there.
 *
 * @publicApi
 */
export interface UrlElicitResult {
  readonly action: 'accept' | 'decline' | 'cancel';
}

/**
 * What a form can hold.
 *
 * @publicApi
 */
export type FormContent = Readonly<Record<string, string | number | boolean | readonly string[]>>;

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @throws McpClientRequestError for a form the revision cannot show */
export function formRequest(
  message: string,
  form: ElicitationForm,
  revision: Revision,
): InputRequest<ElicitResult<unknown>> {
  return {
    method: 'elicitation/create',
    // `mode` is left out: a form is the default, and 2025-06-18 does not know the member.
    params: { message, requestedSchema: formFor(form, revision) },
    needs: ['elicitation.form'],
    read: async (result) => {
      const action = readAction(result);
      if (action !== 'accept') return { action };
      return { action, content: await form.read((result as JsonObject).content) };
    },
  };
}

/** Random ones are longer, numbers of orders are not. */
const MIN_ID_LENGTH = 16;

/** @throws TypeError for an address that is not safe to send, and for an id that can be guessed */
export function urlRequest(
  { message, url, id }: UrlElicitation,
  revision: Revision,
  nextId: IdGenerator,
): InputRequest<UrlElicitResult> {
  requireSafe(url);
  if (id !== undefined) requireUnguessable(id);
  const hasId = revision.elicitation?.url === 'with-id';
  const elicitationId = hasId ? (id ?? nextId()) : undefined;
  return {
    method: 'elicitation/create',
    params: { mode: 'url', message, url, ...(hasId && { elicitationId }) },
    needs: ['elicitation.url'],
    elicitationId,
    read: (result) => ({ action: readAction(result) }),
  };
}

function formFor({ schema }: ElicitationForm, { elicitation, version }: Revision): JsonObject {
  if (elicitation?.forms !== 'basic') return { ...schema };
  const { form, impossible } = toBasicForm(schema);
  if (impossible.length === 0) return { ...form };
  throw new McpClientRequestError(
    'unsupported',
    `elicitation/create: a client of ${version} cannot choose several values (${impossible.join(', ')})`,
  );
}

function readAction(result: unknown): 'accept' | 'decline' | 'cancel' {
  const action = isJsonObject(result) ? result.action : undefined;
  if (action === 'accept' || action === 'decline' || action === 'cancel') return action;
  throw new InvalidAnswerError('is not the result of an elicitation');
}

function requireUnguessable(id: unknown): void {
  if (typeof id === 'string' && id.length >= MIN_ID_LENGTH) return;
  throw new TypeError(
    `ctx.elicitUrl(): the id must have at least ${MIN_ID_LENGTH} characters, such as randomUUID()`,
  );
}

function requireSafe(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isSecure =
    parsed?.protocol === 'https:' ||
    (parsed?.protocol === 'http:' && LOOPBACK.has(parsed.hostname));
  if (!isSecure) {
    throw new TypeError(`ctx.elicitUrl() needs an https: address, not ${JSON.stringify(url)}`);
  }
  // 2025-11-25, Elicitation: the client sees the address, so it must not log anybody in.
  if (parsed?.username !== '' || parsed.password !== '') {
    throw new TypeError('ctx.elicitUrl(): the address must not hold a user name or password');
  }
}
