import type { Type } from '@nestjs/common';
import { Body, Controller, Get, Injectable, Req } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpArgs, McpContext, McpCtx, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { bootError } from '../../support/boot-error.js';

class NameDto {
  @IsString()
  name!: string;
}

interface NameInterface {
  readonly name: string;
}

type Inline = { readonly name: string };

@Injectable()
class TakesInterface {
  @McpTool()
  run(_input: NameInterface): void {}
}

@Injectable()
class TakesInline {
  @McpTool()
  run(_input: Inline): void {}
}

@Injectable()
class TakesPartial {
  @McpTool()
  run(_input: Partial<NameDto>): void {}
}

@Injectable()
class TakesNullable {
  @McpTool()
  run(_input: NameDto | null): void {}
}

@Injectable()
class TakesArray {
  @McpTool()
  run(_input: NameDto[]): void {}
}

@Injectable()
class TakesString {
  @McpTool()
  run(_name: string): void {}
}

@Injectable()
class TakesTwo {
  @McpTool()
  run(_first: NameDto, _second: NameDto): void {}
}

@Injectable()
class TakesErasedSecond {
  @McpTool()
  run(_context: McpContext, _input: NameInterface): void {}
}

/** What a compiler leaves of `run`, whatever it was written like. */
function withTypes(types: unknown[] | undefined): Type<object> {
  @Injectable()
  class Compiled {
    @McpTool()
    run(_input: NameDto): void {}
  }
  if (types === undefined) Reflect.deleteMetadata('design:paramtypes', Compiled.prototype, 'run');
  else Reflect.defineMetadata('design:paramtypes', types, Compiled.prototype, 'run');
  return Compiled;
}

const ERASED = [
  { what: 'an interface', type: TakesInterface, left: 'Object' },
  { what: 'an inline type', type: TakesInline, left: 'Object' },
  { what: 'Partial<X>', type: TakesPartial, left: 'Object' },
  { what: 'X | null', type: TakesNullable, left: 'Object' },
  { what: 'X[]', type: TakesArray, left: 'Array' },
  { what: '`import type` by tsc', type: withTypes([Function]), left: 'Function' },
  { what: '`import type` by swc', type: withTypes([Object]), left: 'Object' },
  { what: 'an import cycle', type: withTypes([undefined]), left: 'undefined' },
];

describe('a parameter whose type the compiler left out', () => {
  it.each(ERASED)('stops the boot: $what', async ({ type, left }) => {
    expect(await bootError({ providers: [type] })).toBe(
      `@McpTool() on ${type.name}.run: parameter 1 has the type ${left} at run time (an interface, ` +
        'an inline, generic or union type, an array, or a class imported with `import type`). ' +
        'Remedy: use a DTO class and import it without `type`, or give `input` to the decorator.',
    );
  });

  it('is named by its position', async () => {
    expect(await bootError({ providers: [TakesErasedSecond] })).toContain(
      'TakesErasedSecond.run: parameter 2 has the type Object',
    );
  });

  it('stops the boot when no type of any parameter is known', async () => {
    const message = await bootError({ providers: [withTypes(undefined)] });

    expect(message).toBe(
      '@McpTool() on Compiled.run: the compiler left no parameter types, so nothing tells what to pass. ' +
        'Compile with `emitDecoratorMetadata` (tsc, or swc with decoratorMetadata; tsx and esbuild ' +
        'cannot), or mark every parameter with @McpArgs() or @McpCtx() and give `input`.',
    );
  });
});

describe('a parameter that cannot be the arguments', () => {
  it('stops the boot: a single value', async () => {
    expect(await bootError({ providers: [TakesString] })).toContain(
      'TakesString.run: parameter 1 has the type String, but arguments arrive as one object. ' +
        "Remedy: type it with a DTO class, or pick one member with @McpArgs('member') and give `input`.",
    );
  });

  it('stops the boot: a second class', async () => {
    expect(await bootError({ providers: [TakesTwo] })).toContain(
      'TakesTwo.run: parameter 2 has a second parameter for the arguments. Remedy: merge the two classes.',
    );
  });
});

describe('a route decorator on a tool', () => {
  @Controller()
  class TakesRequest {
    @Get()
    @McpTool()
    run(@Req() _request: object): void {}
  }

  @Controller()
  class TakesBody {
    @Get()
    @McpTool()
    run(@Body() _body: NameDto): void {}
  }

  @Controller()
  class TakesBodyOfPrompt {
    @Get()
    @McpPrompt()
    run(_args: NameDto, @Body() _body: NameDto): string {
      return '';
    }
  }

  it.each([
    { type: TakesRequest, place: '@McpTool() on TakesRequest.run: parameter 1' },
    { type: TakesBody, place: '@McpTool() on TakesBody.run: parameter 1' },
    { type: TakesBodyOfPrompt, place: '@McpPrompt() on TakesBodyOfPrompt.run: parameter 2' },
  ])('stops the boot: $type.name', async ({ type, place }) => {
    const message = await bootError({ controllers: [type] });

    expect(message).toContain(`${place} has a route decorator`);
    expect(message).toContain(
      'Remedy: use a DTO class for the arguments and McpContext for the request',
    );
  });
});

describe('parameters of a method without type metadata', () => {
  it('may all be marked instead', async () => {
    @Injectable()
    class Marked {
      @McpTool({ input: { type: 'object' } })
      run(@McpArgs() _input: object, @McpCtx() _context: object): void {}
    }
    Reflect.deleteMetadata('design:paramtypes', Marked.prototype, 'run');

    await expect(bootError({ providers: [Marked] })).rejects.toThrow('the application boots');
  });

  it('stop the boot when one is not marked', async () => {
    @Injectable()
    class HalfMarked {
      @McpTool({ input: { type: 'object' } })
      run(@McpArgs() _input: object, _context: object): void {}
    }
    Reflect.deleteMetadata('design:paramtypes', HalfMarked.prototype, 'run');

    expect(await bootError({ providers: [HalfMarked] })).toContain('HalfMarked.run');
  });

  it('stop the boot when one with a default hides the others', async () => {
    @Injectable()
    class Hidden {
      @McpTool()
      run(_input: object = {}, @McpCtx() _context?: object): void {}
    }
    Reflect.deleteMetadata('design:paramtypes', Hidden.prototype, 'run');

    expect(await bootError({ providers: [Hidden] })).toContain('Hidden.run');
  });

  it('stop the boot when the only one has a default', async () => {
    @Injectable()
    class Lone {
      @McpTool()
      run(_input: object = {}): void {}
    }
    Reflect.deleteMetadata('design:paramtypes', Lone.prototype, 'run');

    expect(await bootError({ providers: [Lone] })).toContain('Lone.run');
  });
});

describe('@McpArgs() without a schema', () => {
  it('stops the boot instead of passing anything', async () => {
    @Injectable()
    class NoSchema {
      @McpTool()
      run(@McpArgs() _input: NameInterface): void {}
    }

    expect(await bootError({ providers: [NoSchema] })).toBe(
      '@McpTool() on NoSchema.run: parameter 1 has @McpArgs(), but nothing tells what the arguments are. ' +
        'Remedy: give `input` to the decorator, or type a parameter with a DTO class.',
    );
  });

  it('stops the boot for a member as well', async () => {
    @Injectable()
    class NoMemberSchema {
      @McpTool()
      run(@McpArgs('name') _name: string): void {}
    }

    expect(await bootError({ providers: [NoMemberSchema] })).toContain(
      'NoMemberSchema.run: parameter 1',
    );
  });
});

describe('@McpArgs() of one member', () => {
  it('needs no schema of its own beside a class', async () => {
    @Injectable()
    class Both {
      @McpTool()
      run(_all: NameDto, @McpArgs('name') _name: string): void {}
    }

    await expect(bootError({ providers: [Both] })).rejects.toThrow('the application boots');
  });
});

describe('a resource with a fixed uri', () => {
  it('takes no arguments', async () => {
    @Injectable()
    class FixedWithArguments {
      @McpResource({ uri: 'shop://catalogue' })
      run(_input: NameDto): string {
        return '';
      }
    }

    expect(await bootError({ providers: [FixedWithArguments] })).toBe(
      '@McpResource() on FixedWithArguments.run: a resource with a fixed uri has no arguments; ' +
        'drop the parameter or use uriTemplate',
    );
  });
});
