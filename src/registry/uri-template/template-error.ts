import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';

export interface TemplateSource {
  readonly template: string;
  /** The decorator or option the template was written in. */
  readonly where: string;
}

export interface TemplateProblem {
  readonly position: number;
  readonly problem: string;
  readonly remedy: string;
}

export function templateError(
  { template, where }: TemplateSource,
  { position, problem, remedy }: TemplateProblem,
): McpConfigurationError {
  return new McpConfigurationError(
    `${where}: URI template "${template}", position ${position}: ${problem}. ${remedy}.`,
  );
}
