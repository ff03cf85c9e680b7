import { projectMembers } from './project-members.js';
import { revision20241105 } from './revisions/revision-2024-11-05.js';
import { revision20250618 } from './revisions/revision-2025-06-18.js';
import { revision20251125 } from './revisions/revision-2025-11-25.js';

const info = {
  name: 'shop',
  version: '1',
  title: 'Shop',
  description: undefined,
  icons: [],
  secret: 'x',
};

describe('projectMembers', () => {
  it('leaves out what the revision does not know', () => {
    expect(projectMembers(info, 'implementation', revision20241105)).toEqual({
      name: 'shop',
      version: '1',
    });
    expect(projectMembers(info, 'implementation', revision20250618)).toEqual({
      name: 'shop',
      version: '1',
      title: 'Shop',
    });
  });

  it('does not write members that are undefined', () => {
    expect(Object.keys(projectMembers(info, 'implementation', revision20251125))).toEqual([
      'name',
      'version',
      'title',
      'icons',
    ]);
  });
});
