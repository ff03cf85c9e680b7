import { isContentBlock, isPromptMessage } from './content-block.js';

const complete = [
  { type: 'text', text: '' },
  { type: 'image', data: '', mimeType: 'image/png' },
  { type: 'audio', data: '', mimeType: 'audio/wav' },
  { type: 'resource', resource: { uri: 'a:b', text: '' } },
  { type: 'resource', resource: { uri: 'a:b', blob: '' } },
  { type: 'resource_link', uri: 'a:b', name: 'b' },
];

const incomplete = [
  { type: 'text' },
  { type: 'text', text: 1 },
  { type: 'image', data: 'x' },
  { type: 'image', mimeType: 'image/png' },
  { type: 'audio', data: 'x' },
  { type: 'resource' },
  { type: 'resource', resource: { uri: 'a:b' } },
  { type: 'resource', resource: { text: 'x' } },
  { type: 'resource', resource: [] },
  { type: 'resource_link', uri: 'a:b' },
  { type: 'resource_link', name: 'b' },
  { type: 'video', data: 'x', mimeType: 'video/mp4' },
  { type: 'constructor' },
  { type: '__proto__' },
  { type: 1 },
  { text: 'x' },
  'text',
  null,
  [],
];

describe('isContentBlock', () => {
  it.each(complete)('takes %j', (block) => {
    expect(isContentBlock(block)).toBe(true);
  });

  it.each(incomplete)('refuses %j', (block) => {
    expect(isContentBlock(block)).toBe(false);
  });
});

describe('isPromptMessage', () => {
  it.each(['user', 'assistant'])('takes the role %s', (role) => {
    expect(isPromptMessage({ role, content: complete[0] })).toBe(true);
  });

  it.each([
    { role: 'system', content: complete[0] },
    { role: 'user' },
    { role: 'user', content: complete },
    { role: 'user', content: 'text' },
    { content: complete[0] },
    null,
    'user',
  ])('refuses %j', (message) => {
    expect(isPromptMessage(message)).toBe(false);
  });
});
