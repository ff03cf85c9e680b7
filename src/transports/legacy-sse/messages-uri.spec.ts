import fc from 'fast-check';
import type { MessagesUriOptions } from './messages-uri.js';
import { messagesUri } from './messages-uri.js';

const DEFAULTS: MessagesUriOptions = {
  path: 'sse',
  messagesPath: 'messages',
  endpointPath: 'mcp',
  publicUrl: undefined,
};

const uri = (requested: string, options: Partial<MessagesUriOptions> = {}) =>
  messagesUri(requested, 'id', { ...DEFAULTS, ...options });

describe('the URI for messages', () => {
  it.each([
    ['/sse', '/messages'],
    ['/SSE', '/messages'],
    ['/sse/', '/messages'],
    ['/sse?token=a/b', '/messages'],
    ['/sse/?x=/y', '/messages'],
    ['/api/v1/sse', '/api/v1/messages'],
    ['/mounted/api/sse/', '/mounted/api/messages'],
    ['http://shop.example:3000/api/sse?x', '/api/messages'],
    ['http://shop.example', '/messages'],
    ['/caf%C3%A9/sse', '/caf%C3%A9/messages'],
    ['/caf\u00c3\u00a9/sse', '/caf%C3%A9/messages'],
    ['', '/messages'],
  ])('beside a stream at %s is %s', (requested, expected) => {
    expect(uri(requested)).toBe(`${expected}?sessionId=id`);
  });

  it.each([
    ['ai/sse', 'ai/messages', '/api/ai/sse', '/api/ai/messages'],
    ['/ai/sse/', '/other/', '/api/ai/sse', '/api/other'],
    ['events', 'in/box', '/events/', '/in/box'],
    ['', 'messages', '/api', '/api/messages'],
  ])('of the routes %s and %s follows the route', (path, messagesPath, requested, expected) => {
    expect(uri(requested, { path, messagesPath })).toBe(`${expected}?sessionId=id`);
  });

  it.each([
    ['https://shop.example/api/mcp', 'mcp', '/api/messages'],
    ['https://shop.example/api/mcp/', 'mcp', '/api/messages'],
    ['https://shop.example/api/mcp?x=1#y', 'mcp', '/api/messages'],
    ['https://shop.example/a/ai/mcp', 'ai/mcp', '/a/messages'],
    ['https://shop.example/a/tools', 'mcp', '/a/messages'],
    ['https://shop.example/a/tools', 'ai/mcp', '/a/messages'],
    ['https://shop.example/tools', 'ai/mcp', '/messages'],
    ['https://mcp.shop.example', 'mcp', '/messages'],
    ['https://shop.example/api', '', '/api/messages'],
  ])('beside the public URL %s of the route %s is %s', (publicUrl, endpointPath, expected) => {
    expect(uri('/inside/sse', { publicUrl, endpointPath })).toBe(`${expected}?sessionId=id`);
  });

  it('escapes the id', () => {
    expect(messagesUri('/sse', 'a&b=c', DEFAULTS)).toBe('/messages?sessionId=a%26b%3Dc');
  });

  it('never leads to another origin, whatever was asked for', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webPath(),
          fc.constantFrom('//evil.example/sse', '///evil.example//sse', '\\\\evil.example\\sse'),
          fc
            .tuple(fc.webUrl(), fc.constantFrom('//evil.example/sse', '/sse'))
            .map((parts) => parts.join('')),
        ),
        (requested) => {
          const url = new URL(uri(requested), 'http://shop.example');
          expect(url.origin).toBe('http://shop.example');
          expect(url.searchParams.get('sessionId')).toBe('id');
        },
      ),
      {
        examples: [
          ['//evil.example/sse'],
          ['http://a//evil.example/sse'],
          ['/\\evil.example/sse'],
          ['/\t/evil.example/sse/x'],
        ],
      },
    );
  });

  it('is one line, whatever was asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (requested) => {
        expect(uri(requested)).toMatch(/^\/[\x21-\x7e]*$/);
      }),
      { examples: [['/a\r\ndata: x/sse']] },
    );
  });
});
