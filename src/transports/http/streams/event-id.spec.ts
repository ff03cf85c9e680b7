import fc from 'fast-check';
import { randomId } from '../../../protocol/id-generator.js';
import { formatEventId, parseEventId } from './event-id.js';

describe('the id of an event', () => {
  it('says its stream and its place there', () => {
    expect(formatEventId({ streamId: 'ab-c_d', sequence: 12 })).toBe('ab-c_d.12');
  });

  it('is read back', () => {
    const property = fc.property(fc.nat(2 ** 31 - 1), (sequence) => {
      const position = { streamId: randomId(), sequence };
      expect(parseEventId(formatEventId(position))).toEqual(position);
    });
    fc.assert(property);
  });

  it.each([
    '',
    '.',
    'a',
    'a.',
    '.1',
    'a.1.2',
    'a.-1',
    'a.+1',
    'a.01',
    'a.1e3',
    'a.1 ',
    ' a.1',
    'a.1, a.2',
    'a.0x1',
    'a.1\n',
    'a.9999999999999999',
    'é.1',
  ])('is not read from %j', (text) => {
    expect(parseEventId(text)).toBeUndefined();
  });
});
