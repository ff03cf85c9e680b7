import { runMcpStdio } from 'nest-mcp/stdio';
import { configureApp } from '../../../examples/bookshop/src/configure-app.js';

await runMcpStdio(() => import('./app.module.js'), { configure: configureApp });
