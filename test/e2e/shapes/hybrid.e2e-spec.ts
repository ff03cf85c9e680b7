import type { INestApplication, INestMicroservice, Type } from '@nestjs/common';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { ClientProxyFactory, MessagePattern, Transport } from '@nestjs/microservices';
import { McpModule, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import type { AddressInfo, Server } from 'node:net';
import { firstValueFrom } from 'rxjs';
import { PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { silentLogger } from '../../support/silent-logger.js';
import { converse } from './converse.js';
import { EXPECTED } from './expected.js';
import { FrontDesk, GreetingsController } from './front-desk.js';

@Controller()
class SumsController {
  @MessagePattern('sum')
  sum(numbers: readonly number[]): number {
    return numbers.reduce((all, one) => all + one, 0);
  }

  @McpTool()
  countRooms(): number {
    return 12;
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'hotel' })],
  controllers: [GreetingsController, SumsController],
  providers: [FrontDesk],
})
class HotelModule {}

const TCP: MicroserviceOptions = {
  transport: Transport.TCP,
  options: { host: '127.0.0.1', port: 0 },
};

/** What the microservice answers to a client of its own. */
async function sumOf(microservice: INestMicroservice): Promise<number> {
  const { port } = microservice.unwrap<Server>().address() as AddressInfo;
  const client = ClientProxyFactory.create({
    transport: Transport.TCP,
    options: { host: '127.0.0.1', port },
  });
  const sum = await firstValueFrom(client.send<number>('sum', [1, 2, 3]));
  await client.close();
  return sum;
}

const WAYS: readonly {
  readonly how: string;
  readonly inheritAppConfig: boolean;
  readonly start: (app: INestApplication) => Promise<unknown>;
}[] = [
  {
    how: 'before it listens',
    inheritAppConfig: true,
    start: async (app) => {
      await app.startAllMicroservices();
      await app.listen(0, '127.0.0.1');
    },
  },
  {
    how: 'after it listens',
    inheritAppConfig: false,
    start: async (app) => {
      await app.listen(0, '127.0.0.1');
      await app.startAllMicroservices();
    },
  },
];

describe.each(PLATFORMS)('a hybrid application on $platform', ({ createAdapter }) => {
  it.each(WAYS)(
    'that starts its microservice $how serves both',
    async ({ inheritAppConfig, start }) => {
      const app = await NestFactory.create(HotelModule, createAdapter(), { logger: false });
      const microservice = app.connectMicroservice(TCP, { inheritAppConfig });
      await start(app);

      const sum = await sumOf(microservice);
      const conversation = await converse(app, { shape: 'hybrid' }).finally(() => app.close());

      expect(sum).toBe(6);
      expect(conversation).toEqual({ ...EXPECTED, headers: {} });
    },
  );
});

describe('a microservice without HTTP', () => {
  const boot = (module: Type<unknown>) =>
    NestFactory.createMicroservice<MicroserviceOptions>(module, { ...TCP, logger: silentLogger });

  it('serves its messages and callers inside the process, and binds no endpoint', async () => {
    const app = await boot(HotelModule);
    await app.listen();

    const sum = await sumOf(app);
    const client = await McpTestClient.inMemory(app);
    const rooms = await client.callTool('count_rooms');
    const bound = process.getActiveResourcesInfo().filter((type) => type === 'TCPServerWrap');
    await app.close();

    expect({ sum, rooms: resultText(rooms), bound: bound.length }).toEqual({
      sum: 6,
      rooms: '12',
      bound: 1,
    });
  });
});
