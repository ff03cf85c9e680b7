// app.module.ts
import { Module } from '@nestjs/common';
import { allowAll, McpModule } from 'nest-mcp';
import { SalesService } from './sales.service.js';

@Module({
  imports: [
    McpModule.forRoot({
      name: 'sales',
      authorizer: allowAll(),
      extensions: { 'io.modelcontextprotocol/ui': {} },
    }),
  ],
  providers: [SalesService],
})
export class AppModule {}
