import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import fastifySession from '@fastify/session';
import type {
  CanActivate,
  ExecutionContext,
  INestApplication,
  MiddlewareConsumer,
  NestMiddleware,
  Type,
} from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import compression from 'compression';
import cookieParser from 'cookie-parser';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import type { Shape } from './shape.interface.js';

const SECRET = 'a secret of at least thirty-two bytes';

const PAGE = 'https://chat.example';

const fastify = (app: INestApplication) => app as NestFastifyApplication;
const express4 = (app: INestApplication) => app as NestExpressApplication;

/** Fails where a middleware has not done its work by the time that guards run. */
class Requires implements CanActivate {
  constructor(private readonly isMet: (request: any) => boolean) {}

  canActivate(context: ExecutionContext): boolean {
    return this.isMet(context.switchToHttp().getRequest());
  }
}

const requiring = (isMet: (request: any) => boolean) => (app: INestApplication) =>
  app.useGlobalGuards(new Requires(isMet));

/** On Fastify middleware sees the raw request. */
const wasMarked = ({ raw, marked }: any): boolean => (raw?.marked ?? marked) === true;

class Marker implements NestMiddleware {
  use(request: any, _response: unknown, next: () => void): void {
    request.marked = true;
    next();
  }
}

/** A module that puts the marker before these routes. */
function marking(...routes: readonly string[]): Type<object> {
  @Module({})
  class MarkingModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer.apply(Marker).forRoutes(...routes);
    }
  }
  return MarkingModule;
}

/** What runs before and around routes. */
export const MIDDLEWARE_SHAPES: readonly Shape[] = [
  {
    shape: 'with CORS',
    configure: (app) => app.enableCors({ origin: PAGE }),
    mcp: { http: { allowedOrigins: [PAGE] } },
    headers: { origin: PAGE },
    restHeaders: { origin: PAGE },
    answered: { 'access-control-allow-origin': PAGE },
  },
  {
    shape: 'with helmet',
    Express: { configure: (app) => app.use(helmet()) },
    Fastify: { configure: (app) => fastify(app).register(fastifyHelmet) },
    answered: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' },
  },
  {
    shape: 'with compression',
    Express: { configure: (app) => app.use(compression()) },
    Fastify: { configure: (app) => fastify(app).register(fastifyCompress) },
  },
  {
    shape: 'with compression of everything',
    Express: { configure: (app) => app.use(compression({ threshold: 0, filter: () => true })) },
    Fastify: {
      configure: (app) =>
        fastify(app).register(fastifyCompress, { threshold: 0, customTypes: /./ }),
    },
  },
  {
    shape: 'with cookies',
    configure: requiring(({ cookies }) => cookies.visitor === 'ada'),
    Express: { configure: (app) => app.use(cookieParser()) },
    Fastify: { configure: (app) => fastify(app).register(fastifyCookie) },
    headers: { cookie: 'visitor=ada' },
    restHeaders: { cookie: 'visitor=ada' },
  },
  {
    shape: 'with sessions of its own',
    configure: requiring((request) => {
      request.session.visits = (request.session.visits ?? 0) + 1;
      return request.session.visits > 0;
    }),
    Express: {
      configure: (app) =>
        app.use(session({ secret: SECRET, resave: false, saveUninitialized: true })),
    },
    Fastify: {
      configure: (app) => {
        void fastify(app).register(fastifyCookie);
        void fastify(app).register(fastifySession, { secret: SECRET, cookie: { secure: false } });
      },
    },
  },
  { shape: 'with raw bodies', create: { rawBody: true } },
  { shape: 'without body parsers', create: { bodyParser: false } },
  {
    shape: 'with a body limit that is smaller than a message',
    Express: { configure: (app) => express4(app).useBodyParser('json', { limit: 10 }) },
    Fastify: {
      configure: (app) => fastify(app).useBodyParser('application/json', { bodyLimit: 10 }),
    },
  },
  {
    shape: 'with a body parser in front',
    Express: { configure: (app) => app.use(express.json()) },
  },
  {
    shape: 'behind a proxy that it trusts',
    mcp: { http: { publicUrl: 'https://shop.example/backend/mcp' } },
    headers: {
      host: 'shop.example',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': 'shop.example',
      'x-forwarded-proto': 'https',
    },
    Express: { configure: (app) => express4(app).set('trust proxy', true) },
    Fastify: { createAdapter: () => new FastifyAdapter({ trustProxy: true }) },
  },
  {
    shape: 'with middleware of a module for all routes',
    metadata: { imports: [marking('{*splat}')] },
    configure: requiring(wasMarked),
  },
  {
    shape: 'with middleware of a module for these routes',
    metadata: { imports: [marking('mcp', 'greetings')] },
    configure: requiring(wasMarked),
  },
  {
    shape: 'with middleware of a module for these routes below a prefix',
    metadata: { imports: [marking('mcp', 'greetings')] },
    configure: (app) => requiring(wasMarked)(app.setGlobalPrefix('api')),
    path: '/api/mcp',
    rest: '/api/greetings',
  },
];
