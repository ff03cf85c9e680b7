import type { JsonObject } from '../protocol/json.js';
import type { LogLevel } from '../protocol/log-level.js';
import { MetaKey } from '../protocol/meta-keys.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { McpRegistry } from '../registry/mcp-registry.js';
import type { ClientAnswers } from './client-answers.js';
import { encodeHeader, mirrorArguments } from './mirror-headers.js';

const CLIENT_INFO = { name: 'nest-mcp-test-client', version: '1.0.0' };

/** A request, and the headers it has over HTTP. */
export interface TestRequest {
  readonly message: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes requests as clients of a revision do. */
export class TestRequests {
  /** Threshold of log messages that requests ask for (2026-07-28). */
  logLevel: LogLevel | undefined;
  private nextId = 1;

  constructor(
    private readonly revision: Revision,
    private readonly answers: ClientAnswers,
    private readonly registry: McpRegistry,
  ) {}

  /** @param capabilities of this request alone, besides those of the client (2026-07-28) */
  write(method: string, params: JsonObject, capabilities: JsonObject = {}): TestRequest {
    const isModern = this.revision.era === 'modern';
    const sent = isModern ? this.withEnvelope(params, capabilities) : params;
    const version = method === 'initialize' ? {} : this.versionHeader;
    return {
      message: { jsonrpc: '2.0', id: this.nextId++, method, params: sent },
      headers: isModern ? this.mirror(method, params) : version,
    };
  }

  /** The params of `initialize` (up to 2025-11-25). */
  get handshake(): JsonObject {
    return {
      protocolVersion: this.revision.version,
      capabilities: this.answers.capabilities,
      clientInfo: CLIENT_INFO,
    };
  }

  /** Every request after the handshake names the version (2025-06-18 and later, Streamable HTTP). */
  get versionHeader(): Readonly<Record<string, string>> {
    const { hasVersionHeader, version } = this.revision;
    return hasVersionHeader ? { 'mcp-protocol-version': version } : {};
  }

  private withEnvelope(params: JsonObject, capabilities: JsonObject): JsonObject {
    const meta = (params._meta ?? {}) as JsonObject;
    return {
      ...params,
      _meta: {
        [MetaKey.ProtocolVersion]: this.revision.version,
        [MetaKey.ClientCapabilities]: { ...this.answers.capabilities, ...capabilities },
        [MetaKey.ClientInfo]: CLIENT_INFO,
        ...(this.logLevel !== undefined && { [MetaKey.LogLevel]: this.logLevel }),
        ...meta,
      },
    };
  }

  /**
   * The headers that repeat parts of the body (2026-07-28, Streamable HTTP). Other clients learn from
   * a list which arguments they repeat; that would be calls of the application a test did not make.
   */
  private mirror(method: string, params: JsonObject): Readonly<Record<string, string>> {
    const name =
      method === 'resources/read'
        ? params.uri
        : method.startsWith('tasks/')
          ? params.taskId
          : params.name;
    const tool =
      method === 'tools/call' ? this.registry.catalogue.findTool(String(name)) : undefined;
    return {
      ...this.versionHeader,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': encodeHeader(name) }),
      ...mirrorArguments(tool?.mirrored ?? [], params.arguments),
    };
  }
}
