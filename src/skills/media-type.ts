/** The type of a folder (SEP-2640, Directory resources). */
export const FOLDER_TYPE = 'inode/directory';

/** By extension, what skills are made of; types are those registered with IANA, where there is one. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css'],
  ['csv', 'text/csv'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['gif', 'image/gif'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['js', 'text/javascript'],
  ['json', 'application/json'],
  ['markdown', 'text/markdown'],
  ['md', 'text/markdown'],
  ['mjs', 'text/javascript'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['otf', 'font/otf'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['py', 'text/x-python'],
  ['sh', 'application/x-sh'],
  ['sql', 'application/sql'],
  ['svg', 'image/svg+xml'],
  ['tsv', 'text/tab-separated-values'],
  ['ttf', 'font/ttf'],
  ['txt', 'text/plain'],
  ['wasm', 'application/wasm'],
  ['wav', 'audio/wav'],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['zip', 'application/zip'],
]);

/** The type of a file by its name, else by whether its bytes are text. */
export function mediaTypeOf(name: string, isText: boolean): string {
  const extension = /\.(?<extension>[^.]+)$/.exec(name)?.groups?.extension?.toLowerCase();
  const known = extension === undefined ? undefined : TYPES.get(extension);
  return known ?? (isText ? 'text/plain' : 'application/octet-stream');
}
