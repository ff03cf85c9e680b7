import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { deferred } from '../../src/protocol/deferred.js';

/** A part of the application that takes its time to stop, after the MCP server has. */
@Injectable()
export class SlowPart implements BeforeApplicationShutdown {
  readonly asked = deferred<void>();
  readonly finished = deferred<void>();

  beforeApplicationShutdown(): Promise<void> {
    this.asked.resolve();
    return this.finished.promise;
  }
}
