import { outputProblem } from '../../scripts/pages/compare-output.mjs';
import { readPage } from '../../scripts/pages/read-page.mjs';

const PAGE = `# Page

\`\`\`ts
export const shown = 1;
\`\`\`

\`\`\`ts
// src/a.ts
export const a = 1;
\`\`\`

<!-- page: keeps running -->

\`\`\`sh
npm start
\`\`\`

It says:

\`\`\`text
… up
\`\`\`

\`\`\`text
not what the command printed
\`\`\`

<!-- page: fails -->

\`\`\`sh
npm test
\`\`\`

## Next

\`\`\`json
{}
\`\`\`

<!-- page: skip -->

\`\`\`sh
rm -rf everything
\`\`\`
`;

describe('a page as steps', () => {
  it('has what readers do, in its order', () => {
    expect(readPage(PAGE)).toEqual([
      { kind: 'file', path: 'src/a.ts', text: '// src/a.ts\nexport const a = 1;\n', line: 7 },
      {
        kind: 'run',
        command: 'npm start\n',
        keepsRunning: true,
        fails: false,
        printed: { language: 'text', text: '… up\n' },
        line: 14,
      },
      { kind: 'run', command: 'npm test\n', keepsRunning: false, fails: true, line: 30 },
    ]);
  });

  it('refuses a note that nobody understands', () => {
    expect(() => readPage('<!-- page: sikp -->\n')).toThrow('line 1: unknown note "sikp"');
  });
});

describe('the output that a page shows', () => {
  it.each([
    ['json', '{ "a": [1] }', '{\n"a":[1]}\n', undefined],
    ['json', '{ "a": [1] }', '{"a":[2]}', 'the JSON differs'],
    ['text', 'first\nlast', '\u001B[32mfirst\u001B[39m\nbetween\n  last\n', undefined],
    ['text', 'last\nfirst', 'first\nlast', 'missing: first'],
    ['text', '… (+1)…', '12:00 (+1) ms', undefined],
    ['text', 'first', 'the first', 'missing: first'],
  ] as const)('as %s: %j of %j', (language, text, output, problem) => {
    expect(outputProblem({ language, text }, output)).toBe(problem);
  });
});
