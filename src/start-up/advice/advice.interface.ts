import type { Catalogue } from '../../registry/catalogue.interface.js';

/** What a server offers once the application has started. */
export interface OfferedThings {
  readonly catalogue: Pick<Catalogue, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'>;
  /** The tools that the policy allows at most; `undefined` where only asking it would tell. */
  readonly allowedTools: ReadonlySet<string> | undefined;
  /** True where the application may offer things that are not in the catalogue yet. */
  readonly offersLater: boolean;
  /** Which server this is. */
  readonly server: string;
}

/** Finds what is probably wrong, as sentences that name place, cause and remedy. */
export type Advice = (offered: OfferedThings) => readonly string[];
