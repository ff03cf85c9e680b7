// registered.module.ts
import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { allowAll, McpModule, McpRegistry, McpToolException } from 'nest-mcp';
import { z } from 'zod';

@Injectable()
export class RegisteredShop implements OnModuleInit {
  constructor(private readonly registry: McpRegistry) {}

  async onModuleInit(): Promise<void> {
    await this.registry.registerTools([
      {
        name: 'find-order',
        description: 'Find one order',
        input: z.object({ number: z.string() }),
        handler: ({ number }: { number: string }) => {
          if (number !== 'A-1') throw new McpToolException(`There is no order ${number}`);
          return { content: [{ type: 'text', text: `Order ${number} is paid` }] };
        },
      },
    ]);
    await this.registry.registerResources([
      {
        name: 'catalogue',
        uri: 'shop://catalogue',
        mimeType: 'text/plain',
        handler: () => 'tea, coffee',
      },
    ]);
    await this.registry.registerPrompts([
      {
        name: 'reply',
        description: 'Draft a reply',
        input: z.object({ tone: z.string() }),
        handler: ({ tone }: { tone: string }) => ({
          messages: [{ role: 'user', content: { type: 'text', text: `Reply in a ${tone} tone` } }],
        }),
      },
    ]);
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'shop', version: '1.0.0', authorizer: allowAll() })],
  providers: [RegisteredShop],
})
export class RegisteredModule {}
