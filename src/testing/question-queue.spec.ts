import { QuestionQueue } from './question-queue.js';

const asked = (queue: QuestionQueue, message: string, isApproval = false, id?: string) =>
  queue.ask({ message }, isApproval, id);

describe('questions that wait for a test', () => {
  let queue: QuestionQueue;

  beforeEach(() => {
    queue = new QuestionQueue();
  });

  it('go to whoever waits longest', async () => {
    const [one, other] = [queue.next(), queue.next()];
    const answers = [asked(queue, 'a?'), asked(queue, 'b?')];
    (await other).decline();
    (await one).accept({ x: 1 });

    expect([(await one).message, (await other).message]).toEqual(['a?', 'b?']);
    expect(await Promise.all(answers)).toEqual([
      { action: 'accept', content: { x: 1 } },
      { action: 'decline' },
    ]);
    expect(queue.unanswered).toEqual([]);
  });

  it('wait where nobody does, in order', async () => {
    const answers = [asked(queue, 'a?'), asked(queue, 'b?', true)];
    expect(queue.unanswered).toEqual(['"a?" (form)', '"b?" (approval)']);
    (await queue.next()).cancel();
    (await queue.nextApproval()).accept();

    expect(await Promise.all(answers)).toEqual([{ action: 'cancel' }, { action: 'accept' }]);
  });

  it('stay the next where they are not the approval that was expected', async () => {
    const answer = asked(queue, 'a?');
    await expect(queue.nextApproval()).rejects.toThrow('what was asked is "a?" (form)');
    (await queue.next()).decline();

    expect(await answer).toEqual({ action: 'decline' });
  });

  it('are taken back by the server, and cannot be answered then', async () => {
    const [mine, other] = [asked(queue, 'a?', false, 'q-1'), asked(queue, 'b?', false, 'q-2')];
    const taken = await queue.next();
    queue.takeBack('q-1');
    queue.takeBack(undefined);

    await expect(mine).rejects.toThrow('"a?" (form) is over');
    expect(() => taken.decline()).toThrow('was answered already, or is over');
    (await queue.next()).decline();
    expect(await other).toEqual({ action: 'decline' });
  });

  it('of 2026-07-28 are not taken back by a notification without an id', async () => {
    const answer = asked(queue, 'a?');
    queue.takeBack(undefined);
    (await queue.next()).decline();

    expect(await answer).toEqual({ action: 'decline' });
  });

  it('end together with those that wait, and begin anew', async () => {
    const waiting = queue.next();
    queue.end(new Error('nothing runs'));
    await expect(waiting).rejects.toThrow('nothing runs');
    const answer = asked(queue, 'a?');
    (await queue.next()).decline();

    expect(await answer).toEqual({ action: 'decline' });
  });

  it('end for good', async () => {
    const answer = asked(queue, 'a?');
    queue.close(new Error('closed'));

    await expect(answer).rejects.toThrow('closed');
    await expect(queue.next()).rejects.toThrow('closed');
    await expect(asked(queue, 'b?')).rejects.toThrow('closed');
  });
});
