import type { Logger } from '@nestjs/common';
import type { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import type { ApplicationParts } from './application-parts.js';
import { DEFAULT_SERVER_ID, optionsToken, serverToken } from './mcp.tokens.js';
import { privateAnyway } from './private-anyway.js';
import { McpRegistry } from './registry/mcp-registry.js';
import type { ResolvedOptions } from './resolve-options.js';
import type { SkillLibrary } from './skills/skill-library.js';
import { adviceOn } from './start-up/advice/advice.js';
import { isInjected } from './start-up/is-injected.js';
import { summarise } from './start-up/server-summary.js';
import { modulePath } from './transports/http/module-path.js';
import { mappedPaths } from './transports/http/mapped-paths.js';
import type { HttpOptions } from './transports/http/http-options.interface.js';
import type { ServedTransports } from './transports/served-transports.js';

/** What the report is made of. */
export interface StartUpFacts {
  readonly options: ResolvedOptions;
  readonly registry: McpRegistry;
  readonly application: ApplicationParts;
  readonly config: ApplicationConfig;
  readonly modules: ModulesContainer;
  readonly served: ServedTransports;
  /** Absent: the server has none. */
  readonly skills: SkillLibrary | undefined;
  /** Whether there is a web framework that could serve it. */
  readonly isBound: boolean;
  readonly logger: Logger;
}

/**
 * Says, once the application has started, what is served where, and what is probably wrong with it. One
 * line tells that all is well; details are for `debug`.
 */
export class StartUpReport {
  constructor(private readonly facts: StartUpFacts) {}

  tell(): void {
    const { logger } = this.facts;
    logger.log(this.summary());
    for (const detail of this.details()) logger.debug(detail);
    for (const warning of this.warnings()) logger.warn(warning);
  }

  private summary(): string {
    const { options, registry, skills } = this.facts;
    const { tools, resources, resourceTemplates, prompts } = registry.catalogue;
    return summarise({
      name: options.identity.info.name,
      version: options.identity.info.version,
      id: options.id === DEFAULT_SERVER_ID ? undefined : options.id,
      transports: this.transports(),
      unreachable: this.whyUnreachable(),
      revisions: options.revisions.all.map(({ version }) => version),
      capabilities: options.identity.capabilities,
      counts: {
        tools: tools.length,
        resources: resources.length,
        resourceTemplates: resourceTemplates.length,
        prompts: prompts.length,
        skills: skills?.index.skills.length,
      },
    });
  }

  private transports(): readonly string[] {
    const { served, isBound, options } = this.facts;
    if (served.stdio) return ['stdio'];
    return isBound && options.http !== false ? this.overHttp(options.http) : [];
  }

  private overHttp(http: HttpOptions): readonly string[] {
    const { options, config, modules } = this.facts;
    const below = modulePath(modules, optionsToken(options.id));
    const { endpoint, legacySse } = mappedPaths(http, config, below);
    const outside = http.publicUrl === undefined ? '' : ` (${http.publicUrl})`;
    const sessions = options.sessions === false ? ' without sessions (sessions: false)' : '';
    return [
      `Streamable HTTP at ${endpoint}${outside}${sessions}`,
      ...(legacySse === undefined ? [] : [`HTTP+SSE at ${legacySse}`]),
    ];
  }

  private whyUnreachable(): string {
    const { options, served } = this.facts;
    if (options.http === false) return 'http: false';
    return served.http
      ? 'an application context has no web server'
      : 'another server has standard input and output';
  }

  /** What somebody looks for who is refused by a server that works for others. */
  private details(): readonly string[] {
    const { isBound, options } = this.facts;
    if (!isBound || options.http === false) return [];
    const { publicUrl, allowedOrigins = [], allowedHosts } = options.http;
    const origins = [publicUrl, ...allowedOrigins].filter((origin) => origin !== undefined);
    const callers =
      `Browser pages may call from ${['its own origin', ...origins].join(', ')} (http.allowedOrigins); ` +
      `hosts: ${allowedHosts?.join(', ') ?? 'any, on a loopback socket only loopback names'} (http.allowedHosts)`;
    if (options.sessions !== false || options.revisions.legacy.length === 0) return [callers];
    return [
      callers,
      'Clients up to 2025-11-25 have no sessions over HTTP (sessions: false): they are asked nothing, ' +
        'hear of no changes and get no log messages',
    ];
  }

  private warnings(): readonly string[] {
    const { options, registry, application } = this.facts;
    const publicHints = privateAnyway(options.cacheHints, application).map(
      ({ method, why }) =>
        `cacheHints['${method}'] is public, but is sent as private, since ${why}. Say private there`,
    );
    const advice = adviceOn({
      catalogue: registry.catalogue,
      allowedTools: application.policy.allowedTools,
      offersLater: this.offersLater(),
      server: options.id,
    });
    return [...publicHints, ...advice];
  }

  /** What hooks make up, and what is registered at any time, is not in the catalogue. */
  private offersLater(): boolean {
    const { options, application, modules, skills } = this.facts;
    if (application.hooks !== undefined || skills !== undefined) return true;
    const own = optionsToken(options.id);
    const others = [...modules.values()].filter(({ providers }) => !providers.has(own));
    return isInjected(serverToken(McpRegistry, options.id), others);
  }
}
