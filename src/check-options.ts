import { CAPABILITY_FLAGS } from './dispatch/declared-capabilities.js';
import { MIN_SECRET_BYTES } from './dispatch/request-state/request-state-codec.js';
import type { CacheHints } from './dispatch/result-encoder.js';
import type { McpModuleOptions, McpStaticOptions } from './mcp.options.js';
import { isApplicationCode } from './protocol/application-codes.js';
import { CACHEABLE_METHODS, isCacheHint } from './protocol/cache-hint.interface.js';
import type { Implementation } from './protocol/implementation.interface.js';
import { checkIcons } from './protocol/check-icons.js';
import { isExtensionId, SKILLS_EXTENSION, TASKS_EXTENSION } from './protocol/extension-id.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import type { OptionKind } from './option-kinds.js';
import {
  callback,
  checkMembers,
  classOrObjectWith,
  flag,
  flagOrObject,
  isObject,
  listOf,
  object,
  objectOrFalse,
  oneOf,
  requireKind,
  text,
  textLike,
  texts,
  wrongOption,
} from './option-kinds.js';
import { toJsonForm } from './schema/to-json-form.js';
import type { TaskOptions } from './tasks/task-options.interface.js';
import type { SessionOptions } from './sessions/session-options.interface.js';
import type { SkillsOptions } from './skills/skills-options.interface.js';
import { legacySsePaths } from './transports/http/endpoint-paths.js';
import type { HttpOptions, LegacySseOptions } from './transports/http/http-options.interface.js';
import { normalPath } from './transports/http/path-segments.js';

const name = textLike('a non-empty string', (value) => value !== '');
const webAddress = textLike(
  "an absolute URL such as 'https://shop.example'",
  (value) => /^https?:/i.test(value) && URL.canParse(value),
);
const code: OptionKind = {
  words: 'a whole number outside -32099 to -32000',
  accepts: (value) => typeof value === 'number' && isApplicationCode(value),
};

const isSecret = (value: unknown): boolean =>
  typeof value === 'string' && Buffer.byteLength(value) >= MIN_SECRET_BYTES;

/** Every option there is; anything else is a typing mistake that would silently do nothing. */
const OPTIONS: Readonly<Record<keyof McpModuleOptions, OptionKind>> = {
  id: text,
  name,
  version: name,
  title: text,
  description: text,
  icons: listOf('objects', isObject),
  websiteUrl: webAddress,
  instructions: text,
  authorizer: classOrObjectWith('authorize'),
  authorizerSource: oneOf('configured', 'default'),
  requireAuthorization: flag,
  requestStateSecrets: listOf(`secrets of at least ${MIN_SECRET_BYTES} bytes`, isSecret),
  spentApprovals: classOrObjectWith('spend'),
  audit: classOrObjectWith('record'),
  auditArguments: flag,
  auditResults: flag,
  instrumentation: classOrObjectWith('begin'),
  principal: callback,
  principalKey: callback,
  hooks: {
    words: 'a class, or an object with hooks',
    accepts: (value) => typeof value === 'function' || isObject(value),
  },
  capabilities: object,
  extensions: object,
  protocolVersions: texts,
  cacheHints: object,
  naming: callback,
  inputErrors: oneOf('result', 'protocol'),
  nullableOptionalOutputs: flag,
  unknownToolReply: callback,
  unknownToolCode: code,
  secretFormFields: oneOf('warn', 'refuse', 'allow'),
  asyncContext: flag,
  http: objectOrFalse,
  sessions: objectOrFalse,
  tasks: object,
  skills: object,
  limits: object,
  discovery: oneOf('application', 'features'),
  isGlobal: flag,
};

const fixedPath = textLike(
  "a fixed path such as 'mcp' or 'ai/mcp'",
  (value) => !/[:*{}()?]/.test(value),
);

const HTTP_OPTIONS: Readonly<Record<keyof HttpOptions, OptionKind>> = {
  path: fixedPath,
  decorators: listOf('functions', callback.accepts),
  guards: listOf('guards', (guard) => isObject(guard) || typeof guard === 'function'),
  publicUrl: textLike("an absolute URL such as 'https://shop.example/mcp'", (value) =>
    URL.canParse(value),
  ),
  allowedOrigins: texts,
  allowedHosts: texts,
  tags: callback,
  sessionState: callback,
  legacySse: flagOrObject,
};

const LEGACY_SSE_OPTIONS: Readonly<Record<keyof LegacySseOptions, OptionKind>> = {
  path: fixedPath,
  messagesPath: fixedPath,
};

const SESSION_OPTIONS: Readonly<Record<keyof SessionOptions, OptionKind>> = {
  eventStore: {
    words: 'a class, an object with a method `append`, or false',
    accepts: (value) => value === false || classOrObjectWith('append').accepts(value),
  },
  store: classOrObjectWith('save'),
  autoRecover: oneOf('never', 'stored', 'always'),
};

const TASK_OPTIONS: Readonly<Record<keyof TaskOptions, OptionKind>> = {
  store: classOrObjectWith('replace'),
  onSessionEnd: oneOf('cancel', 'keep'),
  statusNotifications: flag,
};

const SKILLS_OPTIONS: Readonly<Record<keyof SkillsOptions, OptionKind>> = {
  directory: {
    words: 'the path of a directory, or a list of paths',
    accepts: (value) => {
      const paths: readonly unknown[] = [value].flat();
      return paths.length > 0 && paths.every(name.accepts);
    },
  },
  watch: flag,
};

/** @throws McpConfigurationError naming the option and the remedy */
export function checkOptions(options: McpModuleOptions): void {
  if (!isObject(options)) {
    throw new McpConfigurationError("McpModule needs options, at least { name: '…' }");
  }
  if (options.name === undefined) throw wrongOption('name', 'is missing', "give { name: '…' }");
  checkMembers(options, OPTIONS, '');
  checkHttp(options.http);
  checkMembers(options.sessions || {}, SESSION_OPTIONS, 'sessions.');
  checkMembers(options.tasks ?? {}, TASK_OPTIONS, 'tasks.');
  checkCapabilities(options.capabilities ?? {});
  checkExtensions(options.extensions ?? {});
  checkSkills(options);
  checkIcons(options.icons, 'McpModule');
  checkCacheHints(options.cacheHints ?? {});
}

const { version, title, description, icons, websiteUrl } = OPTIONS;
const IDENTITY = { name, version, title, description, icons, websiteUrl };

/**
 * The same for what a hook says the server is.
 *
 * @param where the hook, as it stands in messages
 * @throws McpConfigurationError naming the place and the remedy
 */
export function checkIdentity(info: Partial<Implementation>, where: string): void {
  requireKind(info, object, where);
  checkMembers(info, IDENTITY, `${where}.`);
  checkIcons(info.icons, where);
}

/**
 * Revisions that a hook names.
 *
 * @param where the hook, as it stands in messages
 * @throws McpConfigurationError naming the place and the remedy
 */
export function checkVersions(versions: unknown, where: string): void {
  requireKind(versions, texts, where);
}

/**
 * The part that stands beside a factory, which has no name yet.
 *
 * @throws McpConfigurationError naming the option and the remedy
 */
export function checkStaticOptions({ id, isGlobal, http }: McpStaticOptions): void {
  checkMembers({ id, isGlobal, http }, OPTIONS, '');
  checkHttp(http);
}

function checkHttp(http: HttpOptions | false = {}): void {
  if (http === false) return;
  checkMembers(http, HTTP_OPTIONS, 'http.');
  checkLegacySse(http);
}

function checkLegacySse(http: HttpOptions): void {
  if (isObject(http.legacySse)) {
    checkMembers(http.legacySse, LEGACY_SSE_OPTIONS, 'http.legacySse.');
  }
  const { path: endpoint = 'mcp' } = http;
  for (const [member, path] of Object.entries(legacySsePaths(http) ?? {})) {
    if (normalPath(path) !== normalPath(endpoint)) continue;
    throw wrongOption(
      `http.legacySse.${member}`,
      `is "${path}", which is the path of the endpoint`,
      'give it a path of its own',
    );
  }
}

/**
 * @param where the option, or the hook that gave them, as it stands in messages
 * @throws McpConfigurationError naming the place and the remedy
 */
export function checkCapabilities(capabilities: object, where = 'capabilities'): void {
  requireKind(capabilities, object, where);
  const all = Object.entries(CAPABILITY_FLAGS).map(([capability, flags]) => ({
    capability,
    kind: flags.length === 0 ? flag : flagOrObject,
    parts: Object.fromEntries(flags.map((part) => [part, flag])),
  }));
  const kinds = Object.fromEntries(all.map(({ capability, kind }) => [capability, kind]));
  checkMembers(capabilities, kinds, `${where}.`);
  for (const { capability, parts } of all) {
    const given: unknown = Reflect.get(capabilities, capability);
    if (isObject(given)) checkMembers(given, parts, `${where}.${capability}.`);
  }
}

function checkExtensions(extensions: object): void {
  for (const [id, settings] of Object.entries(extensions) as [string, unknown][]) {
    const option = `extensions[${JSON.stringify(id)}]`;
    if (!isExtensionId(id)) {
      throw wrongOption(
        option,
        'is no identifier of an extension',
        "use one such as 'com.example/audit'",
      );
    }
    if (id === TASKS_EXTENSION) {
      throw wrongOption(option, 'is declared by `capabilities.tasks`', 'leave it out');
    }
    if (!isObject(settings) || !toJsonForm(settings).ok) {
      throw wrongOption(
        option,
        'must be an object of JSON values',
        'give its settings, {} for none',
      );
    }
  }
}

function checkSkills({ skills, extensions = {}, capabilities = {} }: McpModuleOptions): void {
  if (skills === undefined) return;
  checkMembers(skills, SKILLS_OPTIONS, 'skills.');
  if (skills.directory === undefined) {
    throw wrongOption('skills.directory', 'is missing', "give { directory: 'skills' }");
  }
  if (Object.hasOwn(extensions, SKILLS_EXTENSION)) {
    throw wrongOption(
      `extensions["${SKILLS_EXTENSION}"]`,
      'is declared by `skills`',
      'leave it out',
    );
  }
  if (capabilities.resources === false) {
    throw wrongOption('skills', 'needs the capability `resources`', 'do not switch that off');
  }
}

function checkCacheHints(hints: CacheHints): void {
  checkMembers(
    hints,
    Object.fromEntries(CACHEABLE_METHODS.map((method) => [method, object])),
    'cacheHints.',
  );
  for (const [method, hint] of Object.entries(hints)) {
    if (!isCacheHint(hint)) {
      throw wrongOption(
        `cacheHints["${method}"]`,
        'needs ttlMs (whole milliseconds, 0 or more) and cacheScope ("public" or "private")',
        'for example { ttlMs: 60_000, cacheScope: "private" }',
      );
    }
  }
}
