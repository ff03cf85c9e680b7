import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ErrorCode } from '../../src/protocol/error-codes.js';
import { readPage, tableRows } from './markdown-table.js';

/** Answered by guards of the application, never by this package. */
const OF_GUARDS = '401';

describe('the tables of docs/errors.md', () => {
  const page = readPage('docs/errors.md');

  it('name every error code', () => {
    const documented = tableRows(page, 'code').map(([code, name]) => [name, Number(code)]);
    expect(documented.toSorted()).toEqual(Object.entries(ErrorCode).toSorted());
  });

  it('name every status that the HTTP transport writes', () => {
    const documented = tableRows(page, 'status').map(([status]) => status);
    expect(documented.filter((status) => status !== OF_GUARDS)).toEqual(writtenStatuses());
  });
});

/** Every number in the code of the transport that can only be a status. */
function writtenStatuses(): readonly string[] {
  const folder = fileURLToPath(new URL('../../src/transports/http', import.meta.url));
  const numbers = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => withoutComments(readPage(`src/transports/http/${file}`)))
    .flatMap((code) => code.match(/\b[1-5]\d\d\b(?![.\\])/g) ?? []);
  return [...new Set(numbers)].toSorted();
}

const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
