import type { LoggerService } from '@nestjs/common';

const nothing = (): void => undefined;

/** Keeps the output of tests free of what the application logs on purpose. */
export const silentLogger: LoggerService = { log: nothing, error: nothing, warn: nothing };
