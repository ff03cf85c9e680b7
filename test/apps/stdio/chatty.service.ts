import { ConsoleLogger, Injectable, Logger } from '@nestjs/common';
import { McpTool } from 'nest-mcp';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { stdout } from 'node:process';
import { Worker } from 'node:worker_threads';

console.log('noise: an import');
new Logger('noise').log('a logger before there is an application');

/** Prints wherever a dependency might. */
@Injectable()
export class ChattyService {
  constructor() {
    console.log('noise: a constructor');
  }

  @McpTool({ description: 'Print by all means and return a word' })
  chatter(): string {
    console.log('noise: console.log');
    console.info('noise: console.info');
    console.debug('noise: console.debug');
    console.table([{ noise: 'console.table' }]);
    console.dir({ noise: 'console.dir' });
    console.group('noise: console.group');
    console.groupEnd();
    new console.Console(process.stdout).log('noise: a console of its own');
    process.stdout.write('noise: process.stdout\n');
    stdout.write('noise: an imported stdout\n');
    // As loggers do that write faster than streams.
    writeSync(process.stdout.fd, 'noise: a descriptor\n');
    new Logger('noise').log('a logger');
    new ConsoleLogger('noise', { json: true }).log('a logger that writes JSON');
    return 'quiet';
  }

  @McpTool({ description: 'Print in a thread' })
  async delegate(): Promise<string> {
    await once(new Worker("console.log('noise: a thread')", { eval: true }), 'exit');
    return 'done';
  }
}
