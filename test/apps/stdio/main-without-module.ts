import { runMcpStdio } from 'nest-mcp/stdio';

await runMcpStdio(() => import('./chatty.service.js'));
