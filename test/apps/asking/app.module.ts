import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';
import { TravelDeskService } from './travel-desk.service.js';

/** A travel desk, which asks for what it was not told. */
@Module({
  imports: [
    McpModule.forRoot({
      name: 'travel-desk',
      limits: { shutdownGraceMs: 1, elicitationTimeoutMs: 5000 },
    }),
  ],
  providers: [TravelDeskService],
})
export class AppModule {}
