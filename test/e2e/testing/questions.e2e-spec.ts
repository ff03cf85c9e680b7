import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { allow, ask, McpTool } from 'nest-mcp';
import type { McpTestClientOptions } from 'nest-mcp/testing';
import { McpTestClient } from 'nest-mcp/testing';
import { TravelDeskService } from '../../apps/asking/travel-desk.service.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { TEST_CLIENTS } from '../../support/test-clients.js';

@Injectable()
class Till {
  @McpTool()
  refund(): string {
    return 'refunded';
  }
}

const authorizer = {
  authorize: ({ name }: { name: string }) => (name === 'refund' ? ask('Refund?') : allow()),
};

let app: INestApplication;

beforeAll(async () => {
  app = await bootApp(
    PLATFORMS[0]!,
    { providers: [TravelDeskService, Till] },
    { mcp: { authorizer } },
  );
});

afterAll(() => app.close());

describe.each(TEST_CLIENTS)('questions to a test client $link of $protocolVersion', (row) => {
  const { protocolVersion, connect } = row;
  let client: McpTestClient;

  const reconnect = async (options: McpTestClientOptions) => {
    await client.close();
    client = await connect(app, { protocolVersion, ...options });
  };

  beforeEach(async () => {
    client = await connect(app, { protocolVersion });
  });

  afterEach(() => client.close());

  it('are taken one by one while the call runs', async () => {
    const call = client.callTool('book');
    const who = await client.nextElicitation();
    who.accept({ mail: 'a@b.de', seat: 'aisle' });
    const sure = await client.nextElicitation();
    sure.accept({ sure: true });

    expect(resultText(await call)).toMatch(/: a@b.de, aisle, 0 bags$/);
    expect([who.message, who.url, who.isApproval]).toEqual(['Who travels?', undefined, false]);
    expect(who.requestedSchema).toMatchObject({ required: ['mail', 'seat'] });
    expect(sure.message).toBe('Book aisle for a@b.de?');
  });

  it.each(['decline', 'cancel'] as const)('are answered by %s', async (answer) => {
    const call = client.callTool('book');
    (await client.nextElicitation())[answer]();

    expect(resultText(await call)).toBe(`nobody travels: ${answer}`);
  });

  it('may be waited for before the call', async () => {
    const question = client.nextElicitation();
    const call = client.callTool('pay');
    (await question).accept();

    expect((await question).url).toBe('https://pay.example/42');
    expect(resultText(await call)).toBe('accept');
  });

  it('wait until somebody takes them, where the client says so from the start', async () => {
    await reconnect({ capabilities: { elicitation: { form: {}, url: {} } } });
    const call = client.callTool('pay');
    await client.listTools();
    (await client.nextElicitation()).decline();

    expect(resultText(await call)).toBe('decline');
  });

  it('come all at once where they are asked so', async () => {
    const call = client.callTool('survey');
    const asked: string[] = [];
    for (let index = 0; index < 3; index++) {
      const question = await client.nextElicitation();
      asked.push(question.message);
      question.accept({ sure: index === 1 });
    }

    expect(asked).toEqual(['sun?', 'snow?', 'sea?']);
    expect(resultText(await call)).toBe('false true false');
  });

  it('go to the handler if there is one', async () => {
    client.onElicit(() => ({ action: 'cancel' }));
    const question = client.nextElicitation();

    expect(resultText(await client.callTool('book'))).toBe('nobody travels: cancel');
    await expect(question).rejects.toThrow('no question came');
  });

  it('are answered once', async () => {
    const call = client.callTool('book');
    const question = await client.nextElicitation();
    question.decline();

    expect(() => question.accept({})).toThrow('"Who travels?" (form) was answered already');
    await call;
  });

  it('are approvals, which are given', async () => {
    const call = client.callTool('refund');
    const question = await client.approve();

    expect([question.message, question.isApproval]).toEqual(['Refund?', true]);
    expect(resultText(await call)).toBe('refunded');
  });

  it('are approvals, which are refused', async () => {
    const denied = client.expectDenied('refund');
    await client.decline();

    expect(await denied).toMatchObject({ decision: 'ask', detail: 'user decline' });
  });

  it('are approvals of several calls', async () => {
    const calls = [client.callTool('refund'), client.callTool('refund')];
    await client.approve();
    await client.decline();
    const texts = (await Promise.all(calls)).map(resultText);

    expect(texts.filter((text) => text === 'refunded')).toHaveLength(1);
  });

  it('are no approvals, which is told, and can be taken then', async () => {
    const call = client.callTool('book');

    await expect(client.approve()).rejects.toThrow('what was asked is "Who travels?" (form)');
    (await client.nextElicitation()).cancel();
    expect(resultText(await call)).toBe('nobody travels: cancel');
  });

  it('never come when the call has ended, with what it was answered', async () => {
    const call = client.callTool('numbers');

    await expect(client.nextElicitation()).rejects.toThrow(
      /no question came.*\n(.*\n)*.*answered last: tools\/call {"name":"numbers".*"text":"\d+"/,
    );
    expect(resultText(await call)).toMatch(/^\d+$/);
  });

  it('never come when the call has failed', async () => {
    const call = client.readResource('shop://nothing');
    const failure = call.catch(String);

    await expect(client.nextElicitation()).rejects.toThrow(
      /answered last: resources\/read .*32\d\d\d/,
    );
    expect(await failure).toContain('McpTestError');
  });

  it('end with the client, and so does the call', async () => {
    const call = client.callTool('book').catch((thrown: unknown) => String(thrown));
    await client.nextElicitation();
    await client.close();

    expect(await call).toMatch(
      /closed before.*\n(.*\n)*.*questions without an answer: "Who travels\?" \(form\)/,
    );
  });

  it('are no more after the client is closed', async () => {
    await client.close();

    await expect(client.nextElicitation()).rejects.toThrow('the client was closed');
  });
});

describe.each(TEST_CLIENTS)(
  'a test client $link of $protocolVersion that was not to be asked',
  (row) => {
    const { protocolVersion, connect } = row;

    it('is told so when it waits too late', async () => {
      const client = await connect(app, { protocolVersion });
      const call = client.callTool('refund');
      await call;
      const question = client.nextElicitation();

      await expect(question).rejects.toThrow(
        'what was sent last did not declare elicitation: call nextElicitation()',
      );
      expect(resultText(await call)).toContain('authorization_required');
      await client.close();
    });
  },
);
