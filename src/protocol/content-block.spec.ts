import { isContentBlock } from './content-block.js';

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
