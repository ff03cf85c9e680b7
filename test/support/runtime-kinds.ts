import type { McpRegistry } from 'nest-mcp';

/** One of the four kinds of things that are registered at run time, for `describe.each`. */
export interface RuntimeKind {
  readonly list: 'tools' | 'resources' | 'resourceTemplates' | 'prompts';
  /** How its list is read, and the member of an entry that tells it from others. */
  readonly method: string;
  readonly key: 'name' | 'uri' | 'uriTemplate';
  /** The list that clients are told of, and its capability. */
  readonly told: 'tools' | 'resources' | 'prompts';
  keyOf(name: string): string;
  register(registry: McpRegistry, names: readonly string[], text?: string): Promise<void>;
  unregister(registry: McpRegistry, names: readonly string[]): Promise<void>;
}

const uri = (name: string) => `shop://${name}`;
const template = (name: string) => `shop://${name}/{number}`;

/** All four kinds; what is registered answers with a text. */
export const RUNTIME_KINDS: readonly RuntimeKind[] = [
  {
    list: 'tools',
    method: 'tools/list',
    key: 'name',
    told: 'tools',
    keyOf: (name) => name,
    register: (registry, names, text = '') =>
      registry.registerTools(names.map((name) => ({ name, handler: () => text }))),
    unregister: (registry, names) => registry.unregisterTools(names),
  },
  {
    list: 'resources',
    method: 'resources/list',
    key: 'uri',
    told: 'resources',
    keyOf: uri,
    register: (registry, names, text = '') =>
      registry.registerResources(
        names.map((name) => ({ name, uri: uri(name), handler: () => text })),
      ),
    unregister: (registry, names) => registry.unregisterResources(names.map(uri)),
  },
  {
    list: 'resourceTemplates',
    method: 'resources/templates/list',
    key: 'uriTemplate',
    told: 'resources',
    keyOf: template,
    register: (registry, names, text = '') =>
      registry.registerResourceTemplates(
        names.map((name) => ({ name, uriTemplate: template(name), handler: () => text })),
      ),
    unregister: (registry, names) => registry.unregisterResourceTemplates(names.map(template)),
  },
  {
    list: 'prompts',
    method: 'prompts/list',
    key: 'name',
    told: 'prompts',
    keyOf: (name) => name,
    register: (registry, names, text = '') =>
      registry.registerPrompts(names.map((name) => ({ name, handler: () => text }))),
    unregister: (registry, names) => registry.unregisterPrompts(names),
  },
];
