import { refusal } from '../../support/direct-peer.js';
import type { OfficialClient, PersonAnswer } from './official-client.js';

const REFUSALS: readonly { readonly answer: PersonAnswer; readonly detail: string }[] = [
  { answer: { action: 'accept', content: { approve: false } }, detail: 'user accept' },
  { answer: { action: 'decline' }, detail: 'user decline' },
  { answer: { action: 'cancel' }, detail: 'user cancel' },
];

/** What any client and its person see of approvals, in either era and over any transport. */
export function itAsksForApproval(client: () => OfficialClient): void {
  it('lists the tool that needs approval', async () => {
    expect(await client().toolNames()).toEqual(['paid', 'pay']);
  });

  it('runs the tool when the person approves', async () => {
    client().answer = { action: 'accept', content: { approve: true } };
    const asked = client().questions.length;

    expect(await client().call('pay', { euros: 5 })).toBe('paid 5');
    expect(client().questions.slice(asked)).toEqual(['May pay be run?']);
  });

  it.each(REFUSALS)('refuses the call when the person answers $answer', async (given) => {
    client().answer = given.answer;
    const before = await client().call('paid');

    expect(await client().call('pay', { euros: 7 })).toBe(refusal('pay', 'ask', given.detail));
    expect(await client().call('paid')).toBe(before);
  });

  it('asks nobody about arguments that do not fit', async () => {
    const asked = client().questions.length;

    expect(await client().call('pay', { euros: 0 })).toContain('Invalid arguments for tool pay');
    expect(client().questions).toHaveLength(asked);
  });

  it('asks nobody about a tool that needs no approval', async () => {
    const asked = client().questions.length;
    await client().call('paid');

    expect(client().questions).toHaveLength(asked);
  });

  it('takes several questions at once', async () => {
    client().answer = { action: 'accept', content: { approve: true } };

    const texts = await Promise.all([11, 12, 13].map((euros) => client().call('pay', { euros })));

    expect(texts).toEqual(['paid 11', 'paid 12', 'paid 13']);
  });
}

/** What a client without a person sees. */
export function itCannotBeAsked(client: () => OfficialClient): void {
  it('is not shown the tool that needs approval', async () => {
    expect(await client().toolNames()).toEqual(['paid']);
  });

  it('is refused with the question', async () => {
    expect(await client().call('pay', { euros: 5 })).toBe(refusal('pay', 'ask', 'May pay be run?'));
  });
}
