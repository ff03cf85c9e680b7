import { Controller, Get, Injectable, Module, Scope } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpTool } from 'nest-mcp';

/** Names of the classes that were instantiated or called, in order. */
export const made: string[] = [];

@Injectable()
export class Books {
  @McpTool()
  findBook(): string {
    made.push(this.constructor.name);
    return 'a book';
  }
}

@Injectable({ scope: Scope.REQUEST })
export class ScopedBooks extends Books {}

@Injectable()
export class Albums {
  @McpTool()
  findAlbum(): string {
    return 'an album';
  }
}

@Controller('films')
export class FilmsController {
  @Get()
  @McpTool()
  findFilm(): string {
    return 'a film';
  }
}

@Module({ providers: [Albums], controllers: [FilmsController] })
export class DeepModule {}

@Module({ imports: [DeepModule] })
export class FeatureModule {}

@Module({ providers: [Albums], exports: [Albums] })
class SharedModule {}

@Module({ imports: [SharedModule], exports: [SharedModule] })
class FirstModule {}

@Module({ imports: [SharedModule, FirstModule], exports: [SharedModule, FirstModule] })
class SecondModule {}

/** Modules that import and export the same provider, each by its own way. */
export const SHARING_MODULES = [FirstModule, SecondModule, SharedModule];

/** Never in `providers`: only its subclasses are. */
export abstract class Shelf {
  abstract readonly label: string;

  @McpTool()
  showShelf(): string {
    return this.label;
  }
}

@Injectable()
export class NovelShelf extends Shelf {
  readonly label = 'novels';

  @McpTool()
  showNovels(): string {
    return 'many';
  }
}

@Injectable()
export class SilentShelf extends Shelf {
  readonly label = 'silent';

  override showShelf(): string {
    return 'not a tool any more';
  }
}

@Injectable()
export class LoudShelf extends Shelf {
  readonly label = 'loud';

  @McpTool({ name: 'loud_shelf' })
  override showShelf(): string {
    return 'LOUD';
  }
}

/** Replaces the method, as tracing and caching decorators do. */
const Shout = (): MethodDecorator => (_target, _property, descriptor: PropertyDescriptor) => {
  const original = descriptor.value as (...args: unknown[]) => string;
  descriptor.value = function shouted(this: unknown, ...args: unknown[]): string {
    return original.apply(this, args).toUpperCase();
  };
};

export class WhoDto {
  @IsString()
  who!: string;
}

@Injectable()
export class Greeter {
  constructor() {
    made.push('Greeter');
  }

  readonly greeting = 'hello';

  @Shout()
  @McpTool()
  wrappedAbove({ who }: WhoDto): string {
    return `${this.greeting} ${who}`;
  }

  @McpTool()
  @Shout()
  wrappedBelow({ who }: WhoDto): string {
    return `${this.greeting} ${who}`;
  }
}
