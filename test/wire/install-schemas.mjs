import { extractSchemas } from './official-schemas.mjs';

/**
 * Once per run of jest, before its workers start. Without the schemas the tests run all the same, but
 * messages go unchecked, and `test/wire` fails.
 */
export default async function installSchemas() {
  try {
    await extractSchemas();
  } catch (error) {
    console.error(
      'The official JSON Schemas are not there, so the messages of the server are NOT CHECKED in ' +
        'this run. npm installs them once (the conformance suite), which needs the network:\n' +
        `${error instanceof Error ? error.message : error}`,
    );
  }
}
