/** What the environment of the suite hands in: it lives outside the sandbox. */
interface Handed {
  readonly witness: Witness;
  readonly Conversation: new (fallback?: string, options?: ConversationOptions) => Conversation;
}

/** Sees every message the server sends during one suite. */
export interface Witness {
  /** True where the schemas could not be installed. */
  readonly isBlind: boolean;
  /** How many messages came by a tap. */
  count(tap: string): number;
  saw(tap: string, message: unknown, judge: () => Verdict): void;
  /** What was wrong since the last time, each as text; it fails no test then. */
  take(): readonly string[];
}

/** What became of one message. */
export interface Verdict {
  readonly revision: string;
  readonly what: string;
  readonly problems: readonly string[];
}

interface ConversationOptions {
  /** Whether an answer may come again. */
  readonly keepsAnswered?: boolean;
  /** Whether the server may act on a handshake before its answer is seen here. */
  readonly mixesEras?: boolean;
}

/** Both sides of one link. */
export interface Conversation {
  /** What `initialize` agreed on. */
  revision: string | undefined;
  sent(message: unknown): void;
  /** @param status of the HTTP response, if there is one */
  judge(message: unknown, status?: number): Verdict;
}

const handed = Reflect.get(globalThis, Symbol.for('nest-mcp.test.witness')) as Handed;

export const { witness } = handed;

/** @param fallback the revision before a handshake */
export const openConversation = (fallback?: string, options?: ConversationOptions): Conversation =>
  new handed.Conversation(fallback, options);

/** Messages inside this process are judged as they would stand on a wire. */
export function sawMessage(tap: string, message: unknown, conversation: Conversation): void {
  const json: unknown = JSON.parse(JSON.stringify(message));
  witness.saw(tap, json, () => conversation.judge(json));
}
