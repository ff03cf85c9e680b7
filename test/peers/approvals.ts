import { randomUUID } from 'node:crypto';
import type { ExpectedRevision } from './expected-revision.js';
import type { CallAnswer, Peer } from './peer.interface.js';
import type { Word } from './person.js';

const QUESTION = 'Allow cut_line?';

const refusal = (detail: string) => ({
  error: 'authorization_required',
  tool: 'cut_line',
  decision: 'ask',
  detail,
});

/** What becomes of a call that needs a person's word, in the revisions that can ask and in those that cannot. */
export function itNeedsAWord(getPeer: () => Peer, { hasElicitation }: ExpectedRevision): void {
  if (hasElicitation) itAsks(getPeer);
  else itCannotAsk(getPeer);
}

function itAsks(getPeer: () => Peer): void {
  it('is shown the tool that needs a word', async () => {
    expect(await toolNames(getPeer())).toContain('cut_line');
  });

  it('is asked the question of the policy, once', async () => {
    const { asked } = await cutLine(getPeer(), 'agree');

    expect(asked).toEqual([QUESTION]);
  });

  it('has the call run once where the person agrees', async () => {
    const { answer, cuts } = await cutLine(getPeer(), 'agree');

    expect(answer).toMatchObject({ isError: false, text: 'cut' });
    expect(cuts).toBe('1');
  });

  it.each([
    ['declines', 'decline', 'user decline'],
    ['closes the question', 'cancel', 'user cancel'],
    ['sends the form without agreeing', 'disagree', 'user accept'],
  ] as const)('is refused where the person %s, and nothing ran', async (_, word, detail) => {
    const { answer, cuts } = await cutLine(getPeer(), word);

    expect(answer.isError).toBe(true);
    expect(JSON.parse(answer.text)).toEqual(refusal(detail));
    expect(cuts).toBe('0');
  });
}

function itCannotAsk(getPeer: () => Peer): void {
  it('is not shown the tool that needs a word', async () => {
    expect(await toolNames(getPeer())).not.toContain('cut_line');
  });

  it('is refused with the question instead of being asked, and nothing ran', async () => {
    const { answer, asked, cuts } = await cutLine(getPeer(), 'agree');

    expect(answer.isError).toBe(true);
    expect(JSON.parse(answer.text)).toEqual(refusal(QUESTION));
    expect(asked).toEqual([]);
    expect(cuts).toBe('0');
  });
}

const toolNames = async (peer: Peer): Promise<readonly string[]> =>
  (await peer.listTools()).map(({ name }) => name);

interface Cut {
  readonly answer: CallAnswer;
  readonly asked: readonly string[];
  /** How often the tool ran. */
  readonly cuts: string;
}

async function cutLine(peer: Peer, word: Word): Promise<Cut> {
  const line = randomUUID();
  const before = peer.person.questions.length;
  peer.person.says = word;
  const answer = await peer.callTool('cut_line', { line });
  const { text } = await peer.callTool('count_cuts', { line });
  return { answer, asked: peer.person.questions.slice(before), cuts: text };
}
