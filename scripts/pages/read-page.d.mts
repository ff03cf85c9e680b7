/** What a command prints, as the page shows it. */
export interface Printed {
  readonly language: 'text' | 'json';
  readonly text: string;
}

/** One thing that a reader does, with the line of the page that says so. */
export type PageStep = { readonly line: number } & (
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | {
      readonly kind: 'run';
      readonly command: string;
      readonly keepsRunning: boolean;
      readonly fails: boolean;
      readonly printed?: Printed;
    }
);

export function readPage(text: string): PageStep[];
