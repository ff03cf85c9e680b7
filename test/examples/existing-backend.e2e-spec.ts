import { jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { readPage } from '../docs/markdown-table.js';
import { installedInspector } from '../support/installed-inspector.js';
import { StdioProcess } from '../support/stdio-process.js';
import { BookshopBuilds, bookshopSources } from './bookshop-builds.js';
import { withoutMcp } from './without-mcp.js';
import { diffsOf, revert, type Sources } from './page-diffs.js';

/** Compiling and starting processes takes its time on a busy machine. */
jest.setTimeout(120_000);

const page = readPage('docs/existing-backend.md');
/** What it takes, and what the bookshop does besides. */
const [needed = '', besides = ''] = page.split('\n## A step further\n');

/** What a browser sends, in this order: reads, refusals and changes. */
const REST: readonly (readonly [path: string, body?: object])[] = [
  ['/books?genre=mystery&inStock=true&sort=cheapest&page=2&pageSize=5'],
  ['/books?pageSize=500&sort=random'],
  ['/books/genres'],
  ['/books/9799900010004'],
  ['/books/9790000000000'],
  ['/customers?text=example.org'],
  ['/customers/7'],
  ['/orders?customerId=7&limit=2'],
  ['/orders?customerId=9999'],
  ['/orders', { customerId: 7, lines: [{ isbn: '9799900010004', quantity: 2 }] }],
  ['/orders', { customerId: 7, lines: [{ isbn: 'x', quantity: 0 }] }],
  ['/orders/BS-100042'],
  ['/orders/BS-100042/refund', { reason: 'arrived damaged', restock: true, more: 1 }],
  ['/orders/BS-100042/refund', { reason: 'arrived damaged' }],
  ['/stock?genre=science&lowStock=10'],
  ['/sales?year=2026'],
  ['/nowhere'],
];

const postOf = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('docs/existing-backend.md', () => {
  let before: Sources;
  let between: Sources;
  let after: Sources;
  let builds: BookshopBuilds;
  const shops = new Map<string, StdioProcess>();

  beforeAll(async () => {
    after = await bookshopSources();
    between = revert(after, diffsOf(besides));
    before = revert(between, diffsOf(needed));
    builds = await BookshopBuilds.of({ before, between, after });
  });

  afterAll(async () => {
    for (const shop of shops.values()) shop.kill('SIGKILL');
    await Promise.all([...shops.values()].map((shop) => shop.exited));
    await builds.remove();
  });

  /** Where a version listens. */
  async function started(version: string): Promise<string> {
    const shop = shops.get(version) ?? StdioProcess.run(builds.mainOf(version), { PORT: '0' });
    shops.set(version, shop);
    await shop.prints('Try it');
    return new URL(/REST API +(\S+)/.exec(shop.output)?.[1] ?? '').origin;
  }

  /** What a version that was just started answers. */
  async function answersOf(version: string): Promise<readonly string[]> {
    const origin = await started(version);
    const answers: string[] = [];
    for (const [path, body] of REST) {
      const response = await fetch(`${origin}${path}`, body && postOf(body));
      const text = (await response.text()).replace(/"(placed|refunded)At":"[^"]*"/g, '');
      answers.push(`${path} ${response.status} ${text}`);
    }
    return answers;
  }

  it('begins with a backend that knows nothing of MCP', () => {
    const texts = builds.textsOf('before');

    expect(texts.length).toBeGreaterThan(30);
    expect(texts.filter((text) => text.includes('nest-mcp'))).toEqual([]);
  });

  it('changes imports, decorators and one module line, nothing else', () => {
    const changed = [...before.keys()].filter((file) => before.get(file) !== between.get(file));

    expect(changed.length).toBeGreaterThan(5);
    for (const file of changed) {
      expect(withoutMcp(between.get(file) ?? '')).toBe(withoutMcp(before.get(file) ?? ''));
    }
  });

  it('compiles at every step', () => {
    expect(builds.complaints).toEqual([]);
  });

  it('leaves every answer of the REST API as it was', async () => {
    const was = await answersOf('before');

    const statuses = was.map((answer) => / (\d{3}) /.exec(answer)?.[1]);
    expect(new Set(statuses)).toEqual(new Set(['200', '201', '400', '404', '409']));
    expect(await answersOf('between')).toEqual(was);
    expect(await answersOf('after')).toEqual(was);
  });

  it('shows what the Inspector prints then', async () => {
    const [, command = '', shown = ''] =
      /```sh\nnpx @modelcontextprotocol\/inspector (.+)\n```\n[^]*?```json\n([^]*?)```/.exec(
        needed,
      ) ?? [];
    const args = command.replace('http://localhost:3000', await started('between')).split(' ');

    const { stdout } = await promisify(execFile)(
      process.execPath,
      [await installedInspector(), ...args],
      // It keeps files in the home directory.
      { env: { ...process.env, HOME: tmpdir() } },
    );

    expect(JSON.parse(stdout)).toEqual(JSON.parse(shown));
  });
});
