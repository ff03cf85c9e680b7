import { CAPABILITY_FLAGS } from './dispatch/declared-capabilities.js';
import { MIN_SECRET_BYTES } from './dispatch/request-state/request-state-codec.js';
import type { CacheHints } from './dispatch/result-encoder.js';
import type { McpModuleOptions, McpStaticOptions } from './mcp.options.js';
import { isApplicationCode } from './protocol/application-codes.js';
import { CACHEABLE_METHODS, isCacheHint } from './protocol/cache-hint.interface.js';
import type { Implementation } from './protocol/implementation.interface.js';
import { checkIcons } from './protocol/check-icons.js';
import { isExtensionId, SKILLS_EXTENSION } from './protocol/extension-id.js';
import { McpConfigurationError } from './protocol/mcp-configuration.error.js';
import { toJsonForm } from './schema/to-json-form.js';
import type { SessionOptions } from './sessions/session-options.interface.js';
import type { SkillsOptions } from './skills/skills-options.interface.js';
import { legacySsePaths } from './transports/http/endpoint-paths.js';
import type { HttpOptions, LegacySseOptions } from './transports/http/http-options.interface.js';
import { normalPath } from './transports/http/path-segments.js';

/** What an option may be, in words, and whether a value is that. */
interface Kind {
  readonly words: string;
  readonly accepts: (value: unknown) => boolean;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ofType = (type: string, words = `a ${type}`): Kind => ({
  words,
  accepts: (value) => typeof value === type,
});
const text = ofType('string');
const name: Kind = {
  words: 'a non-empty string',
  accepts: (value) => typeof value === 'string' && value !== '',
};
const webAddress: Kind = {
  words: "an absolute URL such as 'https://shop.example'",
  accepts: (value) => typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value),
};
const callback = ofType('function');
const flag = ofType('boolean');
const code: Kind = {
  words: 'a whole number outside -32099 to -32000',
  accepts: (value) => typeof value === 'number' && isApplicationCode(value),
};
const listOf = (words: string, accepts: Kind['accepts']): Kind => ({
  words: `a list of ${words}`,
  accepts: (value) => Array.isArray(value) && value.every(accepts),
});
const texts = listOf('strings', text.accepts);
const object: Kind = { words: 'an object', accepts: isObject };
const objectOrFalse: Kind = {
  words: 'an object or false',
  accepts: (value) => value === false || isObject(value),
};

const flagOrObject: Kind = {
  words: 'true, false or an object',
  accepts: (value) => typeof value === 'boolean' || isObject(value),
};

const classOrObjectWith =
  (method: string) =>
  (value: unknown): boolean =>
    typeof value === 'function' ||
    (isObject(value) && typeof Reflect.get(value, method) === 'function');

const isSecret = (value: unknown): boolean =>
  typeof value === 'string' && Buffer.byteLength(value) >= MIN_SECRET_BYTES;

/** Every option there is; anything else is a typing mistake that would silently do nothing. */
const OPTIONS: Readonly<Record<keyof McpModuleOptions, Kind>> = {
  id: text,
  name,
  version: name,
  title: text,
  description: text,
  icons: listOf('objects', isObject),
  websiteUrl: webAddress,
  instructions: text,
  authorizer: {
    words: 'a class, or an object with a method `authorize`',
    accepts: classOrObjectWith('authorize'),
  },
  authorizerSource: {
    words: '"configured" or "default"',
    accepts: (value) => value === 'configured' || value === 'default',
  },
  requireAuthorization: flag,
  requestStateSecrets: listOf(`secrets of at least ${MIN_SECRET_BYTES} bytes`, isSecret),
  spentApprovals: {
    words: 'a class, or an object with a method `spend`',
    accepts: classOrObjectWith('spend'),
  },
  audit: {
    words: 'a class, or an object with a method `record`',
    accepts: classOrObjectWith('record'),
  },
  auditArguments: flag,
  auditResults: flag,
  instrumentation: {
    words: 'a class, or an object with a method `begin`',
    accepts: classOrObjectWith('begin'),
  },
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
  inputErrors: {
    words: '"result" or "protocol"',
    accepts: (value) => value === 'result' || value === 'protocol',
  },
  nullableOptionalOutputs: flag,
  unknownToolReply: callback,
  unknownToolCode: code,
  secretFormFields: {
    words: '"warn", "refuse" or "allow"',
    accepts: (value) => value === 'warn' || value === 'refuse' || value === 'allow',
  },
  asyncContext: flag,
  http: objectOrFalse,
  sessions: objectOrFalse,
  skills: object,
  limits: object,
  isGlobal: flag,
};

const fixedPath: Kind = {
  words: "a fixed path such as 'mcp' or 'ai/mcp'",
  accepts: (value) => typeof value === 'string' && !/[:*{}()?]/.test(value),
};

const HTTP_OPTIONS: Readonly<Record<keyof HttpOptions, Kind>> = {
  path: fixedPath,
  decorators: listOf('functions', callback.accepts),
  guards: listOf('guards', (guard) => isObject(guard) || typeof guard === 'function'),
  publicUrl: {
    words: "an absolute URL such as 'https://shop.example/mcp'",
    accepts: (value) => typeof value === 'string' && URL.canParse(value),
  },
  allowedOrigins: texts,
  allowedHosts: texts,
  tags: callback,
  sessionState: callback,
  legacySse: flagOrObject,
};

const LEGACY_SSE_OPTIONS: Readonly<Record<keyof LegacySseOptions, Kind>> = {
  path: fixedPath,
  messagesPath: fixedPath,
};

const SESSION_OPTIONS: Readonly<Record<keyof SessionOptions, Kind>> = {
  eventStore: {
    words: 'a class, an object with a method `append`, or false',
    accepts: (value) => value === false || classOrObjectWith('append')(value),
  },
  store: {
    words: 'a class, or an object with a method `save`',
    accepts: classOrObjectWith('save'),
  },
  autoRecover: {
    words: '"never", "stored" or "always"',
    accepts: (value) => value === 'never' || value === 'stored' || value === 'always',
  },
};

const SKILLS_OPTIONS: Readonly<Record<keyof SkillsOptions, Kind>> = {
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
  if (options.name === undefined) throw wrong('name', 'is missing', "give { name: '…' }");
  checkMembers(options, OPTIONS, '');
  checkHttp(options.http);
  checkMembers(options.sessions || {}, SESSION_OPTIONS, 'sessions.');
  checkCapabilities(options.capabilities ?? {});
  checkExtensions(options.extensions ?? {});
  checkSkills(options);
  checkIcons(options.icons, 'McpModule');
  checkCacheHints(options.cacheHints ?? {});
}

const { version, title, description, icons, websiteUrl } = OPTIONS;
const IDENTITY = { name, version, title, description, icons, websiteUrl };

/** The same for what a hook says the server is. So are the next two. */
export function checkIdentity(info: Partial<Implementation>, where: string): void {
  requireKind(info, object, where);
  checkMembers(info, IDENTITY, `${where}.`);
  checkIcons(info.icons, where);
}

/** The same for the part that stands beside a factory, which has no name yet. */
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
    throw wrong(
      `http.legacySse.${member}`,
      `is "${path}", which is the path of the endpoint`,
      'give it a path of its own',
    );
  }
}

function checkMembers(given: object, kinds: object, prefix: string): void {
  for (const [member, value] of Object.entries(given)) {
    if (!Object.hasOwn(kinds, member)) {
      const all = Object.keys(kinds).join(', ');
      throw wrong(`${prefix}${member}`, 'does not exist', `the options are ${all}`);
    }
    if (value !== undefined) requireKind(value, kinds[member as never], `${prefix}${member}`);
  }
}

function requireKind(value: unknown, { words, accepts }: Kind, option: string): void {
  if (!accepts(value)) throw wrong(option, `must be ${words}`, 'give that, or leave it out');
}

export function checkVersions(versions: unknown, where: string): void {
  requireKind(versions, texts, where);
}

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
      throw wrong(
        option,
        'is no identifier of an extension',
        "use one such as 'com.example/audit'",
      );
    }
    if (!isObject(settings) || !toJsonForm(settings).ok) {
      throw wrong(option, 'must be an object of JSON values', 'give its settings, {} for none');
    }
  }
}

function checkSkills({ skills, extensions = {}, capabilities = {} }: McpModuleOptions): void {
  if (skills === undefined) return;
  checkMembers(skills, SKILLS_OPTIONS, 'skills.');
  if (skills.directory === undefined) {
    throw wrong('skills.directory', 'is missing', "give { directory: 'skills' }");
  }
  if (Object.hasOwn(extensions, SKILLS_EXTENSION)) {
    throw wrong(`extensions["${SKILLS_EXTENSION}"]`, 'is declared by `skills`', 'leave it out');
  }
  if (capabilities.resources === false) {
    throw wrong('skills', 'needs the capability `resources`', 'do not switch that off');
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
      throw wrong(
        `cacheHints["${method}"]`,
        'needs ttlMs (whole milliseconds, 0 or more) and cacheScope ("public" or "private")',
        'for example { ttlMs: 60_000, cacheScope: "private" }',
      );
    }
  }
}

const wrong = (option: string, problem: string, remedy: string): McpConfigurationError =>
  new McpConfigurationError(`McpModule option ${option} ${problem}; ${remedy}`);
