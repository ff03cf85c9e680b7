import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';
import { StockService } from './stock.service.js';

/** A shop whose stock changes. */
@Module({
  imports: [McpModule.forRoot({ name: 'stock', limits: { keepAliveMs: 20 } })],
  providers: [StockService],
})
export class AppModule {}
