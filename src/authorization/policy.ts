import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import type { JsonObject } from '../protocol/json.js';
import type {
  AuthorizedTool,
  Authorizer,
  Caller,
  ReadAuthorization,
  ToolAuthorization,
} from './authorizer.interface.js';
import { toolsAllowedBy } from './builtin-authorizers.js';
import type { Decision } from './decision.js';
import { allow, deny, readDecision } from './decision.js';

/** Told to clients when the policy itself failed; what happened is in the log. */
const FAILED = 'the authorizer failed';

/** Members of `params` that say what is read; the rest is the client's own business or its word. */
const READ_MEMBERS = ['uri', 'name', 'arguments', 'ref', 'taskId'] as const;

/**
 * The configured authorizer, or none, behind one face that fails closed: a policy that throws or
 * answers nonsense denies. (One that hangs runs into the caller's time limit.)
 */
export class Policy {
  constructor(
    private readonly authorizer: Authorizer | undefined,
    private readonly source: 'configured' | 'default',
    private readonly logger: Logger,
  ) {}

  /** True when there is an authorizer at all. */
  get exists(): boolean {
    return this.authorizer !== undefined;
  }

  /** True when the application chose its tool policy; a library's fallback is no choice. */
  get isConfigured(): boolean {
    return this.exists && this.source === 'configured';
  }

  /** True when reads are gated. */
  get gatesReads(): boolean {
    return this.authorizer?.authorizeRead !== undefined;
  }

  /** The tools that it allows and no other, where that is known without asking. */
  get allowedTools(): ReadonlySet<string> | undefined {
    return this.authorizer && toolsAllowedBy(this.authorizer);
  }

  /** Decides about a call; without an authorizer everything is allowed. */
  async authorize(call: ToolAuthorization): Promise<Decision> {
    const { authorizer } = this;
    if (authorizer === undefined) return allow();
    return this.decide(() => authorizer.authorize(call), `authorize("${call.name}")`);
  }

  /** Decides about a read. Nobody is asked about reads, and the prompt is not told. */
  async authorizeRead(read: ReadAuthorization): Promise<Decision> {
    const { authorizer } = this;
    if (authorizer?.authorizeRead === undefined) return allow();
    const told = { ...read, params: readMembers(read.params) };
    const decision = await this.decide(
      () => authorizer.authorizeRead?.(told),
      `authorizeRead("${read.method}")`,
    );
    return decision.kind === 'ask' ? deny('interactive_approval_unsupported') : decision;
  }

  /**
   * Whether a tool is listed for this caller.
   *
   * @param canAsk whether this caller can be asked; if not, a tool that needs asking is hidden
   */
  async canList(tool: AuthorizedTool, caller: Caller, canAsk: boolean): Promise<boolean> {
    const { authorizer } = this;
    if (authorizer === undefined) return true;
    if (authorizer.canList !== undefined) {
      return this.decidesTrue(() => authorizer.canList?.(tool, caller), `canList("${tool.name}")`);
    }
    const call = {
      ...caller,
      purpose: 'list',
      name: tool.name,
      arguments: undefined,
      tool,
    } as const;
    const { kind } = await this.authorize(call);
    return kind === 'allow' || (kind === 'ask' && canAsk);
  }

  /** The key under which this caller's list may be kept; `undefined` if it may not. */
  visibilityKey(caller: Caller): string | undefined {
    const { authorizer } = this;
    if (authorizer === undefined) return '';
    try {
      const key: unknown = authorizer.visibilityKey?.(caller);
      return typeof key === 'string' ? key : undefined;
    } catch (thrown) {
      this.report('visibilityKey()', thrown);
      return undefined;
    }
  }

  private async decide(decide: () => unknown, what: string): Promise<Decision> {
    try {
      const value = await decide();
      const decision = readDecision(value);
      if (decision !== undefined) return decision;
      this.report(what, new TypeError(`answered ${describe(value)} instead of a decision`));
    } catch (thrown) {
      this.report(what, thrown);
    }
    return deny(FAILED);
  }

  private async decidesTrue(decide: () => unknown, what: string): Promise<boolean> {
    try {
      return (await decide()) === true;
    } catch (thrown) {
      this.report(what, thrown);
      return false;
    }
  }

  private report(what: string, thrown: unknown): void {
    const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown);
    this.logger.error(`The authorizer's ${what} failed, which counts as a denial: ${detail}`);
  }
}

const readMembers = (params: JsonObject): JsonObject =>
  Object.fromEntries(
    READ_MEMBERS.filter((member) => Object.hasOwn(params, member)).map((member) => [
      member,
      params[member],
    ]),
  );

const describe = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'an object without a known kind' : String(value);
