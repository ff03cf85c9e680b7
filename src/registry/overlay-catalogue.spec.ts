import type { Catalogue } from './catalogue.interface.js';
import { findResource } from './match-resources.js';
import * as fc from 'fast-check';
import { CatalogueStore } from './catalogue-store.js';
import type { CompletionTarget, DefinitionSet, ListName } from './definitions.interface.js';
import { FunctionHandler } from './handlers/function-handler.js';
import { OverlayCatalogue } from './overlay-catalogue.js';
import { parseUriTemplate } from './uri-template/parse-uri-template.js';

const schema = {
  json: { type: 'object', properties: { x: {} } },
  validate: (value: unknown) => ({ ok: true as const, value }),
};

/** Everything under one key of each list, marked with where it is from. */
function everything(origin: string, key: string): Partial<DefinitionSet> {
  const handler = new FunctionHandler(`${origin} ${key}`, () => '');
  const common = { title: `${origin} ${key}`, handler };
  return {
    tools: [{ ...common, name: key, input: schema }],
    prompts: [{ ...common, name: key, arguments: [{ name: 'x' }] }],
    resources: [{ ...common, name: `of ${origin}`, uri: `fixed:/${key}` }],
    resourceTemplates: [
      {
        ...common,
        name: `of ${origin}`,
        template: parseUriTemplate(`s:/${key}/{x}`, 'spec'),
        allowEncodedSlash: false,
      },
    ],
  };
}

const targetsOf = (key: string): readonly CompletionTarget[] => [
  { type: 'ref/tool', name: key, argument: 'x' },
  { type: 'ref/prompt', name: key, argument: 'x' },
  { type: 'ref/resource', uri: `s:/${key}/{x}`, argument: 'x' },
];

function storeOf(origin: string, keys: readonly string[]): CatalogueStore {
  const store = new CatalogueStore();
  for (const key of keys) store.add(everything(origin, key));
  return store;
}

const LISTS: readonly ListName[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

describe('a catalogue laid over another', () => {
  it('holds what one catalogue would hold in which the upper entries replaced the lower', () => {
    const keys = fc.uniqueArray(fc.constantFrom('a', 'B', 'c', 'd', '__proto__'));
    fc.assert(
      fc.property(keys, keys, (lower, upper) => {
        const overlay = new OverlayCatalogue(storeOf('base', lower), storeOf('own', upper));
        const flat = new CatalogueStore();
        for (const key of lower) flat.add(everything('base', key));
        for (const key of upper) {
          const set = everything('own', key);
          flat.replace('tools', set.tools ?? []);
          flat.replace('prompts', set.prompts ?? []);
          flat.replace('resources', set.resources ?? []);
          flat.replace('resourceTemplates', set.resourceTemplates ?? []);
        }

        for (const list of LISTS) {
          expect(overlay[list].map(({ title }) => title)).toEqual(
            flat[list].map(({ title }) => title),
          );
        }
        for (const key of ['a', 'B', 'c', 'd', '__proto__', 'constructor']) {
          expect(overlay.findTool(key)?.title).toBe(flat.findTool(key)?.title);
          expect(overlay.findPrompt(key)?.title).toBe(flat.findPrompt(key)?.title);
          const template = `s:/${key}/{x}`;
          expect(overlay.findTemplate(template)?.title).toBe(flat.findTemplate(template)?.title);
          for (const uri of [`fixed:/${key}`, `s:/${key}/1`, `s:/${key}/%E0`]) {
            expect(titleOf(overlay, uri)).toBe(titleOf(flat, uri));
          }
        }
      }),
    );
  });

  it('hides a resource of the base whose address it has in another spelling', () => {
    const [resource] = everything('own', 'a').resources ?? [];
    const own = new CatalogueStore();
    own.add({ resources: [{ ...resource!, uri: 'FIXED:/a' }] });
    const overlay = new OverlayCatalogue(storeOf('base', ['a', 'b']), own);

    expect(overlay.resources.map(({ title }) => title)).toEqual(['base b', 'own a']);
    for (const uri of ['fixed:/a', 'FIXED:/a']) expect(titleOf(overlay, uri)).toBe('own a');
  });

  it('tries a template of the base first when it is more specific', () => {
    const base = storeOf('base', ['a']);
    const own = new CatalogueStore();
    const [wide] = everything('own', 'x').resourceTemplates ?? [];
    own.add({
      resourceTemplates: [{ ...wide!, template: parseUriTemplate('s:/{+any}', 'spec') }],
    });
    const overlay = new OverlayCatalogue(base, own);

    expect(titleOf(overlay, 's:/a/1')).toBe('base a');
    expect(titleOf(overlay, 's:/z/1')).toBe('own x');
  });

  it('reads a resource of the base before a template of its own', () => {
    const own = new CatalogueStore();
    const [wide] = everything('own', 'x').resourceTemplates ?? [];
    own.add({
      resourceTemplates: [{ ...wide!, template: parseUriTemplate('fixed:/{x}', 'spec') }],
    });

    expect(titleOf(new OverlayCatalogue(storeOf('base', ['a']), own), 'fixed:/a')).toBe('base a');
  });

  it.each(targetsOf('a'))('completes $type with the completers of what it shows', (target) => {
    const completer = (place: string) => ({
      target,
      handler: new FunctionHandler(place, () => []),
    });
    const base = storeOf('base', ['a']);
    base.add({ completions: [completer('base')] });
    const [bare, completed] = [storeOf('own', ['a']), storeOf('own', ['a'])];
    completed.add({ completions: [completer('own')] });
    const placeIn = (own: CatalogueStore) =>
      new OverlayCatalogue(base, own).findCompletion(target)?.handler.place;

    expect([new CatalogueStore(), bare, completed].map(placeIn)).toEqual([
      'base',
      undefined,
      'own',
    ]);
  });

  it('shows a change of either side at once, and says so by its version', () => {
    const [base, own] = [storeOf('base', ['a']), storeOf('own', ['b'])];
    const overlay = new OverlayCatalogue(base, own);
    const seen = () => overlay.tools.map(({ title }) => title);
    const versions = [overlay.version];
    expect(seen()).toEqual(['base a', 'own b']);

    base.remove('tools', ['a']);
    versions.push(overlay.version);
    expect(seen()).toEqual(['own b']);

    own.replace('tools', everything('own', 'c').tools ?? []);
    versions.push(overlay.version);
    expect(seen()).toEqual(['own b', 'own c']);
    expect(versions.toSorted((a, b) => a - b)).toEqual([...new Set(versions)]);
  });

  it('sorts once for each version', () => {
    const overlay = new OverlayCatalogue(storeOf('base', ['a']), storeOf('own', ['b']));

    expect(overlay.tools).toBe(overlay.tools);
  });
});

function titleOf(catalogue: Pick<Catalogue, 'findResources'>, uri: string): string | undefined {
  const found = findResource(catalogue, uri);
  return found && ('resource' in found ? found.resource.title : found.template.title);
}
