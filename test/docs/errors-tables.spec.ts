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

  it('name every bound that a busy server may meet, and its option', () => {
    const documented = tableRows(page, 'scope').map(([scope, option]) => [scope, option]);
    expect(documented.toSorted()).toEqual(boundNames());
  });

  it('name every status that the HTTP transports write', () => {
    const documented = tableRows(page, 'status').map(([status]) => status);
    expect(documented.filter((status) => status !== OF_GUARDS)).toEqual(writtenStatuses());
  });
});

/** Scopes with their options, as they are logged. */
function boundNames(): readonly (readonly [string, string])[] {
  const reports = readPage('src/dispatch/slots/busy-reports.ts');
  const [, table = ''] = /LIMIT_NAMES[^=]*= \{([^}]*)\}/.exec(reports) ?? [];
  const rows = [...table.matchAll(/(\w+): '(\w+)'/g)];
  return rows.map(([, scope = '', option = '']) => [scope, option] as const).toSorted();
}

/** Every number in the code of the transports that can only be a status. */
function writtenStatuses(): readonly string[] {
  const numbers = ['src/transports/http', 'src/transports/legacy-sse']
    .flatMap((folder) => readdirSync(root(folder)).map((file) => `${folder}/${file}`))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => withoutComments(readPage(path)))
    .flatMap((code) => code.match(/\b[1-5]\d\d\b(?![.\\])/g) ?? []);
  return [...new Set(numbers)].toSorted();
}

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
