import { ForbiddenException, Injectable, NotFoundException, UseGuards } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { IsString, MaxLength } from 'class-validator';
import { ErrorCode, McpContext, McpException, McpResource } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { EMPTY } from 'rxjs';
import { bootContext } from '../../support/boot-app.js';
import { refusal } from '../../support/refusal.js';
import { ALL_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';

class IdDto {
  @IsString()
  @MaxLength(9)
  id!: string;
}

class PathDto {
  @IsString()
  path!: string;
}

const here = (who: string) => () => who;
const gives = (value: unknown) => () => value;
const throws = (make: () => unknown) => () => {
  throw make();
};

/** What methods and guards do, and who was run, in order. */
class Script {
  static fixed: (ctx: McpContext) => unknown;
  static narrow: (ctx: McpContext) => unknown;
  static wide: (ctx: McpContext) => unknown;
  static guard: () => boolean;
  static readonly ran: string[] = [];

  static reset(): void {
    Script.fixed = here('fixed');
    Script.narrow = here('narrow');
    Script.wide = here('wide');
    Script.guard = () => true;
    Script.ran.length = 0;
  }

  static run(who: 'fixed' | 'narrow' | 'wide', ctx: McpContext): unknown {
    Script.ran.push(who);
    return Script[who](ctx);
  }
}

@Injectable()
class Doorman implements CanActivate {
  canActivate(): boolean {
    return Script.guard();
  }
}

@Injectable()
class Library {
  // Declared last first: the order of declaration must not matter.
  @McpResource({ uriTemplate: 'lib://{+path}' })
  wide(_path: PathDto, ctx: McpContext): unknown {
    return Script.run('wide', ctx);
  }

  @UseGuards(Doorman)
  @McpResource({ uriTemplate: 'lib://books/{id}' })
  narrow(_id: IdDto, ctx: McpContext): unknown {
    return Script.run('narrow', ctx);
  }

  @McpResource({ uri: 'lib://books/all' })
  fixed(ctx: McpContext): unknown {
    return Script.run('fixed', ctx);
  }
}

const FORM = { type: 'object', properties: { value: { type: 'string' } } } as const;

async function asks(ctx: McpContext, message: string): Promise<string> {
  const result = await ctx.elicit(message, FORM);
  return result.action === 'accept' ? String(result.content.value) : result.action;
}

describe.each(ALL_REVISIONS)('resources that overlap, in %s,', (protocolVersion) => {
  const isModern = protocolVersion === MODERN_REVISION;
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [Library, Doorman] });
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  afterAll(() => app.close());
  beforeEach(() => Script.reset());

  const read = async (uri: string) => (await client.readResource(uri)).contents[0]?.text;
  const refused = (uri: string) => refusal(client, 'resources/read', { uri });
  const notFound = (uri: string) => ({
    code: isModern ? ErrorCode.InvalidParams : ErrorCode.ResourceNotFound,
    message: `Resource not found: ${uri}`,
    data: { uri },
  });

  it.each([
    ['lib://books/all', 'fixed'],
    ['LIB://books/all', 'fixed'],
    ['lib://books/7', 'narrow'],
    ['lib://books/7/8', 'wide'],
    ['lib://7', 'wide'],
  ])('%s is read from the most specific: %s', async (uri, who) => {
    expect(await read(uri)).toBe(who);
    expect(Script.ran).toEqual([who]);
  });

  const ABSENCES: readonly (readonly [string, () => unknown])[] = [
    ['gives undefined', gives(undefined)],
    ['gives null', gives(null)],
    ['gives an Observable without a value', gives(EMPTY)],
    ['throws 404', throws(() => new NotFoundException('no'))],
    [
      'throws the error for unknown resources of 2026-07-28',
      throws(() => new McpException(ErrorCode.InvalidParams, 'no', { uri: 'lib://books/7' })),
    ],
  ];

  it.each(ABSENCES)('the next one is read where the first %s', async (_how, absent) => {
    Script.narrow = absent;

    expect(await read('lib://books/7')).toBe('wide');
    expect(Script.ran).toEqual(['narrow', 'wide']);
  });

  it.each(ABSENCES)(
    'nothing is there where all but the last say so, which %s',
    async (_how, last) => {
      Script.narrow = gives(undefined);
      Script.wide = last;
      const { code } = await refused('lib://books/7');

      expect([ErrorCode.ResourceNotFound, ErrorCode.InvalidParams]).toContain(code);
      expect(Script.ran).toEqual(['narrow', 'wide']);
    },
  );

  it('the last not-found is the answer', async () => {
    Script.narrow = throws(
      () => new McpException(ErrorCode.InvalidParams, 'first', { uri: 'lib://books/7' }),
    );
    Script.wide = throws(
      () => new McpException(ErrorCode.InvalidParams, 'second', { uri: 'lib://books/7' }),
    );
    expect(await refused('lib://books/7')).toMatchObject({ message: 'second' });

    Script.wide = gives(undefined);
    expect(await refused('lib://books/7')).toEqual(notFound('lib://books/7'));
  });

  it.each([
    ['fails', throws(() => new TypeError('broken')), ErrorCode.InternalError],
    ['refuses', throws(() => new ForbiddenException('no')), isModern ? -33090 : -32090],
    [
      'finds the params wrong',
      throws(() => new McpException(ErrorCode.InvalidParams, 'no')),
      ErrorCode.InvalidParams,
    ],
    ['has an error of its own', throws(() => new McpException(4711, 'no')), 4711],
  ])('no other is tried where the first %s', async (_how, failing, code) => {
    Script.narrow = failing;

    expect(await refused('lib://books/7')).toMatchObject({ code });
    expect(Script.ran).toEqual(['narrow']);
  });

  it('no other is tried where the variables of the first are wrong', async () => {
    expect(await refused('lib://books/0123456789')).toMatchObject({
      code: ErrorCode.InvalidParams,
      data: { issues: [{ path: 'id' }] },
    });
    expect(Script.ran).toEqual([]);
  });

  it.each([
    ['false', () => false],
    ['401 or 403', throws(() => new ForbiddenException('no'))],
    ['404', throws(() => new NotFoundException('no'))],
  ])('no other serves what a guard of the first refuses with %s', async (_how, guard) => {
    Script.guard = guard as () => boolean;

    expect(await refused('lib://books/7')).toHaveProperty('code');
    expect(Script.ran).toEqual([]);
  });

  it('no template serves a listed resource that is not there', async () => {
    Script.fixed = gives(undefined);

    expect(await refused('lib://books/all')).toEqual(notFound('lib://books/all'));
    expect(Script.ran).toEqual(['fixed']);
  });

  it('each method is told the address and nothing is left of an earlier one', async () => {
    const uris: unknown[] = [];
    Script.narrow = ({ uri }) => void uris.push(uri);
    Script.wide = ({ uri }) => String(uris.push(uri));

    await read('lib://books/7');

    expect(uris).toEqual(['lib://books/7', 'lib://books/7']);
  });
});

describe.each(['2025-11-25', MODERN_REVISION])(
  'questions of overlapping resources, in %s,',
  (protocolVersion) => {
    let app: TestingModule;
    let client: McpTestClient;
    const asked: string[] = [];

    beforeAll(async () => {
      app = await bootContext({ providers: [Library, Doorman] });
      client = await McpTestClient.inMemory(app, { protocolVersion });
      client.onElicit(({ message }) => {
        asked.push(message);
        return { action: 'accept', content: { value: `${message}!` } };
      });
    });
    afterAll(() => app.close());
    beforeEach(() => {
      Script.reset();
      asked.length = 0;
    });

    it('are each asked once, and each answer goes to who asked', async () => {
      const heard: string[] = [];
      Script.narrow = async (ctx) => {
        heard.push(`narrow ${await asks(ctx, 'a')}`, `narrow ${await asks(ctx, 'b')}`);
        return undefined;
      };
      Script.wide = async (ctx) => `wide ${await asks(ctx, 'c')} ${await asks(ctx, 'd')}`;
      const { contents } = await client.readResource('lib://books/7');

      expect(contents[0]?.text).toBe('wide c! d!');
      expect(asked).toEqual(['a', 'b', 'c', 'd']);
      expect(new Set(heard)).toEqual(new Set(['narrow a!', 'narrow b!']));
    });

    it('are not asked by the next one while the first still waits', async () => {
      Script.narrow = async (ctx) => {
        await asks(ctx, 'a').catch(() => undefined);
        return undefined;
      };
      Script.wide = here('wide');

      expect((await client.readResource('lib://books/7')).contents[0]?.text).toBe('wide');
      expect(asked).toEqual(['a']);
    });
  },
);
