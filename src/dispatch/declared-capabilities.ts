import type { CapabilityName } from '../protocol/revisions/revision.interface.js';
import type { CapabilityOptions } from './capability-options.interface.js';

/** A part of a capability that can be there or not. */
export type CapabilityFlag = 'listChanged' | 'subscribe' | 'list';

/** The parts of a declared capability that are there, as they go over the wire. */
export type CapabilityFlags = Readonly<Partial<Record<CapabilityFlag, true>>>;

/** Declared capabilities; what is not in it is not there. */
export type DeclaredCapabilities = ReadonlyMap<CapabilityName, CapabilityFlags>;

/** Every capability, and its parts. */
export const CAPABILITY_FLAGS: Readonly<Record<CapabilityName, readonly CapabilityFlag[]>> = {
  tools: ['listChanged'],
  resources: ['subscribe', 'listChanged'],
  prompts: ['listChanged'],
  completions: [],
  logging: [],
  tasks: ['list'],
};

/** Everything that is not switched off; tasks only where that is said. */
export function declareCapabilities(options: CapabilityOptions = {}): DeclaredCapabilities {
  const declared = new Map<CapabilityName, CapabilityFlags>();
  for (const name of Object.keys(CAPABILITY_FLAGS) as CapabilityName[]) {
    const option = options[name] ?? name !== 'tasks';
    if (option !== false) declared.set(name, flagsOf(name, option));
  }
  return declared;
}

/** Some tool runs as a task, so that tasks are there unless they are switched off. */
export function declareTasks(
  declared: DeclaredCapabilities,
  { tasks = true }: CapabilityOptions = {},
): DeclaredCapabilities {
  return tasks === false ? declared : new Map([...declared, ['tasks', flagsOf('tasks', tasks)]]);
}

function flagsOf(
  name: CapabilityName,
  option: true | Partial<Record<CapabilityFlag, boolean>>,
): CapabilityFlags {
  const on = CAPABILITY_FLAGS[name].filter((flag) => option === true || option[flag] !== false);
  return Object.freeze(Object.fromEntries(on.map((flag) => [flag, true])));
}
