// shop.module.ts
import { Injectable, Module, NotFoundException } from '@nestjs/common';
import { allowAll, McpModule, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { z } from 'zod';

@Injectable()
export class Shop {
  @McpTool({
    name: 'find-order',
    description: 'Find one order',
    input: z.object({ number: z.string() }),
  })
  findOrder({ number }: { number: string }): string {
    if (number !== 'A-1') throw new NotFoundException(`There is no order ${number}`);
    return `Order ${number} is paid`;
  }

  @McpResource({ uri: 'shop://catalogue', mimeType: 'text/plain' })
  catalogue(): string {
    return 'tea, coffee';
  }

  @McpPrompt({ description: 'Draft a reply', input: z.object({ tone: z.string() }) })
  reply({ tone }: { tone: string }): string {
    return `Reply in a ${tone} tone`;
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'shop', version: '1.0.0', authorizer: allowAll() })],
  providers: [Shop],
})
export class ShopModule {}
