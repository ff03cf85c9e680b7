import type { JsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type {
  ResourceDefinition,
  ResourceTemplateDefinition,
} from '../../registry/definitions.interface.js';
import type { HandlerRun } from '../../registry/handlers/bound-handler.interface.js';
import type { ResourceMatch } from '../../registry/catalogue.interface.js';
import type { UriMatch } from '../../registry/uri-template/uri-match.interface.js';
import { describeIssues } from '../../schema/describe-issues.js';
import { toResourceResult } from '../../schema/result/to-resource-result.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import { openHandler } from '../open-handler.js';
import { isResourceNotFound, resourceNotFound } from '../failures/read-failure.js';
import type { ReadFailures } from '../failures/read-failures.js';
import type { ActiveCall } from '../active-call.js';
import { invokeHandler, passGuards } from '../input-requests/invoke-handler.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';

/** A method that may serve the URI, and what it is given. */
interface Candidate {
  readonly definition: ResourceDefinition | ResourceTemplateDefinition;
  readonly uri: string;
  readonly variables: JsonObject;
}

/**
 * Reads a resource: a fixed URI first, then the templates that match, the most specific first. A
 * template whose method says that there is no such resource yields to the next one. Everything else is
 * final. So is what guards say, even that nothing is there: a less specific template must not serve what
 * they protect. And so is what a fixed resource says, since it alone is listed under this URI.
 */
export class ResourcesReadHandler implements MethodHandler {
  readonly method = 'resources/read';
  readonly access = 'read';
  readonly runs = 'slot';
  readonly mayAsk = true;
  readonly capability = 'resources';
  readonly routingMember = 'uri';

  constructor(
    private readonly catalogues: CallCatalogues,
    private readonly failures: ReadFailures,
  ) {}

  async handle(call: ActiveCall): Promise<JsonObject> {
    const uri = readString(call.params, 'uri', this.method);
    let refusal = resourceNotFound(uri, call.context.revision);
    for (const found of this.catalogues.of(call).findResources(uri)) {
      // A call that was given up meanwhile tries no other method.
      call.signal.throwIfAborted();
      const candidate = candidateOf(found, uri);
      const run = await this.enter(candidate, call);
      try {
        return await this.serve(candidate, run, call);
      } catch (thrown) {
        if ('resource' in found || !isResourceNotFound(thrown, uri)) throw thrown;
        refusal = thrown;
        call.session.dropState();
      }
    }
    throw refusal;
  }

  private enter(candidate: Candidate, call: ActiveCall): Promise<HandlerRun> {
    const { definition, uri, variables } = candidate;
    return this.telling(candidate, call, async () => {
      const run = await openHandler(call, definition.handler, 'resource', uri, variables);
      await passGuards(call, run);
      return run;
    });
  }

  private serve(candidate: Candidate, run: HandlerRun, call: ActiveCall): Promise<JsonObject> {
    const { definition, uri, variables } = candidate;
    return this.telling(candidate, call, async () => {
      const input = await validateVariables(definition, variables);
      const value = await invokeHandler(call, run, input);
      const result = toResourceResult(value, uri, definition.mimeType);
      if (result === undefined) throw resourceNotFound(uri, call.context.revision);
      call.session.commitState();
      const { catalogues } = this;
      // What only its session is offered is nobody else's (2026-07-28, Caching).
      return catalogues.isOwn(catalogues.of(call))
        ? { ...result, cacheScope: 'private' }
        : { ...result };
    });
  }

  /** @throws what the client may learn of what `work` threw */
  private async telling<T>(
    { definition: { handler }, uri }: Candidate,
    call: ActiveCall,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      throw this.failures.toThrow(thrown, call, {
        place: handler.place,
        notFound: () => resourceNotFound(uri, call.context.revision),
      });
    }
  }
}

function candidateOf(found: ResourceMatch, uri: string): Candidate {
  if ('resource' in found) return { definition: found.resource, uri, variables: {} };
  return { definition: found.template, uri, variables: variablesOf(found.match, uri) };
}

function variablesOf(match: UriMatch, uri: string): JsonObject {
  if (match.kind === 'malformed') {
    throw invalidParams(`${uri}: the value of "${match.variable}" cannot be read`, {
      uri,
      reason: match.reason,
    });
  }
  return Object.fromEntries(match.variables);
}

async function validateVariables(
  definition: ResourceDefinition | ResourceTemplateDefinition,
  variables: JsonObject,
): Promise<unknown> {
  if (!('template' in definition) || definition.input === undefined) return variables;
  const outcome = await definition.input.validate(variables);
  if (!outcome.ok) throw invalidParams(describeIssues(outcome.issues), { issues: outcome.issues });
  return outcome.value;
}
