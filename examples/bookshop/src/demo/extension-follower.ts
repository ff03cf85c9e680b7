import type { CallToolResult, Implementation } from '@modelcontextprotocol/client';
import { clientInfo, Follower, type Greeting, type Params, type Task } from './follower.js';

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

interface Discovered {
  readonly supportedVersions: readonly string[];
  readonly _meta: { readonly [SERVER_INFO]: Implementation };
}

interface ExtensionTask extends Task {
  readonly pollIntervalMs: number;
  readonly result?: CallToolResult;
  /** That of JSON-RPC, where the call came to one. */
  readonly error?: { readonly message: string };
}

/**
 * Follows the tasks of 2026-07-28, which are an extension: the client says with each request that it can,
 * the server decides, and what a task came to is part of it.
 */
export class ExtensionFollower extends Follower<ExtensionTask> {
  protected readonly revision = '2026-07-28';
  protected readonly opening = 'server/discover';

  protected async open(): Promise<Greeting> {
    const { supportedVersions, _meta } = await this.request<Discovered>(this.opening, {});
    const revision = supportedVersions.find((version) => version === this.revision);
    return { server: _meta[SERVER_INFO], revision };
  }

  protected create(call: Params): Promise<ExtensionTask> {
    return this.request('tools/call', call);
  }

  protected intervalOf({ pollIntervalMs }: ExtensionTask): number {
    return pollIntervalMs;
  }

  protected async resultOf({ status, result, error }: ExtensionTask): Promise<CallToolResult> {
    if (result === undefined) throw new Error(error?.message ?? status);
    return result;
  }

  protected override request<Result>(method: string, params: Params): Promise<Result> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': this.revision,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {
        extensions: { 'io.modelcontextprotocol/tasks': {} },
      },
    };
    return super.request(method, { ...params, _meta });
  }
}
