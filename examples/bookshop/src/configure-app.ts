import { type INestApplication, ValidationPipe } from '@nestjs/common';

/** What every way of starting the backend has in common. */
export function configureApp(app: INestApplication): void {
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
  app.enableShutdownHooks([], { useProcessExit: true });
}
