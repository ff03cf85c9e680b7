import type {
  BeforeApplicationShutdown,
  OnApplicationShutdown,
  OnModuleDestroy,
} from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpTool } from 'nest-mcp';
import { once } from 'node:events';

/** Large answers, and something that is closed when the application shuts down. */
@Injectable()
export class LibraryService
  implements OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  private isOpen = true;

  @McpTool({ description: 'Recite 200 kB of verse' })
  recite(): string {
    return 'verse\n'.repeat(33_334);
  }

  @McpTool({ description: 'Borrow a book when the input has ended' })
  async borrowLast(): Promise<string> {
    const ended = once(process.stdin, 'end');
    console.error('waiting for the end');
    await ended;
    // Longer than an application takes that does not wait for its calls.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    return this.isOpen ? 'borrowed' : 'the library is closed';
  }

  onModuleDestroy(): void {
    this.isOpen = false;
    console.error('hook: onModuleDestroy');
  }

  beforeApplicationShutdown(signal?: string): void {
    console.error(`hook: beforeApplicationShutdown ${signal}`);
  }

  onApplicationShutdown(signal?: string): void {
    console.log('noise: at the end');
    console.error(`hook: onApplicationShutdown ${signal}`);
  }
}
