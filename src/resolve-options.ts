import type { CacheHints } from './dispatch/result-encoder.js';
import type { DispatchOptions } from './dispatch/dispatch-options.interface.js';
import type { ServerIdentity } from './dispatch/server-identity.js';
import type { McpLimits } from './mcp.limits.js';
import { resolveLimits } from './mcp.limits.js';
import type { McpModuleOptions } from './mcp.options.js';
import { DEFAULT_SERVER_ID } from './mcp.tokens.js';
import { PACKAGE_VERSION } from './package-version.js';
import { CACHEABLE_METHODS } from './protocol/cache-hint.interface.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import type { CapabilityName } from './protocol/revisions/revision.interface.js';
import { MIN_SECRET_BYTES } from './dispatch/approvals/request-state-codec.js';
import { ServedRevisions } from './protocol/revisions/served-revisions.js';
import type { PrincipalOptions } from './authorization/principal-resolver.js';
import { snakeCase } from './registry/discovery/snake-case.js';
import type { HttpOptions } from './transports/http/http-options.interface.js';

const CAPABILITIES: readonly CapabilityName[] = [
  'tools',
  'resources',
  'prompts',
  'completions',
  'logging',
];

/** Options after validation: complete and frozen. */
export interface ResolvedOptions {
  readonly id: string;
  readonly identity: ServerIdentity;
  readonly revisions: ServedRevisions;
  readonly cacheHints: CacheHints;
  readonly naming: (method: string) => string;
  readonly dispatch: DispatchOptions;
  readonly principals: PrincipalOptions;
  readonly authorization: AuthorizationOptions;
  readonly http: HttpOptions | false;
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

/** Every option there is; anything else is a typing mistake that would silently do nothing. */
const KNOWN: Readonly<Record<keyof McpModuleOptions, true>> = {
  id: true,
  name: true,
  version: true,
  title: true,
  description: true,
  icons: true,
  websiteUrl: true,
  instructions: true,
  authorizer: true,
  authorizerSource: true,
  requireAuthorization: true,
  requestStateSecrets: true,
  spentApprovals: true,
  audit: true,
  principal: true,
  principalKey: true,
  capabilities: true,
  protocolVersions: true,
  cacheHints: true,
  naming: true,
  inputErrors: true,
  unknownToolReply: true,
  unknownToolCode: true,
  http: true,
  limits: true,
  isGlobal: true,
};

const KNOWN_HTTP: Readonly<Record<keyof HttpOptions, true>> = {
  path: true,
  decorators: true,
  guards: true,
  publicUrl: true,
  allowedOrigins: true,
  allowedHosts: true,
};

/** @throws McpConfigurationError naming the option and the remedy */
export function resolveOptions(options: McpModuleOptions): ResolvedOptions {
  checkMembers(options, KNOWN, '');
  checkTypes(options);
  const limits = resolveLimits(options.limits);
  const {
    id = DEFAULT_SERVER_ID,
    naming = snakeCase,
    http = {},
    principal,
    principalKey,
  } = options;
  if (http !== false) checkHttp(http);
  return Object.freeze({
    id,
    identity: identityOf(options),
    revisions: new ServedRevisions(options.protocolVersions),
    cacheHints: checkCacheHints(options.cacheHints ?? {}),
    naming,
    dispatch: Object.freeze({
      inputErrors: options.inputErrors ?? 'result',
      unknownToolCode: options.unknownToolCode,
      unknownToolReply: options.unknownToolReply,
      pageSize: limits.pageSize,
    }),
    principals: Object.freeze({ principal, principalKey }),
    authorization: authorizationOf(options),
    http: http === false ? false : Object.freeze({ ...http }),
    limits,
  });
}

function identityOf(options: McpModuleOptions): ServerIdentity {
  const { name, version = PACKAGE_VERSION, title, description, websiteUrl, icons } = options;
  checkIcons(icons ?? []);
  checkMembers(options.capabilities ?? {}, toSet(CAPABILITIES), 'capabilities.');
  const declared = CAPABILITIES.filter(
    (capability) => options.capabilities?.[capability] !== false,
  );
  return Object.freeze({
    info: Object.freeze({ name, version, title, description, websiteUrl, icons }),
    instructions: options.instructions,
    capabilities: new Set(declared),
  });
}

function authorizationOf(options: McpModuleOptions): AuthorizationOptions {
  const { authorizer, authorizerSource, requireAuthorization, requestStateSecrets } = options;
  const { spentApprovals, audit } = options;
  const isAuthorizer = typeof authorizer === 'function' || hasMethod(authorizer, 'authorize');
  if (authorizer !== undefined && !isAuthorizer) {
    throw wrong('authorizer', 'must be a class or have a method `authorize`', 'or be left out');
  }
  if (!['configured', 'default', undefined].includes(authorizerSource)) {
    throw wrong('authorizerSource', 'must be "configured" or "default"', 'or be left out');
  }
  for (const secret of requestStateSecrets ?? []) {
    if (Buffer.byteLength(secret) < MIN_SECRET_BYTES) {
      throw wrong(
        'requestStateSecrets',
        `has a secret of fewer than ${MIN_SECRET_BYTES} bytes`,
        "make one with crypto.randomBytes(32).toString('base64')",
      );
    }
  }
  return Object.freeze({
    authorizer,
    authorizerSource,
    requireAuthorization,
    requestStateSecrets,
    spentApprovals,
    audit,
  });
}

const hasMethod = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';

function checkTypes(options: McpModuleOptions): void {
  for (const name of ['name', 'version'] as const) {
    const value: unknown = options[name];
    if (name === 'version' && value === undefined) continue;
    if (typeof value !== 'string' || value === '') {
      throw wrong(name, 'must be a non-empty string', `give McpModule.forRoot({ ${name}: '…' })`);
    }
  }
  for (const name of ['id', 'title', 'description', 'websiteUrl', 'instructions'] as const) {
    checkOptional(options, name, 'string');
  }
  for (const name of ['principal', 'principalKey', 'naming', 'unknownToolReply'] as const) {
    checkOptional(options, name, 'function');
  }
  checkOptional(options, 'unknownToolCode', 'number');
  checkOptional(options, 'requireAuthorization', 'boolean');
  const { inputErrors } = options;
  if (inputErrors !== undefined && inputErrors !== 'result' && inputErrors !== 'protocol') {
    throw wrong('inputErrors', 'must be "result" or "protocol"', 'leave it out for "result"');
  }
}

function checkOptional(
  options: McpModuleOptions,
  name: keyof McpModuleOptions,
  type: string,
): void {
  const value: unknown = options[name];
  if (value === undefined || typeof value === type) return;
  throw wrong(name, `must be a ${type}`, 'or leave it out');
}

function checkHttp(http: HttpOptions): void {
  checkMembers(http, KNOWN_HTTP, 'http.');
  if (http.path !== undefined && (typeof http.path !== 'string' || /[:*{}()?]/.test(http.path))) {
    throw wrong('http.path', 'must be a fixed path', "such as 'mcp' or 'ai/mcp'");
  }
  if (http.publicUrl !== undefined && !URL.canParse(http.publicUrl)) {
    throw wrong('http.publicUrl', 'must be an absolute URL', "such as 'https://shop.example/mcp'");
  }
}

function checkIcons(icons: NonNullable<McpModuleOptions['icons']>): void {
  for (const icon of icons) {
    if (!/^(https?:|data:)/.test(icon.src)) {
      throw wrong('icons', `has an icon whose src is "${icon.src}"`, 'use an https: or data: URI');
    }
  }
}

function checkCacheHints(hints: CacheHints): CacheHints {
  checkMembers(hints, toSet(CACHEABLE_METHODS), 'cacheHints.');
  for (const [method, hint] of Object.entries(hints)) {
    const isScope = hint.cacheScope === 'public' || hint.cacheScope === 'private';
    if (!Number.isInteger(hint.ttlMs) || hint.ttlMs < 0 || !isScope) {
      throw wrong(
        `cacheHints["${method}"]`,
        'needs ttlMs (whole milliseconds, 0 or more) and cacheScope ("public" or "private")',
        'for example { ttlMs: 60_000, cacheScope: "private" }',
      );
    }
  }
  return Object.freeze({ ...hints });
}

function checkMembers(given: object, known: object, prefix: string): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue;
    const all = Object.keys(known).join(', ');
    throw wrong(`${prefix}${name}`, 'does not exist', `the options are ${all}`);
  }
}

const toSet = (names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, true]));

const wrong = (option: string, problem: string, remedy: string): McpConfigurationError =>
  new McpConfigurationError(`McpModule option ${option} ${problem}; ${remedy}`);
