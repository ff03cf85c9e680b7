import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { checkListed } from './check-listed.js';
import type { ListName } from './definitions.interface.js';

const LISTS: readonly ListName[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];
const RESOURCES: readonly ListName[] = ['resources', 'resourceTemplates'];
const check = (list: ListName, given: object) => () => checkListed(list, given, 'Shop.find');
const inLists = (lists: readonly ListName[], given: object, message: string) =>
  lists.map((list): [ListName, object, string] => [list, given, message]);

describe('what a list shows', () => {
  it.each<[ListName, object]>([
    ...LISTS.map((list): [ListName, object] => [list, {}]),
    ...LISTS.map((list): [ListName, object] => [
      list,
      { name: '', title: '', description: '', icons: [], meta: {} },
    ]),
    ['tools', { title: undefined, annotations: undefined }],
    ['tools', { annotations: {} }],
    ['tools', { annotations: { title: 'Find', readOnlyHint: false, sensitive: true } }],
    ['tools', { annotations: { destructiveHint: undefined, 'x-vendor': 'kept' } }],
    ['resources', { size: 0, mimeType: 'text/html;profile=mcp-app' }],
    ['resources', { annotations: { audience: ['user'], priority: 1, lastModified: '2026-07-28' } }],
    ['resourceTemplates', { annotations: { priority: 0 }, mimeType: 'image/svg+xml' }],
  ])('of %s may be %j', (list, given) => {
    expect(check(list, given)).not.toThrow();
  });

  it.each<[ListName, object, string]>([
    ...inLists(LISTS, { name: 7 }, 'name must be a string, not a number'),
    ...inLists(LISTS, { title: null }, 'title must be a string, not null'),
    ...inLists(LISTS, { description: {} }, 'description must be a string, not an object'),
    ...inLists(LISTS, { meta: ['a'] }, 'meta must be an object'),
    ...inLists(LISTS, { icons: [{}] }, 'icons[0].src must be'),
    ...inLists(RESOURCES, { mimeType: 'png' }, 'mimeType must be type/subtype'),
    ...inLists(RESOURCES, { annotations: [] }, 'annotations must be an object'),
    ...inLists(RESOURCES, { annotations: { priority: 2 } }, 'annotations.priority must lie'),
    ...inLists(RESOURCES, { annotations: { audience: ['system'] } }, 'annotations.audience must'),
    ...inLists(RESOURCES, { annotations: { lastModified: 'now' } }, 'annotations.lastModified'),
    ['resources', { size: -1 }, 'size must be whole bytes, 0 or more, not -1'],
    ['resources', { size: 0.5 }, 'size must be whole bytes'],
    ['resources', { size: '7' }, 'size must be whole bytes'],
    ['tools', { annotations: true }, 'annotations must be an object'],
    ['tools', { annotations: { title: 7 } }, 'annotations.title must be a string, not a number'],
    ...['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint', 'sensitive'].map(
      (hint): [ListName, object, string] => [
        'tools',
        { annotations: { [hint]: 'true' } },
        `annotations.${hint} must be true or false`,
      ],
    ),
  ])('of %s may not be %j', (list, given, message) => {
    expect(check(list, given)).toThrow(McpConfigurationError);
    expect(check(list, given)).toThrow(`Shop.find: ${message}`);
  });
});
