import { loadFailure } from '../protocol/optional-package.js';

/** As much of the package `yaml` as is used here. */
export interface YamlModule {
  parseDocument(
    text: string,
    options: {
      readonly schema: 'core';
      readonly stringKeys: true;
      readonly resolveKnownTags: false;
      readonly logLevel: 'error';
    },
  ): YamlDocument;
}

interface YamlDocument {
  readonly errors: readonly Error[];
  readonly warnings: readonly Error[];
  toJS(options: { readonly maxAliasCount: number }): unknown;
}

/**
 * The reader of frontmatter, loaded when a server has skills.
 *
 * @throws McpConfigurationError that says what to install
 */
export async function loadYaml(where: string): Promise<YamlModule> {
  try {
    return await import('yaml');
  } catch (cause) {
    throw loadFailure(cause, { where, packages: 'yaml', purpose: 'a skill' });
  }
}
