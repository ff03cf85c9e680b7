import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';
import { SwitchboardService } from '../peers/switchboard.service.js';
import { BuildersService } from './builders.service.js';
import { CallsService } from './calls.service.js';
import { CatalogueService } from './catalogue.service.js';
import { FailuresService } from './failures.service.js';
import { LibraryService } from './library.service.js';
import { ResultsService } from './results.service.js';
import { SessionService } from './session.service.js';
import { SurfaceAuthorizer } from './surface.authorizer.js';

/** Every feature that clients can see, and beside it a server that declares tools and nothing else. */
@Module({
  imports: [
    McpModule.forRoot({
      name: 'surface',
      version: '1.2.3',
      title: 'The surface',
      description: 'Everything a client can see',
      websiteUrl: 'https://surface.example',
      icons: [{ src: 'https://surface.example/icon.png', mimeType: 'image/png', sizes: ['any'] }],
      instructions: 'Look around.',
      authorizer: SurfaceAuthorizer,
      limits: { pageSize: 5, maxBufferedBytes: 8 * 1024 * 1024 },
    }),
    McpModule.forRoot({
      id: 'bare',
      name: 'bare',
      http: { path: 'bare' },
      capabilities: { resources: false, prompts: false, completions: false, logging: false },
    }),
  ],
  providers: [
    SurfaceAuthorizer,
    BuildersService,
    CallsService,
    CatalogueService,
    FailuresService,
    LibraryService,
    ResultsService,
    SessionService,
    SwitchboardService,
  ],
})
export class AppModule {}
