const SKILL_URI = /^skill:\/\/(?<path>[^?#]+)$/i;

/** The file that makes a folder a skill (Agent Skills). */
export const SKILL_FILE = 'SKILL.md';

/** The URI of a file or folder by its path in the name space of skills (SEP-2640, Resource Mapping). */
export const skillUri = (segments: readonly string[]): string =>
  `skill://${segments.map(encodeURIComponent).join('/')}`;

/** What files and folders are looked up by: names cannot hold a slash. */
export const skillKey = (segments: readonly string[]): string => segments.join('/');

/**
 * The key in a URI that a client sent, however it is escaped. It is only ever looked up, and never
 * becomes a path. `undefined` for what is the URI of no file or folder.
 */
export function keyOfUri(uri: string): string | undefined {
  const { path } = SKILL_URI.exec(uri)?.groups ?? {};
  if (path === undefined) return undefined;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    const name = decode(segment);
    if (name === undefined || nameProblem(name) !== undefined) return undefined;
    segments.push(name);
  }
  return skillKey(segments);
}

/** C0 controls and DEL, NUL among them. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Why a file or folder of this name cannot have a URI that every client reads alike, if it cannot. */
export function nameProblem(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) return 'is no name';
  if (name.includes('\\')) return 'has a backslash in its name; rename it';
  if (CONTROL.test(name)) return 'has a control character in its name; rename it';
  if (name.includes('\ufffd') || decode(encode(name)) !== name) {
    return 'has a name that is not UTF-8; rename it';
  }
  return undefined;
}

function decode(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** A lone surrogate cannot be encoded. */
function encode(name: string): string | undefined {
  try {
    return encodeURIComponent(name);
  } catch {
    return undefined;
  }
}
