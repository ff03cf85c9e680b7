import { Injectable, Logger } from '@nestjs/common';
import { McpTool } from 'nest-mcp';

console.log('noise: an import');

/** Prints wherever a dependency might. */
@Injectable()
export class ChattyService {
  constructor() {
    console.log('noise: a constructor');
  }

  @McpTool({ description: 'Print by all means and return a word' })
  chatter(): string {
    console.log('noise: console.log');
    console.table([{ noise: 'console.table' }]);
    process.stdout.write('noise: process.stdout\n');
    new Logger('noise').log('a logger');
    return 'quiet';
  }
}
