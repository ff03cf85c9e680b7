import { findResource } from './match-resources.js';
import type { ModuleRef } from '@nestjs/core';
import * as fc from 'fast-check';
import type { CatalogueChange } from './catalogue-change.interface.js';
import type { Catalogue } from './catalogue.interface.js';
import { CatalogueStore } from './catalogue-store.js';
import type { DefinitionSet, ListName } from './definitions.interface.js';
import { McpRegistry } from './mcp-registry.js';
import { defineRuntime } from './runtime/define-runtime.js';
import { compareTemplates } from './uri-template/compare-templates.js';
import { parseUriTemplate } from './uri-template/parse-uri-template.js';

/** One thing as it is registered; `serial` tells it from others of its key. */
interface Thing {
  readonly list: ListName;
  readonly key: string;
  readonly name: string;
  readonly serial: string;
  readonly isCompleted: boolean;
}

type Step =
  | { readonly type: 'register'; readonly things: readonly Thing[]; readonly derived: boolean }
  | { readonly type: 'unregister'; readonly list: ListName; readonly keys: readonly string[] }
  | { readonly type: 'scan'; readonly things: readonly Thing[] };

const LISTS: readonly ListName[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];
const KEYS: Readonly<Record<ListName, readonly string[]>> = {
  tools: ['a', 'B', 'c', '__proto__'],
  resources: ['s:/a', 's:/a/b', 's:/c'],
  resourceTemplates: ['s:/{x}', 's:/{+x}', 's:/a/{x}', 's:/{y}/b'],
  prompts: ['a', 'b', 'constructor'],
};
const PROBES = ['s:/a', 's:/a/b', 's:/c', 's:/c/b', 's:/d', 's:/a/%E0', 't:/a'];

let serial = 0;

const thingOf = (list: ListName): fc.Arbitrary<Thing> =>
  fc.record({
    list: fc.constant(list),
    key: fc.constantFrom(...KEYS[list]),
    name: fc.constantFrom('m', 'n'),
    serial: fc.nat().map(() => `#${serial++}`),
    isCompleted: fc.boolean(),
  });

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...LISTS).chain((list) =>
    fc.record({
      type: fc.constant('register' as const),
      things: fc.array(thingOf(list), { minLength: 1, maxLength: 3 }),
      derived: fc.boolean(),
    }),
  ),
  fc.constantFrom(...LISTS).chain((list) =>
    fc.record({
      type: fc.constant('unregister' as const),
      list: fc.constant(list),
      keys: fc.array(fc.constantFrom(...KEYS[list], 'unknown'), { maxLength: 3 }),
    }),
  ),
  fc.record({
    type: fc.constant('scan' as const),
    things: fc.array(fc.oneof(...LISTS.map(thingOf)), { minLength: 1, maxLength: 4 }),
  }),
);

const handler = () => '';
const input = { type: 'object', properties: { x: { type: 'string' } } } as const;

/** A thing as `registerTools()` and its like take it. */
function given({ list, key, name, serial: title, isCompleted }: Thing): never {
  const complete = isCompleted && list !== 'resources' ? { [completedOf(key)]: () => [] } : {};
  const common = { title, handler, complete };
  const byList: Record<ListName, object> = {
    tools: { name: key, input },
    prompts: { name: key, input },
    resources: { uri: key, name },
    resourceTemplates: { uriTemplate: key, name },
  };
  return {
    ...common,
    ...(list === 'resources' && { complete: undefined }),
    ...byList[list],
  } as never;
}

const completedOf = (key: string) => (key.includes('{y}') ? 'y' : 'x');

/** What decorators of a module declare. */
async function declared(things: readonly Thing[]): Promise<DefinitionSet> {
  const set: Record<string, unknown[]> = { completions: [] };
  for (const list of LISTS) {
    set[list] = [];
    for (const thing of things.filter((one) => one.list === list)) {
      const { definitions, completions } = await defineRuntime(list, [given(thing)]);
      set[list].push(...definitions);
      set.completions?.push(...completions);
    }
  }
  return set as unknown as DefinitionSet;
}

/** What a registry should hold: maps, and nothing clever. */
class Model {
  readonly lists = new Map<ListName, Map<string, Thing & { readonly derived: boolean }>>(
    LISTS.map((list) => [list, new Map()]),
  );
  version = 0;
  readonly changes: CatalogueChange[] = [];

  /** @returns whether the step must succeed */
  take(step: Step): boolean {
    if (step.type === 'unregister') {
      this.remove(step.list, step.keys);
      return true;
    }
    const keys = step.things.map(({ list, key }) => `${list} ${key}`);
    if (new Set(keys).size < keys.length) return false;
    const isTaken = step.things.some(({ list, key }) => this.of(list).has(key));
    if (step.type === 'scan' && isTaken) return false;
    this.put(step.things, step.type === 'register' && step.derived);
    return true;
  }

  of(list: ListName) {
    return this.lists.get(list) ?? new Map<string, never>();
  }

  sorted(list: ListName) {
    const order = ({ key, name }: Thing) =>
      list === 'tools' || list === 'prompts' ? key : `${name} ${key}`;
    return [...this.of(list).values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  private put(things: readonly Thing[], derived: boolean): void {
    this.version++;
    for (const thing of things) this.of(thing.list).set(thing.key, { ...thing, derived });
    for (const list of LISTS) {
      const names = things.filter((one) => one.list === list).map(({ key }) => key);
      this.tell(list, 'registered', names);
    }
  }

  private remove(list: ListName, keys: readonly string[]): void {
    const removed = keys.filter((key) => this.of(list).delete(key));
    if (removed.length > 0) this.version++;
    this.tell(list, 'unregistered', removed);
  }

  private tell(kind: ListName, action: CatalogueChange['action'], names: readonly string[]) {
    if (names.length > 0) this.changes.push({ kind, action, names, count: this.of(kind).size });
  }
}

function perform(registry: McpRegistry, step: Step): Promise<void> {
  if (step.type === 'scan') return registry.scan(step as unknown as ModuleRef);
  if (step.type === 'unregister') {
    const { keys } = step;
    return {
      tools: () => registry.unregisterTools(keys),
      resources: () => registry.unregisterResources(keys),
      resourceTemplates: () => registry.unregisterResourceTemplates(keys),
      prompts: () => registry.unregisterPrompts(keys),
    }[step.list]();
  }
  const { derived } = step;
  const things = step.things.map(given);
  return {
    tools: () => registry.registerTools(things, { derived }),
    resources: () => registry.registerResources(things, { derived }),
    resourceTemplates: () => registry.registerResourceTemplates(things, { derived }),
    prompts: () => registry.registerPrompts(things, { derived }),
  }[step.things[0]?.list ?? 'tools']();
}

/** The title of what serves a URI, worked out from the model. */
function servedBy(model: Model, uri: string): string | undefined {
  const fixed = model.of('resources').get(uri);
  if (fixed !== undefined) return fixed.serial;
  const matches = [...model.of('resourceTemplates').values()]
    .map((thing) => ({ thing, template: parseUriTemplate(thing.key, 'model') }))
    .toSorted((a, b) => compareTemplates(a.template, b.template))
    .map(({ thing, template }) => ({ thing, match: template.match(uri) }))
    .filter(({ match }) => match !== undefined);
  const best = matches.find(({ match }) => match?.kind === 'match') ?? matches[0];
  return best?.thing.serial;
}

function foundBy(catalogue: Catalogue, uri: string): string | undefined {
  const found = findResource(catalogue, uri);
  if (found === undefined) return undefined;
  return 'resource' in found ? found.resource.title : found.template.title;
}

function expectSame(registry: McpRegistry, model: Model): void {
  const { catalogue } = registry;
  for (const list of LISTS) {
    expect(registry[list].map(({ title, derived }) => ({ title, derived }))).toEqual(
      model.sorted(list).map(({ serial: title, derived }) => ({ title, derived })),
    );
  }
  for (const uri of PROBES)
    expect([uri, foundBy(catalogue, uri)]).toEqual([uri, servedBy(model, uri)]);
  for (const key of KEYS.tools) {
    expect(catalogue.findTool(key)?.title).toBe(model.of('tools').get(key)?.serial);
    const target = { type: 'ref/tool', name: key, argument: 'x' } as const;
    const isCompleted = model.of('tools').get(key)?.isCompleted ?? false;
    expect(catalogue.findCompletion(target) !== undefined).toBe(isCompleted);
  }
  for (const key of KEYS.prompts) {
    expect(catalogue.findPrompt(key)?.title).toBe(model.of('prompts').get(key)?.serial);
    const target = { type: 'ref/prompt', name: key, argument: 'x' } as const;
    const isCompleted = model.of('prompts').get(key)?.isCompleted ?? false;
    expect(catalogue.findCompletion(target) !== undefined).toBe(isCompleted);
  }
  for (const key of KEYS.resourceTemplates) {
    const target = { type: 'ref/resource', uri: key, argument: completedOf(key) } as const;
    const isCompleted = model.of('resourceTemplates').get(key)?.isCompleted ?? false;
    expect(catalogue.findCompletion(target) !== undefined).toBe(isCompleted);
  }
  expect(catalogue.version).toBe(model.version);
}

function createRegistry() {
  const catalogue = new CatalogueStore();
  const scan = async (moduleRef: ModuleRef) => {
    const set = await declared((moduleRef as unknown as { things: readonly Thing[] }).things);
    catalogue.add(set);
    return set;
  };
  const registry = new McpRegistry({ catalogue, discovery: { scan, scanAll: () => declared([]) } });
  const changes: CatalogueChange[] = [];
  registry.changes$.subscribe((change) => void changes.push(change));
  return { registry, changes };
}

describe('a registry', () => {
  it('holds what plain maps would hold, whatever overlaps and whatever is refused', async () => {
    const together = fc.array(stepArbitrary, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(together, { maxLength: 12 }), async (batches) => {
        const { registry, changes } = createRegistry();
        const model = new Model();
        for (const batch of batches) {
          const turns = await Promise.allSettled(batch.map((step) => perform(registry, step)));
          const outcomes = batch.map((step) => (model.take(step) ? 'fulfilled' : 'rejected'));

          expect(turns.map(({ status }) => status)).toEqual(outcomes);
          expectSame(registry, model);
        }
        expect(changes).toEqual(model.changes);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('leaves lists alone that were handed out', async () => {
    const { registry } = createRegistry();
    await registry.registerTools([{ name: 'a', handler }]);
    const before = registry.catalogue.tools;
    await registry.registerTools([{ name: 'b', handler }]);
    await registry.unregisterTools(['a']);

    expect(before.map(({ name }) => name)).toEqual(['a']);
    expect(Object.isFrozen(before)).toBe(true);
  });
});
