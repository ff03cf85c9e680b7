import type { Logger } from '@nestjs/common';
import { revisionOf } from '../../../test/support/revision-of.js';
import { randomId } from '../../protocol/id-generator.js';
import { formRequest, urlRequest } from './elicitation.js';
import { ElicitationForms } from './elicitation-forms.js';

const logger = { warn: () => undefined } as unknown as Logger;

const form = (properties: object) =>
  new ElicitationForms('warn', logger).get({ type: 'object', properties }, 'here');

describe('a form for a client of 2025-06-18', () => {
  it('has names beside choices, and no defaults but those of booleans', async () => {
    const choices = await form({
      colour: { oneOf: [{ const: 'r', title: 'Red' }], default: 'r' },
      sure: { type: 'boolean', default: true },
    });

    expect(formRequest('m', choices, revisionOf('2025-06-18')).params).toEqual({
      message: 'm',
      requestedSchema: {
        type: 'object',
        properties: {
          colour: { type: 'string', enum: ['r'], enumNames: ['Red'] },
          sure: { type: 'boolean', default: true },
        },
      },
    });
  });

  it('cannot let several values be chosen, and names the fields', async () => {
    const many = await form({ many: { type: 'array', items: { enum: ['a'] } } });

    expect(() => formRequest('m', many, revisionOf('2025-06-18'))).toThrow(
      'elicitation/create: a client of 2025-06-18 cannot choose several values (many)',
    );
  });

  it.each(['2025-11-25', '2026-07-28'])('is not what a client of %s gets', async (version) => {
    const choices = await form({ colour: { oneOf: [{ const: 'r', title: 'Red' }], default: 'r' } });

    expect(formRequest('m', choices, revisionOf(version)).params).toEqual({
      message: 'm',
      requestedSchema: {
        type: 'object',
        properties: {
          colour: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }], default: 'r' },
        },
      },
    });
  });
});

describe('a request to open an address', () => {
  const request = (url: string, version = '2026-07-28') =>
    urlRequest({ message: 'pay', url }, revisionOf(version), randomId);

  it('has an id of its own in 2025-11-25', () => {
    const [first, second] = [0, 1].map(
      () => request('https://shop.example', '2025-11-25').params.elicitationId,
    );

    expect(first).toMatch(/^[\w-]{24}$/);
    expect(second).not.toBe(first);
  });

  it.each([
    ['2025-11-25', 'an-id-nobody-guesses'],
    ['2026-07-28', undefined],
  ])('has the id of its author in %s as %j', (version, elicitationId) => {
    const given = { message: 'pay', url: 'https://shop.example', id: 'an-id-nobody-guesses' };
    const made = urlRequest(given, revisionOf(version), randomId);

    expect([made.params.elicitationId, made.elicitationId]).toEqual([elicitationId, elicitationId]);
  });

  it.each(['', 'order-4711', 'fifteen-letters', 5])('may not have the id %j', (id) => {
    const given = { message: 'pay', url: 'https://shop.example', id: id as string };

    expect(() => urlRequest(given, revisionOf('2025-11-25'), randomId)).toThrow(/16 characters/);
  });

  it('has none in 2026-07-28', () => {
    expect(request('https://shop.example').params).toEqual({
      mode: 'url',
      message: 'pay',
      url: 'https://shop.example',
    });
  });

  it.each([
    'https://shop.example/pay?order=1',
    'http://localhost:3000/pay',
    'http://127.0.0.1',
    'http://[::1]:8080/',
  ])('takes %s', (url) => {
    expect(request(url).params.url).toBe(url);
  });

  it.each([
    '',
    'shop.example',
    '/pay',
    'http://shop.example',
    'http://localhost.shop.example',
    'ftp://shop.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
  ])('refuses %j, which is not safe', (url) => {
    expect(() => request(url)).toThrow('ctx.elicitUrl() needs an https: address');
  });

  it.each(['https://ann:pw@shop.example', 'https://ann@shop.example', 'https://:pw@shop.example'])(
    'refuses %s, which would log somebody in',
    (url) => {
      expect(() => request(url)).toThrow('must not hold a user name or password');
    },
  );

  it('reads the action, and nothing else of the answer', () => {
    const { read } = request('https://shop.example');

    expect(read({ action: 'accept', content: { paid: true } })).toEqual({ action: 'accept' });
    expect(() => read({ action: 'done' })).toThrow('is not the result of an elicitation');
  });
});
