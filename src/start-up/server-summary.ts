import type { CapabilityName } from '../protocol/revisions/revision.interface.js';
import { REVISIONS } from '../protocol/revisions/revisions.js';

/** How many there are of what a server offers. */
export interface OfferedCounts {
  readonly tools: number;
  readonly resources: number;
  readonly resourceTemplates: number;
  readonly prompts: number;
  /** `undefined`: the server has none. */
  readonly skills: number | undefined;
}

/** What is said of a server when it starts. */
export interface ServerSummary {
  readonly name: string;
  readonly version: string;
  /** `undefined`: the only one, or the default. */
  readonly id: string | undefined;
  /** Each in words, with its place. */
  readonly transports: readonly string[];
  /** Why there is no transport. */
  readonly unreachable: string;
  /** Versions, newest first. */
  readonly revisions: readonly string[];
  readonly capabilities: Pick<ReadonlySet<CapabilityName>, 'has'>;
  readonly counts: OfferedCounts;
}

/** One line: `Server "shop" 1.4.0: Streamable HTTP at /mcp; revisions …; 5 tools, 1 prompt`. */
export function summarise(server: ServerSummary): string {
  const { name, version, id, transports, unreachable } = server;
  const which = id === undefined ? '' : ` (id "${id}")`;
  const places = transports.length > 0 ? transports.join(', ') : `no transport (${unreachable})`;
  return `Server "${name}" ${version}${which}: ${places}; ${inWords(server.revisions)}; ${offered(server)}`;
}

function inWords(revisions: readonly string[]): string {
  const [newest = ''] = revisions;
  if (revisions.length === REVISIONS.length) {
    return `revisions ${revisions.at(-1)} to ${newest}`;
  }
  const oldestFirst = revisions.toReversed().join(', ');
  return revisions.length === 1 ? `revision ${newest}` : `revisions ${oldestFirst}`;
}

/** Tools are named even when there are none: somebody is looking for them. */
function offered({ capabilities, counts }: ServerSummary): string {
  const parts = [
    capabilities.has('tools') && plural(counts.tools, 'tool'),
    counts.resources > 0 && plural(counts.resources, 'resource'),
    counts.resourceTemplates > 0 && plural(counts.resourceTemplates, 'resource template'),
    counts.prompts > 0 && plural(counts.prompts, 'prompt'),
    counts.skills !== undefined && plural(counts.skills, 'skill'),
  ].filter((part) => part !== false);
  return parts.join(', ') || 'nothing offered';
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
