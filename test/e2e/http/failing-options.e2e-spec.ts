import type { McpModuleOptions } from 'nest-mcp';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { WireClient } from '../../support/wire-client.js';
import { legacyCall, legacyRequest, modernRequest } from '../../support/wire-messages.js';

const SECRET = 'sk-secret';
const fail = (): never => {
  throw new RangeError(SECRET);
};

/** Functions of options that requests over HTTP run. */
const OPTIONS: readonly (readonly [name: string, options: Partial<McpModuleOptions>])[] = [
  ['principal', { principal: fail }],
  ['principalKey', { principal: () => ({ sub: 'ann' }), principalKey: fail }],
  ['authorizer.authorize', { authorizer: { authorize: fail } }],
  ['unknownToolReply', { unknownToolReply: fail }],
  ['http.tags', { http: { tags: fail } }],
  ['http.sessionState', { http: { sessionState: fail } }],
  ['hooks.onInit', { hooks: { onInit: fail } }],
  ['hooks.onRequest', { hooks: { onRequest: fail } }],
];

describe.each(PLATFORMS)('a function of the application that throws, on $platform,', (platform) => {
  it.each(OPTIONS)('is told to the log and to nobody else: %s', async (_name, mcp) => {
    const logger = new RecordingLogger();
    const app = await bootApp(platform, {}, { mcp, create: { logger } });
    const client = new WireClient(app);

    const begun = await client.post(
      legacyRequest('initialize', { protocolVersion: '2025-11-25', capabilities: {} }),
    );
    const session = { 'mcp-session-id': String(begun.headers['mcp-session-id']) };
    const { body, headers } = modernRequest('tools/call', { name: 'none', arguments: {} });
    const listen = modernRequest('subscriptions/listen', { notifications: {} });
    const answers = [
      begun,
      await client.post(legacyCall('none'), session),
      await client.send('GET', { ...session, accept: 'application/json' }),
      await client.post(body, headers),
      // Without a stream it is refused, whatever else would become of it.
      await client.post(listen.body, { ...listen.headers, accept: 'application/json' }),
    ];
    await app.close();

    for (const { text } of answers) {
      expect(text).not.toContain(SECRET);
      if (text !== '') expect(JSON.parse(text)).toHaveProperty('jsonrpc', '2.0');
    }
    expect(logger.text).toContain(SECRET);
  });
});
