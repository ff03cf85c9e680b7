import { FilterReply, replyText } from './filter-reply.js';

describe('replyText', () => {
  it.each([
    ['a string', 'no', 'no'],
    ['bytes', Buffer.from('nö'), 'nö'],
    ['an object', { message: 'no' }, '{"message":"no"}'],
    ['a list', ['a'], '["a"]'],
    ['a number', 0, '0'],
    ['false', false, 'false'],
  ])('reads %s', (_what, body, text) => {
    expect(replyText(body)).toBe(text);
  });

  it.each([undefined, null, ''])('finds nothing said in %j', (body) => {
    expect(replyText(body)).toBeUndefined();
  });
});

describe('FilterReply', () => {
  it('keeps what was said and what was the cause', () => {
    const cause = new Error('x');
    const reply = new FilterReply('no', cause);

    expect(reply.text).toBe('no');
    expect(reply.cause).toBe(cause);
  });
});
