import { PLATFORMS } from '../../support/boot-app.js';
import { refusal } from '../../support/direct-peer.js';
import { WireClient } from '../../support/wire-client.js';
import { envelope, modernRequest } from '../../support/wire-messages.js';
import type { Cashier } from './serve-cashier.js';
import { serveCashier } from './serve-cashier.js';

const APPROVE = { action: 'accept', content: { approve: true } };

const REFUSED = {
  error: { code: -32602, message: 'requestState is not valid for this request' },
};

interface Answer {
  readonly result?: { readonly requestState: string; readonly [member: string]: unknown };
  readonly error?: object;
}

describe.each(PLATFORMS)('an approval without a session on the wire of $platform', (platform) => {
  let cashier: Cashier;
  let wire: WireClient;

  beforeAll(async () => {
    cashier = await serveCashier(platform);
    wire = new WireClient(cashier.app);
  });

  afterAll(() => cashier.app.close());

  /** Calls the tool as somebody. */
  async function pay(euros: number, user: string, more: object = {}) {
    const _meta = envelope({ clientCapabilities: { elicitation: {} } });
    const params = { name: 'pay', arguments: { euros }, _meta, ...more };
    const { body, headers } = modernRequest('tools/call', params);
    const answer = await wire.post(body, { ...headers, 'x-user': user });
    return { ...answer, body: JSON.parse(answer.text) as Answer };
  }

  async function stateOf(euros: number, user: string): Promise<string> {
    const { body } = await pay(euros, user);
    if (body.result === undefined) throw new Error(JSON.stringify(body));
    return body.result.requestState;
  }

  const retry = (euros: number, user: string, requestState: string, approval: object = APPROVE) =>
    pay(euros, user, { requestState, inputResponses: { approval } });

  it('ends the request with the question in plain JSON', async () => {
    const { status, headers, body } = await pay(1, 'ann');

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(body.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create' } },
    });
  });

  it('runs the repeated call', async () => {
    const { body } = await retry(2, 'ann', await stateOf(2, 'ann'));

    expect(body.result).toMatchObject({ content: [{ text: 'paid 2' }], resultType: 'complete' });
    expect(cashier.payments).toContain(2);
  });

  it('refuses the call of a person who declines', async () => {
    const { body } = await retry(3, 'ann', await stateOf(3, 'ann'), { action: 'decline' });

    expect(body.result).toMatchObject({
      isError: true,
      content: [{ text: refusal('pay', 'ask', 'user decline') }],
    });
    expect(cashier.payments).not.toContain(3);
  });

  it('takes no approval that somebody else was asked for', async () => {
    const { body } = await retry(4, 'bob', await stateOf(4, 'ann'));

    expect(body).toMatchObject(REFUSED);
    expect(cashier.payments).not.toContain(4);
  });

  it('takes no approval of another amount', async () => {
    const { body } = await retry(50, 'ann', await stateOf(5, 'ann'));

    expect(body).toMatchObject(REFUSED);
    expect(cashier.payments).not.toContain(50);
  });

  it('runs once when the call is repeated twice at the same time', async () => {
    const state = await stateOf(6, 'ann');
    const answers = await Promise.all([retry(6, 'ann', state), retry(6, 'ann', state)]);

    expect(answers.filter(({ body }) => body.error !== undefined)).toHaveLength(1);
    expect(cashier.payments.filter((euros) => euros === 6)).toHaveLength(1);
  });
});
