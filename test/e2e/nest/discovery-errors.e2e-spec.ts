import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpCompletion, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { bootError } from '../../support/boot-error.js';

class NameDto {
  @IsString()
  name!: string;
}

@Injectable()
class Books {
  @McpTool()
  find(): void {}

  @McpResource({ uri: 'shop://catalogue' })
  catalogue(): string {
    return '';
  }

  @McpResource({ uriTemplate: 'shop://items/{name}' })
  item(_input: NameDto): string {
    return '';
  }

  @McpPrompt()
  ask(_input: NameDto): string {
    return '';
  }

  @McpCompletion({ prompt: 'ask', argument: 'name' })
  names(): string[] {
    return [];
  }
}

@Injectable()
class SameTool {
  @McpTool({ name: 'find' })
  search(): void {}
}

@Injectable()
class SameResource {
  @McpResource({ uri: 'shop://catalogue' })
  list(): string {
    return '';
  }
}

@Injectable()
class SameTemplate {
  @McpResource({ uriTemplate: 'shop://items/{name}' })
  thing(_input: NameDto): string {
    return '';
  }
}

@Injectable()
class SamePrompt {
  @McpPrompt({ name: 'ask' })
  query(): string {
    return '';
  }
}

@Injectable()
class SameCompletion {
  @McpCompletion({ prompt: 'ask', argument: 'name' })
  candidates(): string[] {
    return [];
  }
}

@Injectable()
class TwoInOne {
  @McpTool({ name: 'twin' })
  first(): void {}

  @McpTool({ name: 'twin' })
  second(): void {}
}

describe('a name that is declared twice', () => {
  const REMEDY =
    'Rename one; if it is one class listed in the `providers` of two modules, provide it in one and export it.';

  it.each([
    { type: SameTool, what: 'The tool "find"', first: 'Books.find', second: 'SameTool.search' },
    {
      type: SameResource,
      what: 'The resource "shop://catalogue"',
      first: 'Books.catalogue',
      second: 'SameResource.list',
    },
    {
      type: SameTemplate,
      what: 'The resource template "shop://items/{name}"',
      first: 'Books.item',
      second: 'SameTemplate.thing',
    },
    { type: SamePrompt, what: 'The prompt "ask"', first: 'Books.ask', second: 'SamePrompt.query' },
    {
      type: SameCompletion,
      what: 'A completer of argument "name" of the prompt "ask"',
      first: 'Books.names',
      second: 'SameCompletion.candidates',
    },
  ])('stops the boot naming both places: $what', async ({ type, what, first, second }) => {
    expect(await bootError({ providers: [Books, type] })).toBe(
      `${what} is declared twice: by ${first} and by ${second}. ${REMEDY}`,
    );
  });

  it('stops the boot within one class as well', async () => {
    expect(await bootError({ providers: [TwoInOne] })).toContain(
      'by TwoInOne.first and by TwoInOne.second',
    );
  });

  it('stops the boot for one class that two modules provide', async () => {
    class First {}
    class Second {}
    const imports = [
      { module: First, providers: [SameTool] },
      { module: Second, providers: [SameTool] },
    ];

    expect(await bootError({ imports })).toContain(REMEDY);
  });
});

describe('a tool name that some clients refuse', () => {
  it.each([
    { what: 'a space', name: 'find order' },
    { what: 'a slash', name: 'orders/find' },
    { what: 'a letter with an accent', name: 'café' },
    { what: 'nothing', name: '' },
    { what: '129 characters', name: 'x'.repeat(129) },
  ])('stops the boot: $what', async ({ name }) => {
    @Injectable()
    class Badly {
      @McpTool({ name })
      named(): void {}
    }

    expect(await bootError({ providers: [Badly] })).toBe(
      `@McpTool() on Badly.named: "${name}" is not a tool name. Use 1 to 128 characters of A-Z, a-z, 0-9, "_", "-" and ".".`,
    );
  });

  it('stops the boot when `naming` made it', async () => {
    expect(await bootError({ providers: [Books] }, { naming: () => 'a b' })).toContain(
      '"a b" is not a tool name',
    );
  });
});

describe('a resource with another number of addresses than one', () => {
  const resourceAt = (options: unknown) => McpResource(options as { uri: string });

  it.each([
    {},
    { uri: undefined, uriTemplate: undefined },
    { uri: 'shop://all', uriTemplate: 'shop://items/{name}' },
  ])('stops the boot: %j', async (options) => {
    @Injectable()
    class Badly {
      @resourceAt(options)
      addressed(): string {
        return '';
      }
    }

    expect(await bootError({ providers: [Badly] })).toBe(
      '@McpResource() on Badly.addressed needs exactly one of `uri` and `uriTemplate`',
    );
  });
});

describe('what a client would refuse in a list', () => {
  it.each([
    { what: 'of a tool', decorate: McpTool({ annotations: { readOnlyHint: 'yes' as never } }) },
    { what: 'of a prompt', decorate: McpPrompt({ title: 7 as never }) },
    { what: 'of a resource', decorate: McpResource({ uri: 'shop://all', size: -1 }) },
    {
      what: 'of a template',
      decorate: McpResource({ uriTemplate: 'shop://{id}', annotations: { priority: 2 } }),
    },
  ])('stops the boot, and the place is named: $what', async ({ decorate }) => {
    @Injectable()
    class Badly {
      @(decorate as MethodDecorator)
      listed(): string {
        return '';
      }
    }

    expect(await bootError({ providers: [Badly] })).toMatch(
      /^@Mcp\w+\(\) on Badly\.listed: (annotations\.\w+|title|size) must /,
    );
  });
});

describe('a completer of nothing', () => {
  @Injectable()
  class UnknownPrompt {
    @McpCompletion({ prompt: 'nonsense', argument: 'name' })
    names(): string[] {
      return [];
    }
  }

  @Injectable()
  class UnknownArgument {
    @McpCompletion({ prompt: 'ask', argument: 'age' })
    ages(): string[] {
      return [];
    }
  }

  @Injectable()
  class UnknownTemplate {
    @McpCompletion({ uriTemplate: 'shop://nothing/{name}', variable: 'name' })
    names(): string[] {
      return [];
    }
  }

  @Injectable()
  class UnknownTool {
    @McpCompletion({ tool: 'nothing', argument: 'name' })
    names(): string[] {
      return [];
    }
  }

  it.each([
    {
      type: UnknownPrompt,
      what: 'UnknownPrompt.names completes argument "name" of the prompt "nonsense"',
    },
    {
      type: UnknownArgument,
      what: 'UnknownArgument.ages completes argument "age" of the prompt "ask"',
    },
    {
      type: UnknownTemplate,
      what: 'UnknownTemplate.names completes variable "name" of the resource template "shop://nothing/{name}"',
    },
    {
      type: UnknownTool,
      what: 'UnknownTool.names completes argument "name" of the tool "nothing"',
    },
  ])('stops the boot: $type.name', async ({ type, what }) => {
    expect(await bootError({ providers: [Books, type] })).toContain(
      `@McpCompletion() on ${what}, which does not exist. Write names as clients see them`,
    );
  });
});

describe('a decorator on something that is no instance method', () => {
  it('is refused on a static method', () => {
    const decorate = () => {
      class Statics {
        // @ts-expect-error the compiler says so too
        @McpTool()
        static run(): void {}
      }
      return Statics;
    };

    expect(decorate).toThrow('@McpTool() on Statics.run: only instance methods can be decorated');
  });

  it('is refused on a getter', () => {
    const decorate = () => {
      class Getters {
        // @ts-expect-error the compiler says so too
        @McpTool()
        get value(): string {
          return '';
        }
      }
      return Getters;
    };

    expect(decorate).toThrow('@McpTool() on Getters.value: only instance methods can be decorated');
  });
});
