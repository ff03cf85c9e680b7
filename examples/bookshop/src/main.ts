import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';
import { welcome } from './welcome.js';

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
configureApp(app);
// Nobody signs in to this example, so it listens for this machine only.
await app.listen(process.env.PORT ?? 3000, 'localhost');
const { port } = new URL(await app.getUrl());
console.log(welcome(`http://localhost:${port}`));
