import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util';

/**
 * What is wrong with the output of a command, or undefined. JSON must be equal, whatever its layout. Of
 * text, each line must be there, in this order, with anything between them; `…` stands for anything.
 */
export function outputProblem({ language, text }, output) {
  return language === 'json' ? jsonProblem(text, output) : textProblem(text, output);
}

function jsonProblem(text, output) {
  try {
    return isDeepStrictEqual(JSON.parse(text), JSON.parse(output)) ? undefined : 'the JSON differs';
  } catch (error) {
    return `not JSON: ${error.message}`;
  }
}

function textProblem(text, output) {
  const lines = stripVTControlCharacters(output).split('\n');
  let from = 0;
  for (const expected of text.trim().split('\n')) {
    const pattern = patternOf(expected.trim());
    const found = lines.findIndex((line, index) => index >= from && pattern.test(line.trim()));
    if (found === -1) return `missing: ${expected}`;
    from = found + 1;
  }
  return undefined;
}

const patternOf = (line) => new RegExp(`^${line.split('…').map(escaped).join('.*')}$`);

function escaped(text) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
