import type { ArgumentsHost, CanActivate, ExceptionFilter, INestApplication } from '@nestjs/common';
import {
  Catch,
  Controller,
  Get,
  Injectable,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { Server as MicroserviceServer } from '@nestjs/microservices';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { Response } from 'express';
import type { Server } from 'node:http';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import request from 'supertest';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { WireClient } from '../../support/wire-client.js';
import { initialize, modernRequest } from '../../support/wire-messages.js';

let isShut = false;
let runs = 0;

@Injectable()
class Door implements CanActivate {
  canActivate(): boolean {
    return !isShut;
  }
}

@Catch(NotFoundException)
class Apology implements ExceptionFilter {
  catch(_exception: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.status(404).send('sorry, gone');
  }
}

@Controller('orders')
class Orders {
  @Get()
  @McpTool()
  findOrders(): string {
    runs += 1;
    return 'three orders';
  }

  @McpTool()
  loseOrder(): void {
    throw new NotFoundException('Order 42 not found');
  }

  @McpTool()
  signIn(): void {
    throw new UnauthorizedException('sign in first');
  }
}

/** A microservice of the application that has nothing to do with MCP. */
class SilentTransport extends MicroserviceServer implements CustomTransportStrategy {
  listen(callback: () => void): void {
    callback();
  }
  close(): void {}
  on(): void {}
  unwrap<T>(): T {
    return undefined as T;
  }
}

const METHODS = ['tools/list', 'tools/call'] as const;
const ROWS = ERAS.flatMap((era) => METHODS.map((method) => ({ era, method })));

describe.each(PLATFORMS)('the doors of a hybrid application with a prefix on $platform', (row) => {
  let app: INestApplication;
  let wire: WireClient;

  beforeAll(async () => {
    const providers = [
      { provide: APP_GUARD, useClass: Door },
      { provide: APP_FILTER, useClass: Apology },
    ];
    const configure = (application: INestApplication) => {
      application.setGlobalPrefix('api');
      const strategy = new SilentTransport();
      application.connectMicroservice({ strategy }, { inheritAppConfig: true });
    };
    app = await bootApp(row, { controllers: [Orders], providers }, { configure });
    wire = new WireClient(app, '/api/mcp');
  });

  beforeEach(() => {
    isShut = false;
    runs = 0;
  });

  afterAll(() => app.close());

  const connect = (protocolVersion: string) =>
    McpTestClient.overHttp(app, { protocolVersion, path: '/api/mcp' });

  it.each(ERAS)('the endpoint is below the prefix in %s', async (era) => {
    expect(resultText(await (await connect(era)).callTool('find_orders'))).toBe('three orders');
  });

  it('nothing answers without the prefix', async () => {
    expect((await new WireClient(app).post(initialize())).status).toBe(404);
  });

  it.each(ROWS)(
    'a global guard guards lists and calls: $method of $era',
    async ({ era, method }) => {
      const client = await connect(era);
      isShut = true;

      const rest = await request(app.getHttpServer() as Server).get('/api/orders');
      const { status, response } = await client.exchange(method, { name: 'find_orders' });

      expect({ rest: rest.status, status, response, runs }).toEqual({
        rest: 403,
        status: 403,
        response: undefined,
        runs: 0,
      });
    },
  );

  it.each(ERAS)('a global filter says what it says to REST in %s', async (era) => {
    const result = await (await connect(era)).callTool('lose_order');

    expect({ isError: result.isError, text: resultText(result) }).toEqual({
      isError: true,
      text: expect.stringContaining('sorry, gone'),
    });
  });

  it('microservices may start when the application listens already', async () => {
    await app.startAllMicroservices();

    expect(resultText(await (await connect('2026-07-28')).callTool('find_orders'))).toBe(
      'three orders',
    );
  });

  it.each([
    ['2025-11-25', initialize(), {}],
    ['2026-07-28', modernRequest('tools/list').body, modernRequest('tools/list').headers],
  ])('a page of a foreign site is refused in %s', async (_era, body, headers) => {
    const { status } = await wire.post(body, { ...headers, origin: 'http://evil.example' });

    expect(status).toBe(403);
  });

  it.each(ERAS)('an UnauthorizedException of a tool is told to the model in %s', async (era) => {
    const client = await connect(era);
    const { status, response } = await client.exchange('tools/call', { name: 'sign_in' });

    expect({ status, response }).toMatchObject({
      status: 200,
      response: { result: { isError: true, content: [{ text: 'sign in first' }] } },
    });
  });
});

describe.each(PLATFORMS)('useGlobalGuards() on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const configure = (application: INestApplication) =>
      void application.useGlobalGuards(new Door());
    app = await bootApp(platform, { controllers: [Orders] }, { configure });
  });

  afterAll(() => app.close());

  it.each(ROWS)('guards lists and calls: $method of $era', async ({ era, method }) => {
    isShut = false;
    runs = 0;
    const client = await McpTestClient.overHttp(app, { protocolVersion: era });
    isShut = true;

    const { status } = await client.exchange(method, { name: 'find_orders' });

    expect({ status, runs }).toEqual({ status: 403, runs: 0 });
  });
});
