import type { INestApplication, Provider, ValidationPipeOptions } from '@nestjs/common';
import { Injectable, Scope, UsePipes, ValidationPipe } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { IsString } from 'class-validator';
import { McpArgs, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { ValidatedTools } from '../../apps/validated-tools.js';
import { bootApp, bootContext, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

interface Binding {
  readonly binding: string;
  readonly providers: (options: ValidationPipeOptions) => Provider[];
  readonly configure: (options: ValidationPipeOptions) => (app: INestApplication) => void;
}

const BINDINGS: readonly Binding[] = [
  {
    binding: 'useGlobalPipes()',
    providers: () => [],
    configure: (options) => (app) => app.useGlobalPipes(new ValidationPipe(options)),
  },
  {
    binding: 'APP_PIPE',
    providers: (options) => [{ provide: APP_PIPE, useFactory: () => new ValidationPipe(options) }],
    configure: () => () => undefined,
  },
];

const TABLE = PLATFORMS.flatMap((platform) =>
  BINDINGS.map((binding) => ({ ...platform, ...binding })),
);

describe.each(TABLE)('a ValidationPipe bound with $binding on $platform', (row) => {
  let app: INestApplication | undefined;

  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  const call = async (era: string, options: ValidationPipeOptions, tool: string, args: object) => {
    const providers = [ValidatedTools, ...row.providers(options)];
    app = await bootApp(row, { providers }, { configure: row.configure(options) });
    const client = await McpTestClient.overHttp(app, { protocolVersion: era });
    return client.callTool(tool, { ...args });
  };

  it.each(ERAS)('refuses unknown properties when it forbids them, in %s', async (era) => {
    const options = { whitelist: true, forbidNonWhitelisted: true };

    const result = await call(era, options, 'person', { name: 'Ada', admin: true });

    expect(result).toMatchObject({ isError: true });
    expect(resultText(result)).toContain('admin');
  });

  it.each(ERAS)('strips unknown properties when it whitelists, in %s', async (era) => {
    const result = await call(era, { whitelist: true }, 'person', { name: 'Ada', admin: true });

    expect(JSON.parse(resultText(result))).toMatchObject({ input: { name: 'Ada' } });
    expect(resultText(result)).not.toContain('admin');
  });

  it.each(ERAS)('strips unknown properties even when it lets them pass, in %s', async (era) => {
    const result = await call(era, {}, 'person', { name: 'Ada', admin: true });

    expect(resultText(result)).not.toContain('admin');
  });

  it.each(ERAS)('transforms once, in %s', async (era) => {
    const result = await call(era, { transform: true }, 'tags', { tags: 'a,b' });

    expect(resultText(result)).toBe('{"tags":["a","b"]}');
  });

  it.each(ERAS)('gives instances of nested classes too, in %s', async (era) => {
    const args = { name: 'Ada', address: { city: 'London' } };

    const result = await call(era, { transform: true, whitelist: true }, 'person', args);

    expect(JSON.parse(resultText(result))).toMatchObject({
      isInstance: true,
      isNestedInstance: true,
    });
  });

  it.each(ERAS)('converts types when it does so elsewhere, in %s', async (era) => {
    const options = { transform: true, transformOptions: { enableImplicitConversion: true } };

    const result = await call(era, options, 'page', { page: '7' });

    expect(JSON.parse(resultText(result))).toEqual({ page: 7, type: 'number' });
  });

  it.each(ERAS)('converts nothing when it does not elsewhere, in %s', async (era) => {
    const result = await call(era, { transform: true }, 'page', { page: '7' });

    expect(result).toMatchObject({ isError: true });
  });
});

class TextDto {
  @IsString()
  text!: string;
}

const strict = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true });
const lenient = new ValidationPipe({ whitelist: true });

@Injectable()
class StrictPipe extends ValidationPipe {
  constructor() {
    super({ whitelist: true, forbidNonWhitelisted: true });
  }
}

@Injectable()
@UsePipes(strict)
class Levels {
  @McpTool()
  byClass(input: TextDto): object {
    return input;
  }

  @McpTool()
  @UsePipes(lenient)
  byMethod(input: TextDto): object {
    return input;
  }

  @McpTool()
  byParameter(@McpArgs(lenient) input: TextDto): object {
    return input;
  }
}

@Injectable()
class OwnPipe {
  @McpTool()
  @UsePipes(StrictPipe)
  byClassOfPipe(input: TextDto): object {
    return input;
  }

  @McpTool()
  @UsePipes(lenient)
  byLenientPipe(input: TextDto): object {
    return input;
  }

  @McpTool()
  without(input: TextDto): object {
    return input;
  }
}

describe('a ValidationPipe that is made for each request', () => {
  it('does not transform a second time', async () => {
    const pipe = { provide: APP_PIPE, useClass: ValidationPipe, scope: Scope.REQUEST };
    const app = await bootContext({ providers: [ValidatedTools, pipe] });

    const result = await (await McpTestClient.inMemory(app)).callTool('tags', { tags: 'a,b' });
    await app.close();

    expect(resultText(result)).toBe('{"tags":["a","b"]}');
  });
});

describe('of several ValidationPipes', () => {
  let app: Awaited<ReturnType<typeof bootContext>>;

  beforeAll(async () => {
    app = await bootContext({ providers: [Levels, OwnPipe] });
  });

  afterAll(() => app.close());

  it.each([
    { tool: 'by_class', isError: true },
    { tool: 'by_method', isError: true },
    { tool: 'by_parameter', isError: true },
    { tool: 'by_class_of_pipe', isError: true },
    { tool: 'by_lenient_pipe', isError: undefined },
    { tool: 'without', isError: undefined },
  ])('one that forbids unknown properties suffices: $tool', async ({ tool, isError }) => {
    const client = await McpTestClient.inMemory(app);

    const result = await client.callTool(tool, { text: 'hello', extra: 1 });

    expect(result.isError).toBe(isError);
  });

  it.each([
    { tool: 'by_class', closed: false },
    { tool: 'without', closed: undefined },
  ])('what they forbid shows in the schema of $tool', async ({ tool, closed }) => {
    const tools = await (await McpTestClient.inMemory(app)).listTools();

    const listed = tools.find(({ name }) => name === tool);

    expect(listed?.inputSchema.additionalProperties).toBe(closed);
  });
});
