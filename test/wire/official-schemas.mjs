import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { installedSuite, VERSION } from '../conformance/suite/installed-suite.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = join(root, 'node_modules/.cache/mcp-schemas', VERSION);
const fileOf = (revision) => join(folder, `${revision}.json`);

/** Each revision, and a type that came with it: the bundle does not name its schemas. */
const NOVELTIES = [
  ['2026-07-28', 'DiscoverRequest'],
  ['2025-11-25', 'CreateTaskResult'],
  ['2025-06-18', 'ElicitRequest'],
  ['2025-03-26', 'JSONRPCBatchRequest'],
];

/** Every revision, newest first. */
export const REVISIONS = [...NOVELTIES.map(([revision]) => revision), '2024-11-05'];

export const definitionsOf = (schema) => schema.$defs ?? schema.definitions;

/**
 * Takes the official JSON Schema files out of the conformance suite, which is the one npm package
 * that has them; they are part of its bundled source. They are kept until the suite's version changes.
 *
 * @throws Error when the suite cannot be installed, or has them no longer
 */
export async function extractSchemas() {
  if (REVISIONS.every((revision) => existsSync(fileOf(revision)))) return;
  const found = new Map(
    schemasIn(await readFile(await installedSuite(), 'utf8')).map((schema) => [
      revisionOf(schema),
      schema,
    ]),
  );
  const missing = NOVELTIES.filter(([revision]) => !found.has(revision));
  if (missing.length > 0) {
    const revisions = missing.map(([revision]) => revision).join(', ');
    throw new Error(`the conformance suite ${VERSION} has no schema of ${revisions}`);
  }
  found.set('2024-11-05', firstRevision(found.get('2025-03-26')));
  await mkdir(folder, { recursive: true });
  await Promise.all(REVISIONS.map((revision) => save(fileOf(revision), found.get(revision))));
}

/** True once {@link extractSchemas} succeeded on this machine. */
export const hasSchemas = () => REVISIONS.every((revision) => existsSync(fileOf(revision)));

export const readSchema = (revision) => JSON.parse(readFileSync(fileOf(revision), 'utf8'));

/** Others may do the same at this moment, so nobody may see half a file. */
async function save(file, schema) {
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(schema));
  await rename(unfinished, file);
}

/** The object literals of a script that are JSON Schemas with definitions. */
function schemasIn(script) {
  const starts = script.matchAll(
    /\{\$schema:[`"']https?:\/\/json-schema\.org\/[^`"']*[`"'],(?:definitions|\$defs):\{/g,
  );
  return Array.from(starts, ({ index }) => JSON.parse(evaluated(literalAt(script, index))));
}

const evaluated = (literal) => runInNewContext(`JSON.stringify(${literal})`);

function literalAt(script, start) {
  let depth = 0;
  let quote;
  for (let at = start; at < script.length; at++) {
    const character = script[at];
    if (quote !== undefined) {
      if (character === '\\') at++;
      else if (character === quote) quote = undefined;
    } else if ('`"\''.includes(character)) quote = character;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return script.slice(start, at + 1);
  }
  throw new Error('an object literal without an end');
}

function revisionOf(schema) {
  const definitions = definitionsOf(schema);
  return NOVELTIES.find(([, novelty]) => novelty in definitions)?.[0];
}

/**
 * The suite has no schema of 2024-11-05, whose messages differ from those of 2025-03-26 by what that
 * revision brought: audio, batches, progress in words, annotations of tools, the completions capability.
 */
function firstRevision(second) {
  const schema = structuredClone(second);
  const { definitions } = schema;
  for (const name of ['AudioContent', 'JSONRPCBatchRequest', 'JSONRPCBatchResponse']) {
    delete definitions[name];
  }
  prune(definitions);
  delete definitions.ToolAnnotations;
  delete definitions.Tool.properties.annotations;
  delete definitions.ServerCapabilities.properties.completions;
  delete definitions.ProgressNotification.properties.params.properties.message;
  return schema;
}

/** Takes audio and arrays of messages out of every choice. */
function prune(node) {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node.anyOf)) node.anyOf = node.anyOf.filter((choice) => !isSecond(choice));
  for (const child of Object.values(node)) prune(child);
}

const isSecond = ({ $ref, type }) => $ref === '#/definitions/AudioContent' || type === 'array';
