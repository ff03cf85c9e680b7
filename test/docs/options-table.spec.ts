import { McpConfigurationError, McpModule, type McpModuleOptions } from 'nest-mcp';
import { readPage, tableRows } from './markdown-table.js';

describe('the tables of options', () => {
  it('of docs/options.md names every option', () => {
    expect(documented('docs/options.md')).toEqual(known({ nonsense: 1 }));
  });

  it('of docs/http.md names every option of the endpoint', () => {
    expect(documented('docs/http.md')).toEqual(known({ http: { nonsense: 1 } }));
  });
});

const documented = (path: string): readonly unknown[] =>
  tableRows(readPage(path), 'option')
    .map(([name]) => name)
    .toSorted();

/** The refusal of an unknown option lists those there are. */
function known(wrong: object): readonly string[] {
  try {
    McpModule.forRoot({ name: 'test', ...wrong } as McpModuleOptions);
  } catch (thrown) {
    if (!(thrown instanceof McpConfigurationError)) throw thrown;
    const list = /the options are (?<list>.*)$/.exec(thrown.message)?.groups?.list ?? '';
    return list.split(', ').toSorted();
  }
  return [];
}
