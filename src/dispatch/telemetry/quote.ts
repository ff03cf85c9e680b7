/** Clients choose how long their words are; a log line needs no more of them. */
const MAX_LENGTH = 128;

/** Words of a client as one short line of a log, whatever characters they have. */
export function quote(text: string): string {
  return text.length > MAX_LENGTH
    ? `${JSON.stringify(text.slice(0, MAX_LENGTH))}…`
    : JSON.stringify(text);
}
