import { Injectable } from '@nestjs/common';
import { allow, ask, McpContext, McpDispatcher, McpTool } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { StreamClient, nextMessage, rest } from '../../support/stream-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

const EMPTY = { type: 'object', properties: {} } as const;

@Injectable()
class Works {
  readonly building = deferred<AbortSignal>();
  asking: AbortSignal | undefined;

  @McpTool({ annotations: { destructiveHint: true } })
  demolish(): string {
    return 'gone';
  }

  @McpTool()
  async choose(context: McpContext): Promise<string> {
    this.asking = context.signal;
    const { action } = await context.elicit('Which one?', EMPTY);
    return action;
  }

  @McpTool({ task: 'required' })
  build({ signal }: McpContext): Promise<string> {
    this.building.resolve(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  }
}

describe.each(PLATFORMS)('closing an application at work, on $platform', ({ createAdapter }) => {
  it('calls questions back, and ends calls that wait for a person and tasks', async () => {
    const app = await bootApp(
      { createAdapter },
      { providers: [Works] },
      {
        mcp: {
          limits: { shutdownGraceMs: 1 },
          authorizer: {
            authorize: ({ name }) => (name === 'demolish' ? ask('Really?') : allow()),
          },
        },
      },
    );
    const works = app.get(Works);
    const { wire, headers } = await StreamClient.open(app);
    const task = { name: 'build', arguments: {}, task: {} };
    await wire.post(legacyRequest('tools/call', task, 'task'), headers);
    const building = await works.building.promise;
    const asked = await Promise.all(
      ['demolish', 'choose'].map(async (name) => {
        const { response, leave } = await wire.open('POST', headers, legacyCall(name, {}, name));
        return { response, leave, reader: new EventReader(response) };
      }),
    );
    const questions = await Promise.all(asked.map((stream) => nextMessage(stream)));

    await app.close();

    expect(questions.map(({ data }) => (JSON.parse(data) as { method: string }).method)).toEqual([
      'elicitation/create',
      'elicitation/create',
    ]);
    const called = { method: 'notifications/cancelled', params: { reason: 'the call ended' } };
    expect(await Promise.all(asked.map((stream) => rest(stream)))).toMatchObject([
      [called],
      [called],
    ]);
    expect([building.aborted, works.asking?.aborted]).toEqual([true, true]);
    expect(Object.values(app.get(McpDispatcher).snapshot()).filter(Boolean)).toEqual([]);
  });
});
