import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';

/** From the root of the project, where its tests are run. */
const directory = 'test/apps/skills/skills';

@Module({ imports: [McpModule.forRoot({ name: 'handbook', skills: { directory } })] })
export class AppModule {}
