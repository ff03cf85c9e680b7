/** Ways to write decorated methods that the compiler must not object to. */
import { applyDecorators, createParamDecorator, ParseIntPipe } from '@nestjs/common';
import { IsInt, IsOptional, IsString } from 'class-validator';
import type { Implementation, ResourceFeedOptions, ResourceOptions, ToolOptions } from 'nest-mcp';
import {
  McpArgs,
  McpClientInfo,
  McpCompletion,
  McpContext,
  McpCtx,
  McpHeader,
  McpPrompt,
  McpResource,
  McpResourceFeed,
  McpSignal,
  McpTool,
  ToolResult,
} from 'nest-mcp';
import type { Observable } from 'rxjs';
import { EMPTY, of } from 'rxjs';
import { z } from 'zod';

type Region = 'eu' | 'us';

class BookDto {
  @McpHeader('Region')
  @IsString()
  region!: Region;

  @McpHeader('Page')
  @IsOptional()
  @IsInt()
  page?: number | null;

  @MirroredText()
  shelf!: string;
}

/** Decorators of properties and parameters can be made of ours. */
function MirroredText() {
  return applyDecorators(McpHeader('Shelf'), IsString());
}
const Account = createParamDecorator(() => undefined);
const Signal = (): ParameterDecorator => McpSignal();
const Feed = (options: ResourceFeedOptions): MethodDecorator => McpResourceFeed(options);
const Resource = (options: ResourceOptions) => applyDecorators(McpResource(options));
const Tool = <T extends ToolOptions>(options: T) => McpTool({ ...options, title: 'Ours' });

interface Book {
  readonly isbn: string;
}

abstract class Repository<T extends object> {
  protected abstract find(): Promise<T>;

  @McpTool()
  first(): Promise<T> {
    return this.find();
  }

  @McpTool()
  all(): Promise<readonly T[]> {
    return this.find().then((one) => [one]);
  }

  @McpTool()
  generic<U>(value: U): U {
    return value;
  }
}

export class Books extends Repository<Book> {
  protected override find(): Promise<Book> {
    return Promise.resolve({ isbn: '1' });
  }

  @McpTool({ input: BookDto })
  override first(_book?: BookDto): Promise<Book> {
    return this.find();
  }

  overloaded(book: BookDto): string;
  overloaded(book: BookDto, ctx: McpContext): string;
  @McpTool({ input: BookDto })
  overloaded(_book: BookDto, _ctx?: McpContext): string {
    return '';
  }

  @McpTool()
  protected hidden(@McpSignal() _signal: AbortSignal): void {}

  @McpTool()
  given(
    @McpCtx() _ctx: Pick<McpContext, 'signal'>,
    @McpSignal() _signal: AbortSignal,
    @Signal() _same: AbortSignal,
    @McpClientInfo() _client: Implementation | undefined,
    @McpClientInfo() _named: { readonly name: string } | undefined,
    @Account() _account: string,
    @McpArgs('page', ParseIntPipe) _page: number,
  ): void {}

  @McpTool()
  anything(@McpSignal() _signal: any): any {
    return 1;
  }

  @McpTool()
  nullable(): Book | null | undefined {
    return undefined;
  }

  @McpTool()
  record(): Record<string, unknown> {
    return {};
  }

  @McpTool()
  row(): Book & { readonly at: Date } {
    return { isbn: '1', at: new Date(0) };
  }

  @McpTool()
  document(): { toJSON(): unknown; readonly [Symbol.toStringTag]: string } {
    return { toJSON: () => ({}), [Symbol.toStringTag]: 'Document' };
  }

  @McpTool()
  observed(): Observable<Book> {
    return EMPTY;
  }

  @McpTool()
  built(): Promise<ToolResult | string> {
    return Promise.resolve('');
  }

  @McpTool({ input: z.discriminatedUnion('by', [z.object({ by: z.literal('a') })]) })
  union(@McpArgs() _by: { readonly by: 'a' }): void {}

  @McpTool({ input: z.object({ n: z.string() }).transform(({ n }) => Number(n)) })
  transformed(@McpArgs() _n: number): void {}

  @McpTool({ input: z.preprocess((value) => value, z.object({ a: z.string() })) })
  preprocessed(@McpArgs() _value: { a: string }): void {}

  @McpTool({ input: { type: 'object', properties: {} } })
  json(@McpArgs() _value: Record<string, unknown>): void {}

  @Tool({ name: 'own', input: BookDto, task: { support: 'required', ttlMs: 1 } })
  own(): void {}

  @Resource({ uriTemplate: 'shop://{isbn}' })
  resource(): Uint8Array {
    return new Uint8Array();
  }

  @McpResource({
    uriTemplate: 'shop://{isbn}',
    allowEncodedSlash: true,
    input: z.object({ isbn: z.string() }),
  })
  template(@McpArgs() _book: Book): Promise<string> {
    return Promise.resolve('');
  }

  @McpPrompt({ input: BookDto })
  prompt(_book: BookDto, _ctx: McpContext): Observable<string> {
    return of('');
  }

  @McpCompletion({ uriTemplate: 'shop://{isbn}', variable: 'isbn' })
  async complete(_value: string): Promise<readonly string[]> {
    return [];
  }

  @McpCompletion({ tool: 'own', argument: 'page' })
  pages(@McpArgs('value', ParseIntPipe) _value: number, _ctx: McpContext): string[] {
    return [];
  }

  @McpResourceFeed({ uri: 'shop://a' })
  feed(_uri: string): Observable<number> {
    return of(1);
  }

  @McpResourceFeed({ uriTemplate: 'shop://{isbn}', input: z.object({ isbn: z.string() }) })
  async feeds(@McpArgs() _book: Book): Promise<Observable<unknown>> {
    return of(1);
  }

  @McpResourceFeed({ uriTemplate: 'shop://{isbn}' })
  someFeed(@McpArgs('isbn') _isbn: any): any {}

  @Feed({ uri: 'shop://b' })
  composed(): Observable<number> {
    return of(1);
  }
}
