import { runMcpStdio } from 'nest-mcp/stdio';

await runMcpStdio(() => import('./app.module.js'));
