import { REVISIONS } from '../protocol/revisions/revisions.js';
import { declareCapabilities } from './declared-capabilities.js';
import { capabilitiesFor, serverInfoFor } from './server-identity.js';

const icons = [{ src: 'data:image/png;base64,aQ==' }];
const identity = {
  info: {
    name: 'shop',
    version: '1',
    title: 'Shop',
    description: 'Sells',
    websiteUrl: 'https://shop.example',
    icons,
  },
  instructions: undefined,
  capabilities: declareCapabilities({ resources: false, prompts: false }),
  extensions: { 'com.example/audit': { level: 1 } },
};

const FIRST = ['name', 'version'];
const TITLED = [...FIRST, 'title'];
const ALL = [...TITLED, 'description', 'websiteUrl', 'icons'];

describe('serverInfoFor', () => {
  it.each([
    ['2026-07-28', ALL],
    ['2025-11-25', ALL],
    ['2025-06-18', TITLED],
    ['2025-03-26', FIRST],
    ['2024-11-05', FIRST],
  ])('tells clients of %s what they know', (version, members) => {
    const revision = REVISIONS.find((known) => known.version === version)!;

    expect(Object.keys(serverInfoFor(identity, revision))).toEqual(members);
  });
});

describe('capabilitiesFor', () => {
  it.each([
    ['2026-07-28', ['tools', 'completions', 'logging', 'extensions']],
    ['2025-11-25', ['tools', 'completions', 'logging']],
    ['2025-03-26', ['tools', 'completions', 'logging']],
    ['2024-11-05', ['tools', 'logging']],
  ])('declares in %s what that can express', (version, names) => {
    const revision = REVISIONS.find((known) => known.version === version)!;

    expect(Object.keys(capabilitiesFor(identity, revision))).toEqual(names);
  });
});
