import type { JsonObject } from '../protocol/json.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { ClientAnswers } from './client-answers.js';
import { failedExchange } from './failed-exchange.js';
import type { Incoming } from './incoming.js';
import { McpTestError } from './mcp-test.error.js';
import type { RunningRequests } from './running-requests.js';
import { show } from './show.js';
import type { TestExchange, TestLink } from './test-link.interface.js';

/** Where the facts come from. */
export interface KnownFactsParts {
  readonly link: TestLink;
  readonly revision: Revision;
  readonly answers: ClientAnswers;
  readonly incoming: Incoming;
  readonly running: RunningRequests;
  /** What the application knows of an exchange that went wrong, as lines. */
  readonly explain: (exchange: TestExchange) => readonly string[];
}

/** Makes the errors of a client, each with everything that was known when it was made. */
export class KnownFacts {
  constructor(private readonly parts: KnownFactsParts) {}

  /** @param details lines that belong to this error alone */
  error(message: string, details: readonly string[] = []): McpTestError {
    return this.asOfNow()(message, details);
  }

  /** Makes errors later with what is known now. */
  asOfNow(): (message: string, details?: readonly string[]) => McpTestError {
    const known = this.lines();
    return (message, details = []) =>
      new McpTestError([message, ...details, ...known].join('\n  '));
  }

  /** The error of a request that got no result. */
  failure(method: string, params: JsonObject, exchange: TestExchange): McpTestError {
    const known = [...this.parts.explain(exchange), ...this.lines()];
    return failedExchange(method, params, exchange, known);
  }

  private lines(): readonly string[] {
    const { link, revision, answers, incoming, running } = this.parts;
    const { unanswered } = answers.questions;
    const told = incoming.log.all.map(({ method, params }) => `${method} ${show(params, 200)}`);
    const declared = Object.keys(answers.capabilities).join(', ') || 'nothing';
    return [
      `client: ${revision.version} ${link.description}, declares ${declared}`,
      ...running.description,
      ...(unanswered.length > 0 ? [`questions without an answer: ${unanswered.join('; ')}`] : []),
      `notifications so far: ${show(told.join('; ') || 'none')}`,
    ];
  }
}
