/** What the protocol lets clients declare; which of them a revision has, it says itself. */
export const CLIENT_CAPABILITY_NAMES = [
  'elicitation.form',
  'elicitation.url',
  'sampling',
  'sampling.tools',
  'sampling.context',
  'roots',
  'roots.listChanged',
  'tasks',
  'tasks.list',
  'tasks.cancel',
  'tasks.requests.sampling.createMessage',
  'tasks.requests.elicitation.create',
] as const;

export type ClientCapabilityName = (typeof CLIENT_CAPABILITY_NAMES)[number];
