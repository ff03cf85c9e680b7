import type { Advice, OfferedThings } from './advice.interface.js';
import { hiddenTools } from './hidden-tools.js';
import { namesAlike } from './names-alike.js';
import { nothingOffered } from './nothing-offered.js';
import { refusedNames } from './refused-names.js';
import { shadowedTemplates } from './shadowed-templates.js';
import { undescribedTools } from './undescribed-tools.js';

/** Everything that is looked for when a server has started, by what is wrong. */
export const ADVICE = {
  'nothing is offered': nothingOffered,
  'names that hosts refuse': refusedNames,
  'names alike': namesAlike,
  'no description': undescribedTools,
  'a shadowed template': shadowedTemplates,
  'hidden tools': hiddenTools,
} as const satisfies Readonly<Record<string, Advice>>;

/** What is probably wrong with what a server offers. */
export const adviceOn = (offered: OfferedThings): readonly string[] =>
  Object.values(ADVICE).flatMap((find) => find(offered));
