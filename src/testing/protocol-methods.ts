import type {
  CallToolResult,
  GetPromptResult,
  ReadResourceResult,
} from '../protocol/content.interface.js';
import type { JsonObject } from '../protocol/json.js';
import type { CompletionRef, ListedTool, TestCallOptions } from './mcp-test-client.interface.js';
import { wholeList } from './whole-list.js';

/** The methods of the protocol that a test sends by name, each with the result it has. */
export abstract class ProtocolMethods {
  /** The result of a request, whose questions are answered on the way. */
  protected abstract resultOf<T>(
    method: string,
    params?: JsonObject,
    options?: TestCallOptions,
  ): Promise<T>;

  /** Every tool, page by page, as the following lists are. */
  listTools(): Promise<readonly ListedTool[]> {
    return this.list('tools/list', 'tools');
  }

  callTool(
    name: string,
    args: JsonObject = {},
    options?: TestCallOptions,
  ): Promise<CallToolResult> {
    return this.resultOf('tools/call', { name, arguments: args }, options);
  }

  listResources(): Promise<readonly JsonObject[]> {
    return this.list('resources/list', 'resources');
  }

  listResourceTemplates(): Promise<readonly JsonObject[]> {
    return this.list('resources/templates/list', 'resourceTemplates');
  }

  readResource(uri: string, options?: TestCallOptions): Promise<ReadResourceResult> {
    return this.resultOf('resources/read', { uri }, options);
  }

  /** Subscribes to a resource, up to 2025-11-25. Updates are among the notifications. */
  async subscribeResource(uri: string): Promise<void> {
    await this.resultOf('resources/subscribe', { uri });
  }

  /** Ends a subscription, up to 2025-11-25. */
  async unsubscribeResource(uri: string): Promise<void> {
    await this.resultOf('resources/unsubscribe', { uri });
  }

  listPrompts(): Promise<readonly JsonObject[]> {
    return this.list('prompts/list', 'prompts');
  }

  getPrompt(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options?: TestCallOptions,
  ): Promise<GetPromptResult> {
    return this.resultOf('prompts/get', { name, arguments: args }, options);
  }

  /** Candidates for one argument. */
  async complete(ref: CompletionRef, argument: string, value: string): Promise<readonly string[]> {
    const { completion } = await this.resultOf<{ completion: { values: string[] } }>(
      'completion/complete',
      { ref, argument: { name: argument, value } },
    );
    return completion.values;
  }

  /** Up to 2025-11-25. */
  async ping(): Promise<void> {
    await this.resultOf('ping');
  }

  private list<T>(method: string, member: string): Promise<readonly T[]> {
    return wholeList<T>(method, member, (name, params) => this.resultOf(name, params));
  }
}
