import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.mjs';
import { runNode } from './run.mjs';

const STARTED = 'Nest application successfully started';
const START_MS = 60_000;

/**
 * Starts the shop that was built and lets the official client call it, in both eras.
 *
 * @param alone whether it must run without its packages
 */
export async function startAndCall(cwd, alone) {
  const folder = alone ? await mkdtemp(join(tmpdir(), 'nest-mcp-bundle-')) : cwd;
  if (alone) await cp(join(cwd, 'dist/main.js'), join(folder, 'main.js'));
  const port = await freePort();
  const server = await start(join(folder, alone ? 'main.js' : 'dist/main.js'), folder, port);
  try {
    if (!server.started) return { ok: false, output: `did not start\n${server.output()}` };
    const url = `http://127.0.0.1:${port}/api/mcp`;
    const { ok, stdout, output } = await runNode(['drive.mjs', url, 'key-of-a-clerk'], cwd);
    if (!ok) return { ok, output: output + server.output() };
    const { legacy, modern } = JSON.parse(stdout);
    return { ok: isServed(legacy) && isServed(modern), output: stdout };
  } finally {
    await server.stop();
    if (alone) await rm(folder, { recursive: true });
  }
}

const isServed = ({ found, invalid, placed }) =>
  found.content[0].text === '{"number":"A-1","status":"paid"}' &&
  invalid.content[0].text.includes('property colour should not exist') &&
  placed.content[0].text === '{"number":"A-2","status":"2 books"}';

function start(main, cwd, port) {
  const env = { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: undefined, PORT: String(port) };
  const child = spawn(process.execPath, [main], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise((resolve) => child.on('close', resolve));
  const stop = () => (child.kill(), closed);
  let output = '';
  return new Promise((resolve) => {
    const settle = (started) => {
      clearTimeout(timer);
      resolve({ started, stop, output: () => output });
    };
    const timer = setTimeout(() => settle(false), START_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes(STARTED)) settle(true);
      });
    }
    void closed.then(() => settle(false));
  });
}
