import { Module } from '@nestjs/common';
import { fileURLToPath } from 'node:url';
import { allowAll, McpModule } from 'nest-mcp';
import { AskingTools } from './asking-tools.service.js';
import { ChangingTools } from './changing-tools.service.js';
import { ContentTools } from './content-tools.service.js';
import { InputRequiredTools } from './input-required-tools.service.js';
import { ReportingTools } from './reporting-tools.service.js';
import { SchemaTools } from './schema-tools.service.js';
import { TaskTools } from './task-tools.service.js';
import { TestPrompts } from './test-prompts.service.js';
import { TestResources } from './test-resources.service.js';

/** What the official conformance suite expects of a server, by the names it expects. */
@Module({
  imports: [
    McpModule.forRoot({
      name: 'nest-mcp-conformance',
      authorizer: allowAll(),
      skills: { directory: fileURLToPath(new URL('skills', import.meta.url)) },
    }),
  ],
  providers: [
    AskingTools,
    ChangingTools,
    ContentTools,
    InputRequiredTools,
    ReportingTools,
    SchemaTools,
    TaskTools,
    TestPrompts,
    TestResources,
  ],
})
export class ConformanceModule {}
