import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';
import { ChattyService } from './chatty.service.js';
import { LibraryService } from './library.service.js';
import { PartyService } from './party.service.js';

const { SHUTDOWN_GRACE_MS = '2000' } = process.env;

@Module({
  imports: [
    McpModule.forRoot({
      name: 'party',
      limits: { maxLineBytes: 4096, shutdownGraceMs: Number(SHUTDOWN_GRACE_MS) },
    }),
    // Not the one on stdio. No network can reach it, so it needs no policy.
    McpModule.forRoot({
      id: 'back',
      name: 'back room',
      requireAuthorization: true,
      http: { path: 'back' },
    }),
  ],
  providers: [ChattyService, LibraryService, PartyService],
})
export class AppModule {}
