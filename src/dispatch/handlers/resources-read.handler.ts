import type { Logger } from '@nestjs/common';
import type { JsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type {
  ResourceDefinition,
  ResourceTemplateDefinition,
} from '../../registry/definitions.interface.js';
import type { UriMatch } from '../../registry/uri-template/uri-match.interface.js';
import { describeIssues } from '../../schema/describe-issues.js';
import { toResourceResult } from '../../schema/result/to-resource-result.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import { openHandler } from '../open-handler.js';
import { describeFailure } from '../failures/failure.js';
import { readFailure, resourceNotFound } from '../failures/read-failure.js';
import type { ActiveCall } from '../active-call.js';
import { invokeHandler, passGuards } from '../input-requests/invoke-handler.js';
import { InputRequired } from '../input-required.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';

/** Reads a resource: a fixed URI first, then the most specific template that matches. */
export class ResourcesReadHandler implements MethodHandler {
  readonly method = 'resources/read';
  readonly access = 'read';
  readonly runs = 'slot';
  readonly mayAsk = true;
  readonly capability = 'resources';
  readonly routingMember = 'uri';

  constructor(
    private readonly catalogues: CallCatalogues,
    private readonly logger: Logger,
  ) {}

  async handle(call: ActiveCall): Promise<JsonObject> {
    const uri = readString(call.params, 'uri', this.method);
    const found = this.catalogues.of(call).findResource(uri);
    if (found === undefined) throw resourceNotFound(uri, call.context.revision);
    if ('resource' in found) return this.read(found.resource, uri, {}, call);
    return this.read(found.template, uri, variablesOf(found.match, uri), call);
  }

  private async read(
    definition: ResourceDefinition | ResourceTemplateDefinition,
    uri: string,
    variables: JsonObject,
    call: ActiveCall,
  ): Promise<JsonObject> {
    const { handler, mimeType } = definition;
    const notFound = () => resourceNotFound(uri, call.context.revision);
    try {
      const run = await openHandler(call, handler, 'resource', uri, variables);
      await passGuards(call, run);
      const input = await validateVariables(definition, variables);
      const value = await invokeHandler(call, run, input);
      const result = toResourceResult(value, uri, mimeType);
      if (result === undefined) throw notFound();
      call.commitState();
      return { ...result };
    } catch (thrown) {
      // Nobody waits for what a call that was given up still throws; questions are no failure.
      if (call.signal.aborted || thrown instanceof InputRequired) throw thrown;
      throw readFailure(describeFailure(thrown, handler.place, this.logger), call, notFound);
    }
  }
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
