import type { ContentBlock } from './content.interface.js';
import { downgradeContent } from './downgrade-content.js';
import { revision20241105 } from './revisions/revision-2024-11-05.js';
import { revision20250326 } from './revisions/revision-2025-03-26.js';
import { REVISIONS } from './revisions/revisions.js';

const text: ContentBlock = { type: 'text', text: 'hello' };
const image: ContentBlock = { type: 'image', data: 'aQ==', mimeType: 'image/png' };
const embedded: ContentBlock = { type: 'resource', resource: { uri: 'a:b', text: 'x' } };
const audio: ContentBlock = { type: 'audio', data: 'aQ==', mimeType: 'audio/wav' };
const link: ContentBlock = { type: 'resource_link', uri: 'a:b', name: 'b' };

describe('downgradeContent', () => {
  it.each(REVISIONS)('hands the very list on when $version knows all of it', (revision) => {
    const content = [text, image, embedded];

    expect(downgradeContent(content, revision)).toBe(content);
  });

  it('says in text that there was audio, with its type', () => {
    expect(downgradeContent([text, audio], revision20241105)).toEqual([
      text,
      { type: 'text', text: '[audio, audio/wav]' },
    ]);
  });

  it('keeps audio from 2025-03-26 on', () => {
    expect(downgradeContent([audio], revision20250326)).toEqual([audio]);
  });

  it.each([revision20241105, revision20250326])(
    'writes a link as its name and address for $version',
    (revision) => {
      expect(downgradeContent([link], revision)).toEqual([{ type: 'text', text: 'b: a:b' }]);
    },
  );

  it('prefers the title of a link to its name', () => {
    expect(downgradeContent([{ ...link, title: 'The B' }], revision20241105)).toEqual([
      { type: 'text', text: 'The B: a:b' },
    ]);
  });
});
