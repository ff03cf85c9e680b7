import { checkOptions } from './check-options.js';
import type { CapabilityOptions } from './dispatch/capability-options.interface.js';
import { declareCapabilities } from './dispatch/declared-capabilities.js';
import type { CacheHints } from './dispatch/result-encoder.js';
import type { DispatchOptions } from './dispatch/dispatch-options.interface.js';
import type { ServerIdentity } from './dispatch/server-identity.js';
import type { McpLimits } from './mcp.limits.js';
import { resolveLimits } from './mcp.limits.js';
import type { McpModuleOptions } from './mcp.options.js';
import { DEFAULT_SERVER_ID } from './mcp.tokens.js';
import { PACKAGE_VERSION } from './package-version.js';
import { SKILLS_EXTENSION } from './protocol/extension-id.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import type { JsonObject } from './protocol/json.js';
import { ServedRevisions } from './protocol/revisions/served-revisions.js';
import type { PrincipalOptions } from './authorization/principal-resolver.js';
import { deepFreeze } from './schema/deep-freeze.js';
import type { DiscoveryScope } from './registry/discovery/membership.js';
import { snakeCase } from './registry/discovery/snake-case.js';
import type { SessionOptions } from './sessions/session-options.interface.js';
import type { TaskOptions } from './tasks/task-options.interface.js';
import type { SkillsOptions } from './skills/skills-options.interface.js';
import { legacySsePaths } from './transports/http/endpoint-paths.js';
import type { HttpOptions } from './transports/http/http-options.interface.js';

/** Options after validation: complete and frozen. */
export interface ResolvedOptions {
  readonly id: string;
  readonly identity: ServerIdentity;
  /** As they were given. */
  readonly capabilities: CapabilityOptions;
  readonly revisions: ServedRevisions;
  readonly cacheHints: CacheHints;
  readonly naming: (method: string) => string;
  readonly nullableOptionalOutputs: boolean;
  readonly discovery: DiscoveryScope;
  readonly dispatch: DispatchOptions;
  readonly principals: PrincipalOptions;
  readonly authorization: AuthorizationOptions;
  /** A class is not resolved yet. */
  readonly instrumentation: McpModuleOptions['instrumentation'];
  readonly http: HttpOptions | false;
  readonly sessions: SessionOptions | false;
  readonly tasks: TaskOptions;
  readonly skills: SkillsOptions | undefined;
  /** A class is not resolved yet. */
  readonly hooks: McpModuleOptions['hooks'];
  readonly limits: McpLimits;
}

/** Options that decide who may do what; classes are not resolved yet. */
export type AuthorizationOptions = Pick<
  McpModuleOptions,
  | 'authorizer'
  | 'authorizerSource'
  | 'requireAuthorization'
  | 'requestStateSecrets'
  | 'spentApprovals'
  | 'audit'
>;

/** @throws McpConfigurationError naming the option and the remedy */
export function resolveOptions(options: McpModuleOptions): ResolvedOptions {
  checkOptions(options);
  const limits = resolveLimits(options.limits);
  const {
    id = DEFAULT_SERVER_ID,
    naming = snakeCase,
    http = {},
    principal,
    principalKey,
  } = options;
  const revisions = new ServedRevisions(options.protocolVersions);
  requireLegacyEra(revisions, http);
  return Object.freeze({
    id,
    identity: identityOf(options),
    capabilities: Object.freeze({ ...options.capabilities }),
    revisions,
    cacheHints: Object.freeze({ ...options.cacheHints }),
    naming,
    nullableOptionalOutputs: options.nullableOptionalOutputs ?? false,
    discovery: options.discovery ?? 'application',
    dispatch: Object.freeze({
      inputErrors: options.inputErrors ?? 'result',
      unknownToolCode: options.unknownToolCode,
      unknownToolReply: options.unknownToolReply,
      auditArguments: options.auditArguments ?? false,
      auditResults: options.auditResults ?? false,
      secretFormFields: options.secretFormFields ?? 'warn',
      asyncContext: options.asyncContext ?? false,
      sessionState: http === false ? undefined : http.sessionState,
      pageSize: limits.pageSize,
    }),
    principals: Object.freeze({ principal, principalKey }),
    authorization: authorizationOf(options),
    instrumentation: options.instrumentation,
    http: http === false ? false : frozenCopy(http),
    sessions: options.sessions === false ? false : Object.freeze({ ...options.sessions }),
    tasks: Object.freeze({ ...options.tasks }),
    skills: options.skills && frozenCopy(options.skills),
    hooks: options.hooks,
    limits,
  });
}

/** The one transport that carries nothing else. */
export function requireLegacyEra({ legacy }: ServedRevisions, http: HttpOptions | false): void {
  if (http === false || legacy.length > 0 || legacySsePaths(http) === undefined) return;
  throw new McpConfigurationError(
    'McpModule option http.legacySse needs a revision up to 2025-11-25, and protocolVersions has ' +
      'none; add one, or leave http.legacySse out',
  );
}

function identityOf(options: McpModuleOptions): ServerIdentity {
  const { name, version = PACKAGE_VERSION, title, description, websiteUrl, icons } = options;
  return {
    info: frozenCopy({ name, version, title, description, websiteUrl, icons }),
    instructions: options.instructions,
    capabilities: declareCapabilities(options.capabilities),
    extensions: extensionsOf(options),
  };
}

function extensionsOf({
  extensions = {},
  skills,
}: McpModuleOptions): Readonly<Record<string, JsonObject>> {
  const declared = JSON.parse(JSON.stringify(extensions)) as Record<string, JsonObject>;
  return deepFreeze({
    ...declared,
    ...(skills !== undefined && { [SKILLS_EXTENSION]: { directoryRead: true } }),
  });
}

function authorizationOf(options: McpModuleOptions): AuthorizationOptions {
  const { authorizer, authorizerSource, requireAuthorization } = options;
  const { requestStateSecrets, spentApprovals, audit } = options;
  return frozenCopy({
    authorizer,
    authorizerSource,
    requireAuthorization,
    requestStateSecrets,
    spentApprovals,
    audit,
  });
}

/** Lists are copied as well: the caller keeps its own. */
function frozenCopy<T extends object>(given: T): T {
  const members = Object.entries(given).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? Object.freeze([...(value as unknown[])]) : value,
  ]);
  return Object.freeze(Object.fromEntries(members)) as T;
}
