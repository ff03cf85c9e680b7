import type { Root } from '../dispatch/input-requests/roots.js';
import type { JsonObject } from '../protocol/json.js';
import type { SamplingRequest, SamplingResult } from '../protocol/sampling.interface.js';

/**
 * What the person at a test client is asked: to fill in a form, or to open an address.
 *
 * @publicApi
 */
export interface TestElicitation {
  readonly message: string;
  /** The address; `undefined` for a form. */
  readonly url: string | undefined;
  /** The form; `undefined` for an address. */
  readonly requestedSchema: JsonObject | undefined;
}

/**
 * What they do: `content` is what they fill in.
 *
 * @publicApi
 */
export interface TestElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: JsonObject;
}

/**
 * The person at a test client.
 *
 * @publicApi
 */
export type ElicitHandler = (
  question: TestElicitation,
) => TestElicitationAnswer | Promise<TestElicitationAnswer>;

/**
 * The model of a test client; a text is its whole answer.
 *
 * @publicApi
 */
export type SampleHandler = (
  request: SamplingRequest,
) => string | SamplingResult | Promise<string | SamplingResult>;

/**
 * The roots of a test client.
 *
 * @publicApi
 */
export type RootsHandler = () => readonly Root[] | Promise<readonly Root[]>;
