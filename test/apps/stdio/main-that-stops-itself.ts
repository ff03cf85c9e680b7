import type { INestApplication } from '@nestjs/common';
import { runMcpStdio } from 'nest-mcp/stdio';

let stop: () => Promise<void> = async () => undefined;

process.once('SIGUSR1', () => void stop());
await runMcpStdio(() => import('./app.module.js'), {
  configure: (app: INestApplication) => (stop = () => app.close()),
});
console.error('served');
