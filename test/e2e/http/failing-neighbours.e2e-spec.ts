import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { IsIn } from 'class-validator';
import { McpTool } from 'nest-mcp';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { legacyCall, modernCall } from '../../support/wire-messages.js';

const never = new Promise<never>(() => undefined);
const hostile = {
  get message(): string {
    throw new Error('nobody may look');
  },
};

/** Ways in which a method can go wrong. */
const FAILURES: Readonly<Record<string, () => unknown>> = {
  throws() {
    throw new Error('thrown');
  },
  rejects: () => Promise.reject(new Error('rejected')),
  'throws no Error': () => Promise.reject(undefined),
  'throws what must not be looked at': () => Promise.reject(hostile),
  'gives what JSON cannot say': () => 1n,
};
const WAYS = Object.keys(FAILURES);

class WayDto {
  @IsIn(WAYS)
  way!: string;
}

@Injectable()
class Neighbour {
  /** Called when a call hangs. */
  onHang: () => void = () => undefined;

  @McpTool()
  fail({ way }: WayDto): unknown {
    return FAILURES[way]?.();
  }

  @McpTool()
  hang(): Promise<never> {
    this.onHang();
    return never;
  }

  @McpTool()
  work(): string {
    return 'works';
  }
}

const WORKS = { content: [{ text: 'works' }] };

describe.each(PLATFORMS)('beside a method that fails, on $platform,', (platform) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    const mcp = { limits: { shutdownGraceMs: 1 } };
    app = await bootApp(platform, { providers: [Neighbour] }, { mcp });
    client = new WireClient(app);
  });

  it.each(WAYS)('a session goes on, and so does its own: it %s', async (way) => {
    const [failing, other] = [await client.openSession(), await client.openSession()];
    const failed = await client.post(legacyCall('fail', { way }), failing);
    const works = await Promise.all(
      [failing, other].map((session) => client.post(legacyCall('work'), session)),
    );

    expect(outcome(failed).body.result).toMatchObject({ isError: true });
    for (const answer of works) expect(outcome(answer).body.result).toMatchObject(WORKS);
  });

  it.each(ERAS)(
    'a session goes on while a call of %s never settles, and so does its own',
    async (era) => {
      const [hanging, other] = [await client.openSession(), await client.openSession()];
      const hangs = new Promise<void>((resolve) => (app.get(Neighbour).onHang = resolve));
      const { body, headers } = modernCall('hang');
      const hung =
        era === '2025-11-25'
          ? client.post(legacyCall('hang'), hanging)
          : client.post(body, headers);
      hung.catch(() => undefined);
      await hangs;
      const answers = [
        await client.post(legacyCall('work'), other),
        await client.post(legacyCall('work'), hanging),
      ];

      for (const answer of answers) expect(outcome(answer).body.result).toMatchObject(WORKS);
    },
  );

  // The last one: it closes the application that the methods above still hang in.
  it('the application closes', async () => {
    await expect(app.close()).resolves.toBeUndefined();
  });
});
