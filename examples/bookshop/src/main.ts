import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';
import { welcome } from './welcome.js';

const app = await NestFactory.create(AppModule);
configureApp(app);
const port = Number(process.env.PORT ?? 3000);
await app.listen(port);
console.log(welcome(`http://localhost:${port}`));
