import { jest } from '@jest/globals';
import { Transcript } from '../../examples/bookshop/src/demo/transcript.js';

describe('the transcript of the demo', () => {
  let transcript: Transcript;
  let printed: string[];

  beforeEach(() => {
    transcript = new Transcript();
    printed = [];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  });

  afterEach(() => jest.restoreAllMocks());

  const ask = (expected: Parameters<Transcript['step']>[0]['expected'], text: string) =>
    transcript.step({ method: 'tools/call', expected, send: () => Promise.resolve({ text }) });

  it('is content where every answer was expected', async () => {
    await ask({ contains: 'dragon' }, 'a dragon');

    expect(transcript.finish()).toBe(true);
  });

  it('is not content with another answer, and says what it expected', async () => {
    await ask({ contains: 'dragon' }, 'a wizard');

    expect(transcript.finish()).toBe(false);
    expect(printed.join('\n')).toContain('{"contains":"dragon"}');
  });

  it('is not content with an answer that should have been refused', async () => {
    await ask({ contains: 'dragon', refused: true }, 'a dragon');

    expect(transcript.finish()).toBe(false);
  });

  it('takes an exception for a refusal', async () => {
    const send = () => Promise.reject(new Error('no dragons'));
    await transcript.step({
      method: 'GET',
      expected: { contains: 'dragons', refused: true },
      send,
    });

    expect(transcript.finish()).toBe(true);
  });

  it('is not content where the server did not say what it had to say before', async () => {
    await ask({ contains: 'dragon', after: 'progress 3/3' }, 'a dragon');

    expect(transcript.finish()).toBe(false);
  });

  it('prints all of a refusal, in rows', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `reason-${index}`);
    await transcript.step({
      method: 'tools/call',
      expected: { contains: 'reason-59', refused: true },
      send: () => Promise.resolve({ text: words.join(' '), refused: true }),
    });

    const [, ...rows] = printed.map((row) => row.replace(/^.*ms /, '').trim());
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.join(' ')).toBe(words.join(' '));
  });

  it('prints one row of an answer', async () => {
    await ask({ contains: 'dragon' }, 'dragon '.repeat(60));

    expect(printed).toHaveLength(2);
  });
});
