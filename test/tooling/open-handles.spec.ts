import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const jest = join(process.cwd(), 'node_modules/jest/bin/jest.js');
const config = join(process.cwd(), 'test/tooling/fixtures/jest.config.mjs');

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
  }[];
}

/** One child for all the suites; forced to exit, for what they leak would keep it alive. */
const { stdout } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', jest, '--config', config, '--json', '--forceExit', '-w', '1'],
  { encoding: 'utf8', timeout: 60_000, env: { ...process.env, JEST_WORKER_ID: undefined } },
);
const report = JSON.parse(stdout) as Report;

function suite(name: string) {
  return report.testResults.find((result) => result.name.endsWith(`/${name}.fixture.mjs`));
}

describe('a suite of this repository', () => {
  it.each([
    ['leaks a server', 'leaked-server', 'the suite left open: 1 TCPServerWrap'],
    ['leaks a timer', 'leaked-timer', 'the suite left open: 1 Timeout'],
    ['leaves a rejection unhandled', 'floating-rejection', 'nobody listens'],
    ['handles a rejection too late', 'late-handler', 'handled too late'],
    ['makes a server send what the schema forbids', 'invalid-message', "property 'content'"],
    ['does so after its last test', 'late-invalid-message', "property 'content'"],
  ])('fails when it %s', (_what, name, message) => {
    expect(suite(name)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(message),
    });
  });

  it('is told the line that set the leaked timer', () => {
    expect(suite('leaked-timer')?.message).toContain('leaked-timer.fixture.mjs:2');
  });

  it('passes when its last hook closes everything', () => {
    expect(suite('tidy')).toMatchObject({ status: 'passed' });
  });
});
