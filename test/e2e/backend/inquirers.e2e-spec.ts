import { Inject, Injectable, Scope } from '@nestjs/common';
import { INQUIRER } from '@nestjs/core';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext, ERAS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

/** A logger of its own for every class, as in Nest's documentation of transient providers. */
@Injectable({ scope: Scope.TRANSIENT })
class ClassLogger {
  private readonly lines: string[] = [];

  constructor(@Inject(INQUIRER) private readonly parent: object) {}

  log(line: string): string {
    this.lines.push(`${this.parent.constructor.name}: ${line}`);
    return this.lines.join('\n');
  }
}

@Injectable()
class Stock {
  constructor(private readonly logger: ClassLogger) {}

  count(): string {
    return this.logger.log('count');
  }
}

@Injectable()
class Shelves {
  constructor(
    private readonly logger: ClassLogger,
    private readonly stock: Stock,
  ) {}

  @McpTool()
  look(): string {
    return `${this.logger.log('look')}\n${this.stock.count()}`;
  }
}

@Injectable({ scope: Scope.REQUEST })
class Baskets {
  constructor(
    private readonly logger: ClassLogger,
    private readonly stock: Stock,
  ) {}

  @McpTool()
  fill(): string {
    return `${this.logger.log('fill')}\n${this.stock.count()}`;
  }
}

describe.each(ERAS)('a transient provider in %s', (protocolVersion) => {
  it('is one for each class that asks, and is told which one that is', async () => {
    const app = await bootContext({ providers: [ClassLogger, Stock, Shelves, Baskets] });
    const client = await McpTestClient.inMemory(app, { protocolVersion });

    const texts: string[] = [];
    for (const tool of ['look', 'fill', 'fill']) {
      texts.push(resultText(await client.callTool(tool)));
    }
    await app.close();

    expect(texts).toEqual([
      'Shelves: look\nStock: count',
      // That of a class which is made for each call is made for each call.
      'Baskets: fill\nStock: count\nStock: count',
      'Baskets: fill\nStock: count\nStock: count\nStock: count',
    ]);
  });
});
