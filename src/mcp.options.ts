import type { ModuleMetadata, Type } from '@nestjs/common';
import type { Authorizer } from './authorization/authorizer.interface.js';
import type { PrincipalOptions } from './authorization/principal-resolver.js';
import type { SpentApprovals } from './dispatch/approvals/spent-approvals.js';
import type { NotWith } from './decorators/not-with.js';
import type { CapabilityOptions } from './dispatch/capability-options.interface.js';
import type { McpAuditSink } from './dispatch/telemetry/audit-sink.js';
import type { McpHooks } from './dispatch/hooks/mcp-hooks.interface.js';
import type { McpInstrumentation } from './dispatch/telemetry/instrumentation.interface.js';
import type { CacheHints } from './dispatch/result-encoder.js';
import type { McpLimits } from './mcp.limits.js';
import type { Icon } from './protocol/implementation.interface.js';
import type { JsonObject } from './protocol/json.js';
import type { DiscoveryScope } from './registry/discovery/membership.js';
import type { SessionOptions } from './sessions/session-options.interface.js';
import type { TaskOptions } from './tasks/task-options.interface.js';
import type { SkillsOptions } from './skills/skills-options.interface.js';
import type { HttpOptions } from './transports/http/http-options.interface.js';

/**
 * Options of `McpModule.forRoot()`.
 *
 * @publicApi
 */
export interface McpModuleOptions extends PrincipalOptions {
  /** Tells servers of one application apart; default `default`. */
  readonly id?: string;
  /** Name of the server, as clients show it. */
  readonly name: string;
  /** Version of the server; default: the version of this package. */
  readonly version?: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly websiteUrl?: string;
  /** How to use the server, for the model. */
  readonly instructions?: string;

  /**
   * The policy: an object, or a class that some module provides. Absent: every call and read is
   * allowed, sensitive tools refuse to boot, and production refuses to serve over a network.
   */
  readonly authorizer?: Authorizer | Type<Authorizer>;
  /** `default` for libraries that supply a fallback: it does not count as the application's choice. */
  readonly authorizerSource?: 'configured' | 'default';
  /** Whether a network transport needs an authorizer; default: unless NODE_ENV is development or test. */
  readonly requireAuthorization?: boolean;
  /**
   * Secrets that sign the state of questions (2026-07-28), at least 32 bytes each. The first signs,
   * all verify, so that they can be rotated. Default: a random one of this process, which is enough
   * for one process that may forget open questions when it restarts.
   */
  readonly requestStateSecrets?: readonly string[];
  /** Remembers used approvals; default: in this process. */
  readonly spentApprovals?: SpentApprovals | Type<SpentApprovals>;
  /** Is told every decision and outcome. */
  readonly audit?: McpAuditSink | Type<McpAuditSink>;
  /** Whether events of decisions carry the arguments of the call, which may be private; default false. */
  readonly auditArguments?: boolean;
  /** Whether events of ended tool calls carry their results, which may be private; default false. */
  readonly auditResults?: boolean;
  /**
   * Follows requests and sessions, for traces and metrics: `openTelemetry()` of
   * `nest-mcp/opentelemetry`, an object of your own, or a class that some module provides. Default:
   * none, at no cost.
   */
  readonly instrumentation?: McpInstrumentation | Type<McpInstrumentation>;

  /** The application's part in the life of sessions and requests: an object, or a class that some module provides. */
  readonly hooks?: McpHooks | Type<McpHooks>;

  /** Capabilities, and parts of them, are declared unless they are `false` here; then they are not there. */
  readonly capabilities?: CapabilityOptions;
  /**
   * Extensions of the protocol that the server serves, by identifier (`io.modelcontextprotocol/ui`,
   * `com.example/audit`), each with its settings, `{}` for none. Declared to clients of 2026-07-28
   * (Extension negotiation); default: none.
   */
  readonly extensions?: Readonly<Record<string, JsonObject>>;
  /**
   * Agent Skills in directories, served as the extension `io.modelcontextprotocol/skills` (SEP-2640) to
   * clients of 2025-11-25 and later, and as resources to all; default: none. Needs the package `yaml`.
   */
  readonly skills?: SkillsOptions;
  /** Revisions to serve; default: all five. */
  readonly protocolVersions?: readonly string[];
  /** How long clients may keep results (2026-07-28); default: not at all. */
  readonly cacheHints?: CacheHints;
  /** Makes the default name of a tool, resource or prompt out of the method's; default snake_case. */
  readonly naming?: (method: string) => string;
  /** How bad tool arguments are told: as an `isError` result (default) or as `-32602`. */
  readonly inputErrors?: 'result' | 'protocol';
  /**
   * Whether optional properties of an output DTO are shown as their type or null, which some model vendors
   * want. Default false: they are where the class says so, and null is left out of the others.
   */
  readonly nullableOptionalOutputs?: boolean;
  /** May explain an unknown tool to the model instead of the error. */
  readonly unknownToolReply?: (name: string) => string | undefined | Promise<string | undefined>;
  /** Error code for an unknown tool; default `-32601` up to 2025-11-25, then `-32602`. */
  readonly unknownToolCode?: number;

  /**
   * What happens to a form of `ctx.elicit()` that asks for a field with the name of a secret: `warn`
   * (default) logs it, `refuse` fails the call, `allow` does nothing.
   */
  readonly secretFormFields?: 'warn' | 'refuse' | 'allow';

  /**
   * Whether `McpContext.current()` works in code that is not handed a context; default false, since it
   * costs every `await` of a call on Node 20.
   */
  readonly asyncContext?: boolean;

  /** The HTTP endpoint, or `false` for none. */
  readonly http?: HttpOptions | false;
  /**
   * Sessions over HTTP, up to 2025-11-25. `false`: none; every POST stands for itself, and what needs a
   * session (questions, streams, subscriptions, log messages) is not offered.
   */
  readonly sessions?: SessionOptions | false;
  /** Work that outlives its request (2025-11-25 and later). */
  readonly tasks?: TaskOptions;
  /** Every number that bounds the server. */
  readonly limits?: Partial<McpLimits>;
  /**
   * Where decorated methods are looked for: in the whole `application` (default), or only in what
   * `McpModule.forFeature()` names.
   */
  readonly discovery?: DiscoveryScope;
  /** Whether every module can inject the server's parts; default true. */
  readonly isGlobal?: boolean;
}

/**
 * Options of `McpModule.forFeature()`.
 *
 * @publicApi
 */
export interface McpFeatureOptions {
  /** Id of the server, or ids of several; default `default`. */
  readonly server?: string | readonly string[];
}

/** What routes and controllers are made of. */
type StaticHttpOption = 'path' | 'decorators' | 'guards' | 'legacySse';

/** The parts of the options that routes need before a factory could give them. */
export type McpStaticOptions = Pick<McpModuleOptions, 'id' | 'isGlobal'> & {
  readonly http?: Pick<HttpOptions, StaticHttpOption> | false;
};

/** What stands beside the factory of `forRootAsync()`, since it is needed before factories run. */
type StandsBesideTheFactory = 'put it beside the factory';

/**
 * What a factory of options gives: everything but the static part.
 *
 * @publicApi
 */
export type McpFactoryOptions = Omit<McpModuleOptions, 'id' | 'isGlobal' | 'http'> & {
  readonly id?: StandsBesideTheFactory;
  readonly isGlobal?: StandsBesideTheFactory;
  readonly http?: Omit<HttpOptions, StaticHttpOption> & {
    readonly [Option in StaticHttpOption]?: StandsBesideTheFactory;
  };
};

/**
 * A provider of options, for `useClass` and `useExisting`.
 *
 * @publicApi
 */
export interface McpOptionsFactory {
  createMcpOptions(): McpFactoryOptions | Promise<McpFactoryOptions>;
}

/**
 * Options of `McpModule.forRootAsync()`: one of the three ways, and the static part beside it.
 *
 * @publicApi
 */
export type McpModuleAsyncOptions = McpStaticOptions &
  Pick<ModuleMetadata, 'imports' | 'providers'> &
  (
    | {
        /** Gives the options; its parameters are what `inject` names. */
        readonly useFactory: (...args: never[]) => McpFactoryOptions | Promise<McpFactoryOptions>;
        readonly inject?: readonly unknown[];
        readonly useClass?: NotWith<'useFactory'>;
        readonly useExisting?: NotWith<'useFactory'>;
      }
    | {
        /** A class that gives the options, and is made for it. */
        readonly useClass: Type<McpOptionsFactory>;
        readonly useFactory?: NotWith<'useClass'>;
        readonly useExisting?: NotWith<'useClass'>;
        readonly inject?: NotWith<'useClass'>;
      }
    | {
        /** The token of a provider that gives the options. */
        readonly useExisting: Type<McpOptionsFactory> | string | symbol;
        readonly useFactory?: NotWith<'useExisting'>;
        readonly useClass?: NotWith<'useExisting'>;
        readonly inject?: NotWith<'useExisting'>;
      }
  );
