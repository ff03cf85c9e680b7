import type { INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { McpTestClient } from 'nest-mcp/testing';
import { RolesGuard, Till } from '../../apps/roles.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

describe.each(PLATFORMS)(
  'a role guard that leaves contexts other than http alone, on $platform',
  (platform) => {
    let app: INestApplication;
    let guard: RolesGuard;
    let till: Till;

    beforeAll(async () => {
      app = await bootApp(platform, {
        providers: [Till, RolesGuard, { provide: APP_GUARD, useExisting: RolesGuard }],
      });
      guard = app.get(RolesGuard);
      till = app.get(Till);
    });

    beforeEach(() => {
      guard.seen.length = 0;
      till.ran.length = 0;
    });

    afterAll(() => app.close());

    const clientOf = (protocolVersion: string, role: string) =>
      McpTestClient.overHttp(app, { protocolVersion, headers: { 'x-role': role } });

    it.each(ERAS)('refuses a caller of %s without the role', async (era) => {
      const client = await clientOf(era, 'guest');

      const result = await client.callTool('refund_everything');

      expect(result).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: 'Forbidden resource' }],
      });
    });

    it.each(ERAS)('keeps the refused tool of %s from running', async (era) => {
      const client = await clientOf(era, 'guest');

      await client.callTool('refund_everything');

      expect(till.ran).toEqual([]);
    });

    it.each([
      { era: '2025-11-25', code: -32090 },
      { era: '2026-07-28', code: -33090 },
    ])('refuses a resource and a prompt of $era with $code', async ({ era, code }) => {
      const client = await clientOf(era, 'guest');

      const read = client.readResource('till://balance');
      const get = client.getPrompt('explain_balance');

      await expect(read).rejects.toMatchObject({ code, data: { detail: 'Forbidden resource' } });
      await expect(get).rejects.toMatchObject({ code, data: { detail: 'Forbidden resource' } });
      expect(till.ran).toEqual([]);
    });

    it.each(ERAS)('lets a caller of %s with the role read', async (era) => {
      const client = await clientOf(era, 'admin');

      await client.readResource('till://balance');
      await client.getPrompt('explain_balance');

      expect(till.ran).toEqual(['balance', 'explainBalance']);
    });

    it.each(ERAS)('lets a caller of %s with the role through', async (era) => {
      const client = await clientOf(era, 'admin');

      expect(resultText(await client.callTool('refund_everything'))).toBe('refunded');
    });

    it.each(ERAS)('prefers the roles of the method over those of the class in %s', async (era) => {
      const client = await clientOf(era, 'staff');

      await client.callTool('refund_everything');
      await client.callTool('count_money');

      expect(till.ran).toEqual(['countMoney']);
    });

    it.each(ERAS)('sees the real method and class with their metadata in %s', async (era) => {
      const client = await clientOf(era, 'admin');
      guard.seen.length = 0;

      await client.callTool('refund_everything');

      expect(guard.seen.at(-1)).toEqual({
        method: Reflect.get(Till.prototype, 'refundEverything'),
        classRef: Till,
        methodRoles: ['admin'],
        classRoles: ['staff'],
      });
    });

    it('runs once at the route and once around the method', async () => {
      const client = await clientOf('2026-07-28', 'admin');

      await client.callTool('refund_everything');

      expect(guard.seen.map(({ method }) => Reflect.get(method, 'name'))).toEqual([
        'post',
        'refundEverything',
      ]);
    });
  },
);
