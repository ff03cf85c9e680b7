import { ErrorCode } from '../../protocol/error-codes.js';
import { McpException } from '../../protocol/mcp.exception.js';
import type { ClientCapability } from '../../protocol/client-capability.js';
import { declarationOf } from '../../protocol/client-capability.js';
import { UNFILTERED } from '../../registry/handlers/unfiltered.js';

/**
 * `-32021`: the request did not declare what the handler wants of the client (2026-07-28, Error
 * codes). A handler that can do without it may catch this; no exception filter may, since the client
 * must be told what it lacks.
 */
export class MissingCapabilityException extends McpException {
  override readonly name = 'MissingCapabilityException';
  readonly [UNFILTERED] = true;

  constructor(needs: Iterable<ClientCapability>) {
    super(ErrorCode.MissingRequiredClientCapability, 'Missing required client capability', {
      requiredCapabilities: declarationOf(needs),
    });
  }
}
