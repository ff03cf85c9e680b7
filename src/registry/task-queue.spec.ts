import { deferred } from '../protocol/deferred.js';
import { TaskQueue } from './task-queue.js';

describe('tasks of a queue', () => {
  it('run one after the other, in the order they were given', async () => {
    const queue = new TaskQueue();
    const gate = deferred<void>();
    const trail: string[] = [];
    const turns = [
      queue.run(async () => {
        trail.push('first begins');
        await gate.promise;
        trail.push('first ends');
      }),
      queue.run(() => void trail.push('second')),
      queue.runAtOnce(() => void trail.push('third')),
    ];
    gate.resolve();
    await Promise.all(turns);

    expect(trail).toEqual(['first begins', 'first ends', 'second', 'third']);
  });

  it('give what they return, and fail as they fail', async () => {
    const queue = new TaskQueue();
    const failed = queue.run(() => {
      throw new Error('broken');
    });
    const fine = queue.run(() => 7);

    await expect(failed).rejects.toThrow('broken');
    expect(await fine).toBe(7);
  });

  it('that take no time run at once when nothing is under way', () => {
    const queue = new TaskQueue();
    const trail: number[] = [];
    void queue.runAtOnce(() => void trail.push(1));
    void queue.runAtOnce(() => void trail.push(2));

    expect(trail).toEqual([1, 2]);
  });

  it('that take no time run at once again when everything is done', async () => {
    const queue = new TaskQueue();
    await queue.run(() => undefined);
    await queue.run(() => Promise.reject(new Error('broken'))).catch(() => undefined);
    let isDone = false;
    void queue.runAtOnce(() => void (isDone = true));

    expect(isDone).toBe(true);
  });
});
