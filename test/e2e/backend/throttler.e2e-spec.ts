import type { INestApplication, ModuleMetadata } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { SkipThrottle, Throttle, ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { McpContext, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { WireClient } from '../../support/wire-client.js';
import { initialize, modernCall } from '../../support/wire-messages.js';

const MINUTE = 60_000;

/** Tells clients apart by a header, so that each test has a budget of its own. */
const getTracker = (request: Record<string, unknown>): string =>
  (request.headers as Record<string, string>)['x-client'] ?? 'nobody';

@Injectable()
class Mail {
  @McpTool()
  readMail(): string {
    return 'read';
  }

  @McpTool()
  @Throttle({ default: { limit: 1, ttl: MINUTE } })
  sendMail(): string {
    return 'sent';
  }

  @McpTool()
  @SkipThrottle()
  ping(): string {
    return 'pong';
  }

  @McpTool()
  @Throttle({ default: { limit: 1, ttl: MINUTE } })
  async sendSlowly(context: McpContext): Promise<string> {
    await context.progress(1);
    return 'sent';
  }

  @McpResource({ uri: 'mail://inbox' })
  @Throttle({ default: { limit: 1, ttl: MINUTE } })
  inbox(): string {
    return 'empty';
  }
}

const throttled = (limit: number): ModuleMetadata => ({
  imports: [ThrottlerModule.forRoot({ throttlers: [{ ttl: MINUTE, limit }], getTracker })],
  providers: [Mail, { provide: APP_GUARD, useClass: ThrottlerGuard }],
});

const failed = (text: string) => ({ isError: true, content: [{ type: 'text', text }] });
const TOO_MANY = 'ThrottlerException: Too Many Requests';

describe.each(PLATFORMS)('scratch on $platform', (platform) => {
  it('x', async () => {
    const app = await bootApp(platform, throttled(2));
    const wire = new WireClient(app);
    for (let i = 0; i < 3; i++) {
      const { body, headers } = modernCall(i == 0 ? 'read_mail' : 'send_mail');
      const a = await wire.post(body, { ...headers, 'x-client': 'a' });
      console.log(JSON.stringify(a));
    }
    const { body, headers } = modernCall('send_slowly');
    console.log(JSON.stringify(await wire.post(body, { ...headers, 'x-client': 'b' })));
    console.log(JSON.stringify(await wire.post(body, { ...headers, 'x-client': 'b' })));
    const c = await McpTestClient.inMemory(app);
    console.log(JSON.stringify(await c.callTool('send_mail')));
    console.log(JSON.stringify(await c.callTool('send_mail')));
    await app.close();
  });
});
