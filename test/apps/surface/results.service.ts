import { Injectable } from '@nestjs/common';
import { IsIn, IsInt, IsString } from 'class-validator';
import type { CallToolResult } from 'nest-mcp';
import { McpTool } from 'nest-mcp';
import { from } from 'rxjs';

class StockDto {
  @IsInt()
  copies!: number;

  @IsString()
  shelf!: string;
}

const MISSHAPEN = ['function', 'symbol', 'bigint', 'cycle'] as const;

class ShapeDto {
  @IsIn(MISSHAPEN)
  shape!: (typeof MISSHAPEN)[number];
}

/** Tools that return everything a method can return. */
@Injectable()
export class ResultsService {
  @McpTool()
  giveText(): string {
    return 'plain words';
  }

  @McpTool()
  giveNumber(): number {
    return 0;
  }

  @McpTool()
  giveBoolean(): boolean {
    return false;
  }

  @McpTool()
  giveObject() {
    return { shelf: 'B2', copies: 7 };
  }

  @McpTool()
  giveList() {
    return ['a', 1];
  }

  @McpTool()
  giveNothing(): void {
    // Undefined is a result too.
  }

  @McpTool()
  giveLast() {
    return from(['first', 'last']);
  }

  @McpTool({ output: StockDto })
  giveStructured() {
    return { copies: 7, shelf: 'B2', cost: 'no business of clients' };
  }

  @McpTool({ output: StockDto })
  giveMisfit() {
    return { copies: 'sk-secret' } as never;
  }

  @McpTool()
  giveMisshapen({ shape }: ShapeDto): unknown {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    return { function: () => 1, symbol: Symbol('x'), bigint: 1n, cycle }[shape];
  }

  @McpTool()
  giveBlocks(): CallToolResult {
    const data = Buffer.from([251, 255, 254]).toString('base64');
    return {
      content: [
        {
          type: 'text',
          text: 'one',
          annotations: {
            audience: ['user'],
            priority: 0.5,
            lastModified: '2026-01-02T03:04:05Z',
          },
        },
        { type: 'image', data, mimeType: 'image/png', annotations: { priority: 1 } },
        { type: 'audio', data, mimeType: 'audio/wav', _meta: { 'surface/take': 2 } },
        { type: 'resource', resource: { uri: 'surface://readme', text: 'read me' } },
        { type: 'resource_link', uri: 'surface://bytes', name: 'bytes', mimeType: 'x/bytes' },
      ],
    };
  }

  @McpTool()
  giveMeta(): CallToolResult {
    return { content: [], _meta: { 'surface/note': { kept: true } } };
  }

  @McpTool()
  giveFailure(): CallToolResult {
    return { content: [{ type: 'text', text: 'out of stock' }], isError: true };
  }
}
