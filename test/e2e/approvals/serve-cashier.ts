import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../apps/approvals/app.module.js';
import { CashierService } from '../../apps/approvals/cashier.service.js';
import type { Platform } from '../../support/boot-app.js';

/** A running cashier. */
export interface Cashier {
  readonly app: INestApplication;
  readonly url: URL;
  readonly payments: readonly number[];
}

/** The cashier over HTTP, on a free port. */
export async function serveCashier({ createAdapter }: Platform): Promise<Cashier> {
  const app = await NestFactory.create(AppModule, createAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  const url = new URL('/mcp', await app.getUrl());
  return { app, url, payments: app.get(CashierService).payments };
}
