import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable, UseGuards } from '@nestjs/common';
import type { McpHooks } from 'nest-mcp';
import { McpContext, McpExecutionContext, McpSessions, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { inspect } from 'node:util';
import { ERAS, PLATFORMS, bootApp } from '../../support/boot-app.js';

const SECRETS = ['bearer-secret', 'claim-secret', 'state-secret', 'argument-secret', 'meta-secret'];

/** Everything that printing a value could show. */
const printed = (value: object): string =>
  [
    inspect(value),
    inspect(value, { depth: null, showHidden: true, getters: true }),
    inspect({ nested: [value] }, { depth: null }),
    JSON.stringify(value),
    JSON.stringify({ ...value }),
    String(value),
  ].join('\n');

const seen: string[] = [];

@Injectable()
class PrintingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const call = McpExecutionContext.from(context);
    if (call !== undefined) seen.push(printed(call), printed(call.getContext()));
    return true;
  }
}

@Injectable()
class Desk {
  @UseGuards(PrintingGuard)
  @McpTool({ input: { type: 'object', additionalProperties: true } })
  look(_args: Record<string, unknown>, ctx: McpContext): string {
    ctx.state.set('plan', 'state-secret');
    seen.push(printed(ctx));
    return String((ctx.principal as { claim: string }).claim);
  }
}

const hooks: McpHooks = {
  onInit: (_info, ctx) => {
    ctx.state.set('plan', 'state-secret');
    seen.push(printed(ctx));
  },
  onEvent: (_event, ctx) => void seen.push(printed(ctx)),
  onTerminate: (_reason, ctx) => void seen.push(printed(ctx)),
};

describe.each(PLATFORMS)('printing on $platform', ({ createAdapter }) => {
  it.each(ERAS)('a context or a session of %s shows nothing private', async (protocolVersion) => {
    seen.length = 0;
    const app = await bootApp(
      { createAdapter },
      { providers: [Desk, PrintingGuard] },
      {
        mcp: { hooks, principal: () => ({ id: 'ada', claim: 'claim-secret' }) },
      },
    );
    const client = await McpTestClient.overHttp(app, {
      protocolVersion,
      headers: { authorization: 'Bearer bearer-secret' },
    });

    const params = {
      name: 'look',
      arguments: { note: 'argument-secret' },
      _meta: { note: 'meta-secret' },
    };
    const answer = await client.request<{ content: { text: string }[] }>('tools/call', params);
    for (const session of app.get(McpSessions).list()) {
      session.send('x');
      seen.push(printed(session), printed(app.get(McpSessions)));
    }
    await app.close();

    expect(answer.content[0]?.text).toBe('claim-secret');
    expect(seen.length).toBeGreaterThan(4);
    for (const secret of SECRETS) expect(seen.join('\n')).not.toContain(secret);
  });
});
