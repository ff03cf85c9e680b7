import { jest } from '@jest/globals';
import { StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INestApplication } from '@nestjs/common';
import type { AddressInfo } from 'node:net';
import { HelpDesk } from '../apps/help-desk.js';
import { Workshop } from '../apps/workshop.js';
import { bootApp, PLATFORMS } from '../support/boot-app.js';
import { RoundRobin } from '../support/round-robin.js';
import { connectClientV1 } from './client-v1.peer.js';
import { CLIENT_MODES } from './client-v2-modes.js';
import { connectClientV2 } from './client-v2.peer.js';
import { EXPECTED, type ExpectedRevision } from './expected-revision.js';
import { inspect } from './inspect.js';
import { loadRelease, OLD_RELEASES } from './old-releases.js';
import type { Peer } from './peer.interface.js';

/** Old releases and the Inspector are installed on first use. */
jest.setTimeout(120_000);

/** Two servers that know nothing of each other, and a balancer that sends requests to each in turn. */
describe('two servers without sessions', () => {
  const apps: INestApplication[] = [];
  let balancer: RoundRobin;

  beforeAll(async () => {
    for (const platform of PLATFORMS) {
      const metadata = { providers: [Workshop, HelpDesk] };
      apps.push(await bootApp(platform, metadata, { mcp: { sessions: false } }));
    }
    const ports = apps.map((app) => (app.getHttpServer().address() as AddressInfo).port);
    balancer = await RoundRobin.listen(ports);
  });

  afterAll(async () => {
    await balancer.close();
    for (const app of apps) await app.close();
  });

  function itIsServed(connect: () => Promise<Peer>, expected: ExpectedRevision): void {
    let peer: Peer;

    beforeAll(async () => {
      peer = await connect();
    });

    afterAll(() => peer.close());

    it('agrees on a revision', () => {
      expect(peer.revision).toBe(expected.version);
    });

    it('gets everything, whichever server answers', async () => {
      const before = [...balancer.counts];
      for (let turn = 0; turn < 2; turn++) {
        expect((await peer.listTools()).map(({ name }) => name)).toContain('echo');
        expect(await peer.callTool('echo', { text: 'hi' })).toMatchObject({ text: 'hi' });
        expect(await peer.listResources()).toEqual(['workshop://tools']);
        expect(await peer.listTemplates()).toEqual(['desk://tickets/{number}']);
        expect(await peer.readResource('desk://tickets/7')).toBe('ticket 7');
        expect(await peer.listPrompts()).toEqual(['reply']);
        expect(await peer.getPrompt('reply', { tone: 'formal' })).toBe('Keep the tone formal.');
        const prompt = { type: 'ref/prompt', name: 'reply' } as const;
        expect(await peer.complete(prompt, 'tone', 'fr')).toEqual(['friendly']);
      }

      expect(balancer.counts.map((count, index) => count > (before[index] ?? 0))).toEqual([
        true,
        true,
      ]);
      expect(peer.errorCodes).toEqual([]);
    });

    it('hears how far a call is', async () => {
      const heard: number[] = [];

      const { text } = await peer.callTool(
        'count',
        { steps: 3 },
        { onprogress: ({ progress }) => heard.push(progress) },
      );

      expect(text).toBe('counted to 3');
      // Clients may drop what comes together with the answer.
      expect(heard).toEqual([1, 2, 3].slice(0, heard.length));
    });

    it('is of the revision it agreed on in every call', async () => {
      const { protocolVersion } = JSON.parse((await peer.callTool('caller')).text);
      // A client of an older one than 2025-06-18 need not say which it is.
      const assumed = expected.hasStructuredContent ? [] : ['2025-03-26'];

      expect([expected.version, ...assumed]).toContain(protocolVersion);
    });

    if (!expected.isModern) {
      it('is told that there are no log levels to set', async () => {
        await expect(peer.setLogLevel('debug')).rejects.toThrow(/logging|-32601/);
      });
    }
  }

  describe('serve the first generation of the official client', () => {
    itIsServed(() => connectClientV1(new TransportV1(balancer.url)), EXPECTED['2025-11-25']);
  });

  describe.each(OLD_RELEASES)('serve its release $release', ({ release, expected }) => {
    itIsServed(async () => {
      const loaded = await loadRelease(release);
      return connectClientV1(new loaded.StreamableHTTPClientTransport(balancer.url), loaded);
    }, expected);
  });

  describe.each(CLIENT_MODES)('serve the official client $mode', ({ options, expected }) => {
    itIsServed(() => connectClientV2(new TransportV2(balancer.url), options), expected);
  });

  it.each([
    ['legacy', '2025-11-25'],
    ['auto', '2026-07-28'],
  ] as const)('serve the Inspector, era %s', async (era, protocolVersion) => {
    const request = ['tools/call', '--tool-name', 'caller', '--tool-args-json', '{}'];

    const { exitCode, result } = await inspect([balancer.url.href], era, request);

    expect(exitCode).toBe(0);
    expect(result).toMatchObject({
      content: [{ text: expect.stringContaining(`"protocolVersion":"${protocolVersion}"`) }],
    });
  });
});
