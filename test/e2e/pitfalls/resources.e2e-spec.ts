import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { McpResource } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';

class IdDto {
  @IsString() id!: string;
}

class PathDto {
  @IsString() path!: string;
}

class SearchDto {
  @IsOptional() @IsString() query?: string;
  @IsOptional() @IsString() page?: string;
  @IsOptional() @IsString() limit?: string;
}

class FormatDto {
  @IsOptional() @IsString() format?: string;
}

@Injectable()
class Library {
  @McpResource({ uriTemplate: 'users://{id}' })
  user({ id }: IdDto): string {
    return `user ${id}`;
  }

  @McpResource({ uri: 'mcp://ok' })
  ok(): string {
    return 'ok itself';
  }

  @McpResource({ uri: 'users://me' })
  me(): string {
    return 'me myself';
  }

  @McpResource({ uriTemplate: 'files://{+path}' })
  file({ path }: PathDto): string {
    return `file ${path}`;
  }

  @McpResource({ uriTemplate: 'folder://{path}' })
  folder({ path }: PathDto): string {
    return `folder ${path}`;
  }

  @McpResource({ uri: 'search://q?x=1' })
  search(): string {
    return 'found';
  }

  @McpResource({ uriTemplate: 'shopify://store/products{?query,page,limit}' })
  products({ query, page, limit }: SearchDto): string {
    return [query, page, limit].map((value) => value ?? 'any').join(', ');
  }

  @McpResource({ uriTemplate: 'data://config{?format}' })
  config({ format }: FormatDto): string {
    return `config as ${format ?? 'json'}`;
  }
}

describe('resources', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(PLATFORMS[0]!, { providers: [Library] });
  });

  afterAll(() => app.close());

  describe.each([
    { era: ERAS[0], notFound: -32002 },
    { era: ERAS[1], notFound: -32602 },
  ])('in $era', ({ era, notFound }) => {
    let client: McpTestClient;

    beforeAll(async () => {
      client = await McpTestClient.overHttp(app, { protocolVersion: era });
    });

    it.each([
      ['a fixed address is no variable of a template', 'mcp://ok', 'ok itself'],
      ['a fixed address comes before a template', 'users://me', 'me myself'],
      ['a template matches its own scheme', 'users://7', 'user 7'],
      ['a path may have slashes where the template says so', 'files://a/b/c', 'file a/b/c'],
      ['one segment may not', 'folder://a', 'folder a'],
      ['a fixed address may have a query', 'search://q?x=1', 'found'],
      [
        'a template may have a query',
        'shopify://store/products?query=tea&page=2&limit=5',
        'tea, 2, 5',
      ],
      ['the query may be given in part', 'shopify://store/products?page=2', 'any, 2, any'],
      ['the query may be left out', 'shopify://store/products', 'any, any, any'],
      ['so may one of a single variable', 'data://config', 'config as json'],
      ['or it may be there', 'data://config?format=yaml', 'config as yaml'],
    ])('%s: %s', async (_rule, uri, text) => {
      expect((await client.readResource(uri)).contents).toMatchObject([{ text }]);
    });

    it.each(['evil://ok', 'whatever://7', 'plain', 'folder://a/b', 'search://q?x=2', 'users://'])(
      'what no address matches does not exist: %s',
      async (uri) => {
        await expect(client.readResource(uri)).rejects.toMatchObject({ code: notFound });
      },
    );

    it('a URI that cannot be decoded is a fault of the client', async () => {
      const reading = client.readResource('users://%E0%A4%A');

      await expect(reading).rejects.toMatchObject({ code: -32602 });
    });

    it('a server with resources only has an empty list of tools', async () => {
      expect(await client.listTools()).toEqual([]);
    });
  });
});

it.each(['users://{', 'users://{id', 'users://{id}}', 'users://{id:x}', 'users://{}'])(
  'a template that is none keeps the application from booting: %s',
  async (uriTemplate) => {
    @Injectable()
    class Wrong {
      @McpResource({ uriTemplate })
      user(_id: IdDto): undefined {}
    }

    const message = await bootError({ providers: [Wrong] });

    expect(message).toContain('Wrong.user');
    expect(message).toContain(uriTemplate);
  },
);
