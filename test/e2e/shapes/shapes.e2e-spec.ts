import type { INestApplication } from '@nestjs/common';
import { bootCreatedApp } from '../../support/boot-created-app.js';
import type { Platform } from '../../support/boot-app.js';
import { PLATFORMS } from '../../support/boot-app.js';
import { converse } from './converse.js';
import { EXPECTED } from './expected.js';
import { FrontDesk, GreetingsController } from './front-desk.js';
import { MIDDLEWARE_SHAPES } from './middleware-shapes.js';
import { ROUTING_SHAPES } from './routing-shapes.js';
import type { Shape } from './shape.interface.js';

const expectedOf = ({ answered = {} }: Shape) => ({
  ...EXPECTED,
  headers: Object.fromEntries(Object.entries(answered).map(([name, value]) => [name, [value]])),
});

function boot(shape: Shape, { platform, createAdapter }: Platform): Promise<INestApplication> {
  const own = shape[platform as 'Express' | 'Fastify'];
  const { controllers = [], providers = [], imports = [] } = shape.metadata ?? {};
  return bootCreatedApp({
    adapter: (own?.createAdapter ?? createAdapter)(),
    metadata: {
      imports,
      controllers: [GreetingsController, ...controllers],
      providers: [FrontDesk, ...providers],
    },
    mcp: shape.mcp,
    create: shape.create,
    configure: (app) => {
      shape.configure?.(app);
      own?.configure?.(app);
    },
  });
}

describe.each(PLATFORMS)('an application on $platform is as without MCP, and serves it,', (row) => {
  const shapes = [...ROUTING_SHAPES, ...MIDDLEWARE_SHAPES].filter(
    ({ on = row.platform }) => on === row.platform,
  );

  it.each(shapes)('$shape', async (shape) => {
    const app = await boot(shape, row);

    const conversation = await converse(app, shape).finally(() => app.close());

    expect(conversation).toEqual(expectedOf(shape));
  });
});
