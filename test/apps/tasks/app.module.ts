import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';
import { PrintShop } from './print-shop.service.js';

/** A print shop, whose jobs take their time. */
@Module({
  imports: [McpModule.forRoot({ name: 'print-shop', limits: { shutdownGraceMs: 1 } })],
  providers: [PrintShop],
})
export class AppModule {}
