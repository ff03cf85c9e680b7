import { isDeepStrictEqual } from 'node:util';
import type { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import type { ReadResourceResult } from '../../protocol/content.interface.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import type { McpRegistry } from '../../registry/mcp-registry.js';
import type { RuntimeResource } from '../../registry/runtime/runtime-resource.interface.js';
import type { SkillIndex } from '../../skills/skill-index.js';
import type { SkillChange, SkillLibrary } from '../../skills/skill-library.js';
import type { SkillChild } from '../../skills/skill.interface.js';
import type { McpContext } from '../mcp-context.js';

/** Every file of every skill. Only the `SKILL.md` of each is a resource that is listed. */
const FILES = 'skill://{+path}';

/**
 * The files of skills as resources (SEP-2640, Resource Mapping): read, listed and subscribed to like any
 * other, also by clients that know nothing of skills.
 */
export class SkillResources {
  constructor(
    private readonly library: SkillLibrary,
    private readonly registry: McpRegistry,
    private readonly bus: McpNotificationBus,
  ) {}

  /**
   * Loads the skills and offers them.
   *
   * @throws McpConfigurationError for a skill that cannot be served, or whose URI is taken
   */
  async open(): Promise<void> {
    try {
      await this.offer();
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  /** Nothing is noticed any more. */
  close(): void {
    this.library.close();
  }

  private async offer(): Promise<void> {
    await this.library.open();
    // At once, since the directories are watched from now on.
    this.library.onChange = (change) => this.changed(change);
    const { index } = this.library;
    this.requireFree(index);
    await this.registry.registerResourceTemplates([
      {
        uriTemplate: FILES,
        name: 'skill_file',
        description: 'A file of a skill, by its path',
        handler: (_variables: never, context: McpContext) => this.read(context),
      },
    ]);
    await this.registry.registerResources(index.manifests.map((one) => this.resource(one)));
  }

  private requireFree({ manifests }: SkillIndex): void {
    for (const { uri } of manifests) {
      const taken = this.registry.catalogue.findFixedResource(uri);
      if (taken === undefined) continue;
      throw new McpConfigurationError(
        `The skill ${uri} has the URI of ${taken.handler.place}; rename one of them`,
      );
    }
  }

  private resource(listed: SkillChild): RuntimeResource {
    return { ...listed, handler: (context: McpContext) => this.read(context) };
  }

  /** The client is told the spelling that it used. */
  private async read(context: McpContext): Promise<ReadResourceResult | undefined> {
    const uri = context.uri as string;
    const contents = await this.library.read(uri);
    return contents && { contents: [{ uri, ...contents }] };
  }

  private async changed({ before, after }: SkillChange): Promise<void> {
    const known = new Map(before.manifests.map((one) => [one.uri, one]));
    const now = new Set(after.manifests.map(({ uri }) => uri));
    const gone = [...known.keys()].filter((uri) => !now.has(uri));
    const changed = after.manifests.filter((one) => !isDeepStrictEqual(one, known.get(one.uri)));
    await Promise.all([
      this.registry.unregisterResources(gone),
      this.registry.registerResources(changed.map((one) => this.resource(one))),
    ]);
    for (const uri of changedFiles(before, after)) this.bus.resourceUpdated(uri);
  }
}

/** URIs of files that came, went, or hold something else. */
function changedFiles(before: SkillIndex, after: SkillIndex): readonly string[] {
  const digests = new Map([...before.files].map(({ uri, digest }) => [uri, digest]));
  const changed: string[] = [];
  for (const { uri, digest } of after.files) {
    if (digests.get(uri) !== digest) changed.push(uri);
    digests.delete(uri);
  }
  return [...changed, ...digests.keys()];
}
