import type { INestApplication } from '@nestjs/common';
import {
  ClassSerializerInterceptor,
  Injectable,
  SerializeOptions,
  StandardSchemaSerializerInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Exclude, Expose, Transform } from 'class-transformer';
import { IsNumber, IsString } from 'class-validator';
import {
  CompletionResult,
  Content,
  McpCompletion,
  McpPrompt,
  McpResource,
  McpTool,
  PromptResult,
  ResourceResult,
  ToolResult,
} from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { z } from 'zod';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

class RoleEntity {
  readonly id = 7;
  readonly name = 'admin';
}

/** An entity as Nest's documentation has it. */
class UserEntity {
  readonly id = 1;
  readonly firstName = 'Ada';
  readonly lastName = 'Lovelace';
  readonly since = new Date(0);

  @Exclude()
  readonly password = 'hunter2';

  @Transform(({ value }: { value: RoleEntity }) => value.name)
  readonly role = new RoleEntity();

  @Expose({ groups: ['staff'] })
  readonly salary = 100;

  @Expose()
  get fullName(): string {
    return `${this.firstName} ${this.lastName}`;
  }
}

/** The same user as a tool declares it. */
class UserDto {
  @IsNumber()
  id!: number;

  @IsString()
  fullName!: string;
}

class ToneDto {
  @IsString()
  tone!: string;
}

class PublicUser {
  @Expose()
  id!: number;
}

const PublicUserSchema = z.object({ id: z.number(), name: z.string().toUpperCase() });

@Injectable()
class Users {
  @McpTool()
  user(): UserEntity {
    return new UserEntity();
  }

  @McpTool()
  users(): UserEntity[] {
    return [new UserEntity(), new UserEntity()];
  }

  @McpTool({ output: UserDto })
  declared(): UserEntity {
    return new UserEntity();
  }

  @McpTool()
  @SerializeOptions({ groups: ['staff'], excludePrefixes: ['first', 'last'] })
  forStaff(): UserEntity {
    return new UserEntity();
  }

  @McpTool()
  @SerializeOptions({ type: PublicUser, strategy: 'excludeAll' })
  plain(): object {
    return { id: 1, password: 'hunter2' };
  }

  @McpTool()
  built(): ToolResult {
    return ToolResult.text('one').image(Buffer.from('hi'), 'image/png');
  }

  @McpTool()
  readyMade(): object {
    return { content: [Content.text('one'), Content.image(Buffer.from('hi'), 'image/png')] };
  }

  @McpPrompt()
  prompt(): PromptResult {
    return PromptResult.user('one').assistant('two');
  }

  @McpResource({ uri: 'users://built' })
  builtResource(): ResourceResult {
    return ResourceResult.text('one').blob(Buffer.from('hi'));
  }

  @McpResource({ uri: 'users://ada' })
  resource(): UserEntity {
    return new UserEntity();
  }

  @McpTool()
  builtOfEntity(): ToolResult {
    return ToolResult.structured(new UserEntity());
  }

  @McpTool()
  @UseInterceptors(StandardSchemaSerializerInterceptor)
  @SerializeOptions({ schema: PublicUserSchema })
  bySchema(): object {
    return { id: 1, name: 'ada', password: 'hunter2' };
  }

  @McpCompletion({ prompt: 'draft', argument: 'tone' })
  tones(): CompletionResult {
    return CompletionResult.values(['formal'], { total: 4 });
  }

  @McpPrompt()
  draft({ tone }: ToneDto): string {
    return tone;
  }

  @McpResource({ uri: 'users://portrait' })
  portrait(): Buffer {
    return Buffer.from('hi');
  }
}

/** What the rules of the entity make of it. */
const SERIALIZED = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Lovelace',
  since: '1970-01-01T00:00:00.000Z',
  role: 'admin',
  fullName: 'Ada Lovelace',
};
const PARTS = [
  { type: 'text', text: 'one' },
  { type: 'image', data: 'aGk=', mimeType: 'image/png' },
];

describe.each(PLATFORMS)('serializers on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const interceptor = { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor };
    app = await bootApp(platform, { providers: [Users, interceptor] });
  });

  afterAll(() => app.close());

  const connect = (protocolVersion: string) => McpTestClient.overHttp(app, { protocolVersion });

  it.each([
    { tool: 'user', expected: SERIALIZED },
    { tool: 'users', expected: [SERIALIZED, SERIALIZED] },
    { tool: 'plain', expected: { id: 1 } },
    { tool: 'by_schema', expected: { id: 1, name: 'ADA' } },
  ])('apply their rules to what $tool returns', async ({ tool, expected }) => {
    const result = await (await connect('2026-07-28')).callTool(tool);

    expect(JSON.parse(resultText(result))).toEqual(expected);
  });

  it('apply the options of a method', async () => {
    const result = await (await connect('2026-07-28')).callTool('for_staff');

    const { firstName: _first, lastName: _last, ...others } = SERIALIZED;
    expect(JSON.parse(resultText(result))).toEqual({ ...others, salary: 100 });
  });

  it.each(ERAS)('come before the check against the declared output, in %s', async (era) => {
    const result = await (await connect(era)).callTool('declared');

    const declared = { id: 1, fullName: 'Ada Lovelace' };
    expect(result).toMatchObject({ structuredContent: declared });
    expect(JSON.parse(resultText(result))).toEqual(declared);
  });

  it('apply their rules to resources', async () => {
    const { contents } = await (await connect('2026-07-28')).readResource('users://ada');

    expect(JSON.parse(String(contents[0]?.text))).toEqual(SERIALIZED);
  });

  it.each(ERAS)('leave results whole that were made ready or built, in %s', async (era) => {
    const client = await connect(era);

    expect(await client.callTool('ready_made')).toMatchObject({ content: PARTS });
    expect(await client.callTool('built')).toMatchObject({ content: PARTS });
    expect((await client.readResource('users://built')).contents).toEqual([
      { uri: 'users://built', mimeType: 'text/plain', text: 'one' },
      { uri: 'users://built', mimeType: 'application/octet-stream', blob: 'aGk=' },
    ]);
    expect((await client.getPrompt('prompt')).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'one' } },
      { role: 'assistant', content: { type: 'text', text: 'two' } },
    ]);
    expect(
      await client.request('completion/complete', {
        ref: { type: 'ref/prompt', name: 'draft' },
        argument: { name: 'tone', value: '' },
      }),
    ).toMatchObject({ completion: { values: ['formal'], total: 4 } });
  });

  it('apply their rules inside a result that was built', async () => {
    const result = await (await connect('2026-07-28')).callTool('built_of_entity');

    expect(result).toMatchObject({ structuredContent: SERIALIZED });
    expect(JSON.parse(resultText(result))).toEqual(SERIALIZED);
  });

  it('leave bytes alone', async () => {
    const { contents } = await (await connect('2026-07-28')).readResource('users://portrait');

    expect(contents).toMatchObject([{ blob: 'aGk=' }]);
  });
});
