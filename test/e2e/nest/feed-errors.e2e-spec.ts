import { Injectable, Scope } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { IsString } from 'class-validator';
import { McpArgs, McpContext, McpModule, McpResource, McpResourceFeed } from 'nest-mcp';
import { NEVER } from 'rxjs';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';

class IdDto {
  @IsString()
  id!: string;
}

class OtherDto {
  @IsString()
  other!: string;
}

@Injectable()
class Shop {
  @McpResource({ uri: 'shop://all' })
  all(): string {
    return '';
  }

  @McpResource({ uriTemplate: 'shop://items/{id}' })
  item({ id }: IdDto): string {
    return id;
  }
}

const feedOf = (options: unknown) => McpResourceFeed(options as { uri: string });

describe('a feed', () => {
  it.each([
    [{ uri: 'shop://none' }, 'feeds the resource "shop://none", which does not exist'],
    [{ uri: 'shop://items/%E0' }, 'feeds the resource "shop://items/%E0", which does not exist'],
    [
      { uriTemplate: 'shop://items/{name}' },
      'feeds the resource template "shop://items/{name}", which does not exist',
    ],
    [{}, 'needs exactly one of `uri` and `uriTemplate`'],
    [
      { uri: 'shop://all', uriTemplate: 'shop://items/{id}' },
      'needs exactly one of `uri` and `uriTemplate`',
    ],
  ])('of %j does not boot', async (options, problem) => {
    @Injectable()
    class Feeds {
      @feedOf(options)
      feed() {
        return NEVER;
      }
    }

    expect(await bootError({ providers: [Feeds, Shop] })).toContain(
      `@McpResourceFeed() on Feeds.feed ${problem}`,
    );
  });

  it('with variables the template does not have does not boot', async () => {
    @Injectable()
    class Feeds {
      @McpResourceFeed({ uriTemplate: 'shop://items/{id}' })
      feed(_other: OtherDto) {
        return NEVER;
      }
    }

    expect(await bootError({ providers: [Feeds, Shop] })).toContain(
      '"other" is required, but the template has no such variable (it has id)',
    );
  });

  it('of a family that wants to know of a call does not boot', async () => {
    @Injectable()
    class Feeds {
      // @ts-expect-error the compiler says so too
      @McpResourceFeed({ uriTemplate: 'shop://items/{id}' })
      feed(_id: IdDto, _ctx: McpContext) {
        return NEVER;
      }
    }

    expect(await bootError({ providers: [Feeds, Shop] })).toContain(
      '@McpResourceFeed() on Feeds.feed: parameter 2 is about one call, but a feed serves all clients',
    );
  });

  it('of one resource that wants more than its URI does not boot', async () => {
    @Injectable()
    class Feeds {
      // @ts-expect-error the compiler says so too
      @McpResourceFeed({ uri: 'shop://all' })
      feed(_ctx: McpContext) {
        return NEVER;
      }
    }

    expect(await bootError({ providers: [Feeds, Shop] })).toContain('gets its URI, a string');
  });

  it.each([Scope.REQUEST, Scope.TRANSIENT])(
    'in a class of scope %s does not boot',
    async (scope) => {
      @Injectable({ scope })
      class Feeds {
        @McpResourceFeed({ uri: 'shop://all' })
        feed() {
          return NEVER;
        }
      }

      expect(await bootError({ providers: [Feeds, Shop] })).toContain(
        '@McpResourceFeed() on Feeds.feed: a feed serves all clients at once',
      );
    },
  );

  it('boots in a class of its own where guards of the application are made for each request', async () => {
    @Injectable()
    class Doorman {
      canActivate = () => true;
    }

    @Injectable()
    class Both {
      @McpResource({ uri: 'shop://both' })
      @McpResourceFeed({ uri: 'shop://all' })
      feed() {
        return NEVER;
      }
    }

    @Injectable()
    class Feeds {
      @McpResourceFeed({ uri: 'shop://all' })
      feed() {
        return NEVER;
      }
    }
    const guard = { provide: APP_GUARD, scope: Scope.REQUEST, useClass: Doorman };

    expect(await bootError({ providers: [guard, Both, Shop] })).toContain(
      'Move the feed to a class of its own',
    );
    const app = await bootContext({ providers: [guard, Feeds, Shop] });
    await app.close();
  });

  it('of a resource that has one does not boot, naming both places', async () => {
    @Injectable()
    class Feeds {
      @McpResourceFeed({ uri: 'shop://all' })
      first() {
        return NEVER;
      }

      @McpResourceFeed({ uri: 'SHOP://all' })
      second() {
        return NEVER;
      }
    }

    expect(await bootError({ providers: [Feeds, Shop] })).toMatch(
      /A feed of the resource "shop:\/\/all" is declared twice: by Feeds\.first and by Feeds\.second/,
    );
  });

  it('boots before what it feeds is found, of one of a family, with an argument by name', async () => {
    @Injectable()
    class Feeds {
      @McpResourceFeed({ uri: 'shop://items/7' })
      seventh(_uri: string) {
        return NEVER;
      }

      @McpResourceFeed({
        uriTemplate: 'shop://items/{id}',
        input: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      })
      each(@McpArgs('id') _id: string) {
        return NEVER;
      }

      @McpResourceFeed({ uri: 'shop://elsewhere', server: 'other' })
      ofAnotherServer() {
        return NEVER;
      }
    }

    @Injectable()
    class OtherShop {
      @McpResource({ uri: 'shop://elsewhere', server: 'other' })
      elsewhere(): string {
        return '';
      }
    }
    const other = McpModule.forRoot({ id: 'other', name: 'other', http: false });
    const app = await bootContext({ imports: [other], providers: [Feeds, OtherShop, Shop] });

    await app.close();
  });
});
