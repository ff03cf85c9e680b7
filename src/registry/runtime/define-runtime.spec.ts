import { IsString } from 'class-validator';
import type { CompletionTarget, ListName } from '../definitions.interface.js';
import type { HandlerCall } from '../handlers/handler-call.interface.js';
import { MissingHandler } from '../handlers/missing-handler.js';
import { defineRuntime } from './define-runtime.js';

const handler = () => '';
const input = { type: 'object', properties: { x: { type: 'string' } } } as const;

class NeedsDto {
  @IsString()
  other!: string;
}

/** One of each kind that is fine, and how it is called in messages. */
const GOOD: Readonly<Record<ListName, { readonly where: string; readonly given: object }>> = {
  tools: { where: 'registerTools(), tool', given: { name: 'good', handler, input } },
  resources: {
    where: 'registerResources(), resource',
    given: { uri: 'a:b', name: 'good', handler },
  },
  resourceTemplates: {
    where: 'registerResourceTemplates(), resource template',
    given: { uriTemplate: 'a:{x}', name: 'good', handler },
  },
  prompts: { where: 'registerPrompts(), prompt', given: { name: 'good', handler, input } },
};
const LISTS = Object.keys(GOOD) as readonly ListName[];
const KEYS = { tools: 'name', resources: 'uri', resourceTemplates: 'uriTemplate', prompts: 'name' };

const define = (list: ListName, ...given: readonly unknown[]) =>
  defineRuntime(list, given as never[]);

/** The good one with other members, under another key so that it is not the first one again. */
const other = (list: ListName, members: object) => {
  const keys = { tools: 'other', resources: 'a:c', resourceTemplates: 'c:{x}', prompts: 'other' };
  return { ...GOOD[list].given, [KEYS[list]]: keys[list], ...members };
};

const everyList = (problem: string, members: object): [ListName, string, object][] =>
  LISTS.map((list) => [list, problem, members]);

describe('what is registered at run time', () => {
  it.each<[ListName, string, object]>([
    ...everyList('name must be a string', { name: 7 }),
    ...everyList('handler must be a function', { handler: undefined }),
    ...everyList('handler must be a function', { handler: 'findOrder' }),
    ...everyList('title must be a string', { title: 7 }),
    ['tools', 'is not a tool name', { name: 'not ok' }],
    ['tools', 'timeoutMs must be', { timeoutMs: 0 }],
    ['tools', 'task must be', { task: 'always' }],
    ['tools', 'task.ttlMs must be', { task: { ttlMs: 0 } }],
    ['tools', 'is no schema', { input: 7 }],
    ['tools', 'is no schema', { output: 7 }],
    ['resources', 'uri must be a string', { uri: undefined }],
    ['resources', 'is not an absolute URI', { uri: '/a' }],
    ['resources', 'exactly one of `uri` and `uriTemplate`', { uriTemplate: 'a:{x}' }],
    ['resourceTemplates', 'exactly one of `uri` and `uriTemplate`', { uri: 'a:b' }],
    ['resources', 'complete must be an object of functions', { complete: { x: handler } }],
    ['resourceTemplates', 'uriTemplate must be a string', { uriTemplate: undefined }],
    ['resourceTemplates', 'a:{x', { uriTemplate: 'a:{x' }],
    ['resourceTemplates', '"other" is required', { input: NeedsDto }],
    ['prompts', 'is no schema', { input: 7 }],
    ['tools', 'complete must be an object of functions', { complete: 7 }],
    ['tools', 'complete.x must be a function', { complete: { x: 7 } }],
    ['tools', 'argument "y" of the tool "other", which does not', { complete: { y: handler } }],
    ['tools', 'complete.toString completes', { complete: { toString: handler } }],
    ['prompts', 'argument "y" of the prompt "other"', { complete: { y: handler } }],
    ['resourceTemplates', 'variable "y" of the resource template', { complete: { y: handler } }],
  ])('in %s is refused by position: %s', async (list, problem, members) => {
    const { where, given } = GOOD[list];
    const refused = define(list, given, other(list, members));

    await expect(refused).rejects.toThrow(`${where} 1 ("`);
    await expect(refused).rejects.toThrow(problem);
  });

  it.each(LISTS)('in %s is refused when it is given twice, naming both positions', async (list) => {
    const { where, given } = GOOD[list];
    const noun = where.slice(where.indexOf(', ') + 2);

    await expect(define(list, given, other(list, {}), given)).rejects.toThrow(
      new RegExp(`${noun} 2 \\(.*the ${KEYS[list]} is given twice, first by ${noun} 0`),
    );
  });

  it.each([undefined, null, 7])('is refused when it is %p', async (nothing) => {
    await expect(define('tools', nothing)).rejects.toThrow('tool 0 ("undefined"): name must be');
  });

  it.each(LISTS)('in %s carries what lists show', async (list) => {
    const shown = {
      title: 'Title',
      description: 'What',
      icons: [{ src: 'data:,' }],
      meta: { team: 'a' },
    };
    const { definitions } = await define(list, { ...GOOD[list].given, ...shown });

    expect(definitions[0]).toMatchObject({ ...shown, name: 'good', derived: false });
  });

  it.each(LISTS)('in %s can do without a handler where a hook serves it', async (list) => {
    const { given } = GOOD[list];
    const bare = [{ ...given, handler: undefined }] as never[];
    const { definitions } = await defineRuntime(list, bare, { hasFallback: (one) => one === list });

    expect(definitions[0]?.handler).toBeInstanceOf(MissingHandler);
    expect(() => definitions[0]?.handler.open({} as HandlerCall)).toThrow('has no handler');
    const elsewhere = { hasFallback: (one: ListName) => one !== list };
    await expect(defineRuntime(list, bare, elsewhere)).rejects.toThrow('may be left out');
  });

  it.each(['optional', 'required', { starts: 'when-told' }] as const)(
    'does not run as a task where there are none: %j',
    async (task) => {
      const tools = [{ ...GOOD.tools.given, task }] as never[];
      const defined = (hasTasks: boolean) =>
        defineRuntime('tools', tools, { hasTasks: () => hasTasks });

      await expect(defined(false)).rejects.toThrow(
        'registerTools(), tool 0 ("good"): the server declares no tasks; set capabilities.tasks to true',
      );
      expect((await defined(true)).definitions[0]).toMatchObject({ task: expect.anything() });
    },
  );

  it('may say where there are no tasks that it runs as none', async () => {
    const tools = [{ ...GOOD.tools.given, task: 'forbidden' }] as never[];
    const { definitions } = await defineRuntime('tools', tools, { hasTasks: () => false });

    expect(definitions[0]).toMatchObject({ name: 'good', task: undefined });
  });

  it('may have the longest time a timer can wait', async () => {
    const { definitions } = await define('tools', { ...GOOD.tools.given, timeoutMs: 2 ** 31 - 1 });

    expect(definitions[0]).toMatchObject({ timeoutMs: 2_147_483_647 });
  });

  it('lists the arguments of a prompt by its schema', async () => {
    const { definitions } = await define('prompts', GOOD.prompts.given);

    expect(definitions[0]).toMatchObject({ arguments: [{ name: 'x', required: false }] });
  });

  it.each<[ListName, CompletionTarget]>([
    ['tools', { type: 'ref/tool', name: 'good', argument: 'x' }],
    ['prompts', { type: 'ref/prompt', name: 'good', argument: 'x' }],
    ['resourceTemplates', { type: 'ref/resource', uri: 'a:{x}', argument: 'x' }],
  ])('in %s brings completers, which are told what was typed and chosen', async (list, target) => {
    const complete = {
      x: (value: string, chosen: object, context: object) => [value, chosen, context],
    };
    const { completions } = await define(list, { ...GOOD[list].given, complete });
    const context = {};
    const typed = { value: 'v', argument: 'x', context: { y: 'z' } };
    const run = await completions[0]!.handler.open({ context } as HandlerCall);

    expect(completions.map((completion) => completion.target)).toEqual([target]);
    expect(await run.invoke(typed)).toEqual(['v', { y: 'z' }, context]);
  });
});

describe('handlers that are registered at run time', () => {
  const context = {};
  const args = { x: '1' };
  const taken = async (list: ListName) => {
    const given = { ...GOOD[list].given, handler: (...all: unknown[]) => all };
    const { definitions } = await define(list, given);
    const run = await definitions[0]!.handler.open({ context } as HandlerCall);
    return run.invoke(args);
  };

  it.each(['tools', 'resourceTemplates', 'prompts'] as const)(
    'in %s take arguments and context',
    async (list) => {
      expect(await taken(list)).toEqual([args, context]);
    },
  );

  it('in resources take the context', async () => {
    expect(await taken('resources')).toEqual([context]);
  });
});
