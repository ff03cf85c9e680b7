import { NestFactory } from '@nestjs/core';
import { ConformanceModule } from './conformance.module.js';

const app = await NestFactory.create(ConformanceModule, { logger: ['error', 'warn'] });
app.enableShutdownHooks();
await app.listen(process.env.PORT ?? 3000, 'localhost');
const { port } = new URL(await app.getUrl());
// The suite checks the protection against DNS rebinding, which needs this very host name.
console.log(`http://localhost:${port}/mcp`);
