import type { INestApplication } from '@nestjs/common';
import { McpDispatcher } from 'nest-mcp';
import { CashierService } from '../../apps/approvals/cashier.service.js';
import { CautiousAuthorizer } from '../../apps/approvals/cautious.authorizer.js';
import { asUser, HeaderUserGuard } from '../../apps/header-user.guard.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { refusal } from '../../support/direct-peer.js';
import { SseWire } from '../../support/sse-wire.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

const APPROVE = { action: 'accept', content: { approve: true } };
const CAN_BE_ASKED = { capabilities: { elicitation: {} } };

const payCall = (euros: number) => legacyCall('pay', { euros }, 'call');
const answerTo = (id: unknown, result: object = APPROVE) => ({ jsonrpc: '2.0', id, result });

describe.each(PLATFORMS)('a question over HTTP+SSE on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let payments: readonly number[];

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [CashierService, CautiousAuthorizer] },
      {
        mcp: { authorizer: CautiousAuthorizer, http: { legacySse: true } },
        configure: (application) => void application.useGlobalGuards(new HeaderUserGuard()),
      },
    );
    ({ payments } = app.get(CashierService));
  });

  afterAll(() => app.close());

  /** Calls the tool and reads the question. */
  async function ask(euros: number, headers: Record<string, string> = {}) {
    const wire = await SseWire.initialize(app, { headers }, CAN_BE_ASKED);
    await wire.post(payCall(euros));
    return { wire, question: (await wire.next()) ?? {} };
  }

  it('is a message of the stream', async () => {
    const { wire, question } = await ask(1);

    expect(question).toMatchObject({
      jsonrpc: '2.0',
      id: expect.stringMatching(/^approval-[\w-]{24}$/),
      method: 'elicitation/create',
      params: { message: 'May pay be run?' },
    });
    wire.leave();
  });

  it('is answered by a POST that is only acknowledged, and the result is on the stream', async () => {
    const { wire, question } = await ask(2);

    const { status, text } = await wire.post(answerTo(question.id));

    expect({ status, text }).toEqual({ status: 202, text: '' });
    expect(await wire.next()).toEqual({
      jsonrpc: '2.0',
      id: 'call',
      result: { content: [{ type: 'text', text: 'paid 2' }] },
    });
    expect(payments).toContain(2);
    wire.leave();
  });

  it('may be declined', async () => {
    const { wire, question } = await ask(3);
    await wire.post(answerTo(question.id, { action: 'decline' }));

    expect(await wire.next()).toMatchObject({
      result: { isError: true, content: [{ text: refusal('pay', 'ask', 'user decline') }] },
    });
    expect(payments).not.toContain(3);
    wire.leave();
  });

  it('does not hold other calls up', async () => {
    const { wire, question } = await ask(4);

    expect(await wire.ask(legacyCall('paid', {}, 'other'))).toMatchObject({ id: 'other' });
    await wire.post(answerTo(question.id));
    expect(await wire.next()).toMatchObject({ id: 'call' });
    wire.leave();
  });

  it('is not answered from another stream, nor by another principal', async () => {
    const { wire, question } = await ask(5, asUser({ id: 'ann' }));
    const stranger = await SseWire.initialize(app, {}, CAN_BE_ASKED);

    const foreign = await stranger.post(answerTo(question.id));
    const stolen = await wire.post(answerTo(question.id), asUser({ id: 'bob' }));
    await wire.post(answerTo(question.id, { action: 'decline' }));
    const answer = await wire.next();

    expect([foreign.status, stolen.status]).toEqual([202, 404]);
    expect(answer).toMatchObject({ id: 'call', result: { isError: true } });
    expect(payments).not.toContain(5);
    wire.leave();
    stranger.leave();
  });

  it('is over when the stream closes', async () => {
    const { wire, question } = await ask(6);

    wire.leave();
    while (app.get(McpDispatcher).snapshot().parked > 0) await wire.post(legacyRequest('ping'));

    expect((await wire.post(answerTo(question.id))).status).toBe(404);
    expect(payments).not.toContain(6);
  });

  it.each(['2024-11-05', '2025-03-26'])('is not asked in %s, which has none', async (version) => {
    const params = { ...CAN_BE_ASKED, protocolVersion: version };
    const wire = await SseWire.initialize(app, {}, params);

    expect(await wire.ask(payCall(7))).toMatchObject({
      id: 'call',
      result: { isError: true },
    });
    expect(payments).not.toContain(7);
    wire.leave();
  });
});
