import type { Attributes, Histogram } from '@opentelemetry/api';
import type {
  McpSessionStart,
  McpSessionTrace,
} from '../dispatch/telemetry/instrumentation.interface.js';
import { Attribute } from './attribute-names.js';
import { inSeconds } from './in-seconds.js';
import { networkAttributes } from './network-attributes.js';

/** The measurement of one session. No way in which it ends is an error. */
export class SessionTrace implements McpSessionTrace {
  private readonly attributes: Attributes;

  constructor(
    private readonly duration: Histogram,
    { protocolVersion, transport }: McpSessionStart,
  ) {
    this.attributes = {
      [Attribute.ProtocolVersion]: protocolVersion,
      ...networkAttributes(transport),
    };
  }

  end({ durationMs }: { readonly durationMs: number }): void {
    this.duration.record(inSeconds(durationMs), this.attributes);
  }
}
