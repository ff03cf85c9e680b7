/**
 * What the compiler says of decorated methods. `npm run typecheck` reads this; nothing runs it. An error
 * that is expected and does not come is an error itself.
 */
import { applyDecorators, createParamDecorator, ParseIntPipe, UseGuards } from '@nestjs/common';
import { IsDate, IsInt, IsOptional, IsString } from 'class-validator';
import type {
  CallToolResult,
  ContentBlock,
  GetPromptResult,
  PromptMessage,
  ReadResourceResult,
  SchemaSource,
  ToolOptions,
} from 'nest-mcp';
import {
  CompletionResult,
  McpArgs,
  McpCompletion,
  McpContext,
  McpPrompt,
  McpResource,
  McpTool,
  PromptResult,
  ResourceResult,
  ToolResult,
} from 'nest-mcp';
import type { Observable } from 'rxjs';
import { of } from 'rxjs';
import { z } from 'zod';

class WantedDto {
  @IsString()
  number!: string;
}

class OtherDto {
  @IsInt()
  page!: number;
}

class LineDto {
  @IsString()
  sku!: string;
}

class OrderDto {
  @IsString()
  number!: string;

  @IsDate()
  paidAt!: Date;

  @IsOptional()
  @IsString()
  note?: string;

  lines!: LineDto[];

  total(): number {
    return 0;
  }
}

/** An entity as an object mapper has it. */
class OrderEntity {
  number = 'A';
  paidAt = new Date(0);
  note: string | null = null;
  lines = [{ sku: 'a', cost: 1 }];
  private readonly secret = 's';

  reveal(): string {
    return this.secret;
  }
}

class ObjectId {
  toJSON(): string {
    return 'id';
  }
}

const entity = new OrderEntity();
const wanted = z.object({ number: z.string(), page: z.int().default(1) });
const order = z.object({ id: z.string(), at: z.iso.datetime(), page: z.int().default(1) });
const json = { type: 'object', properties: { number: { type: 'string' } } };
const User = createParamDecorator(() => undefined);
interface Account {
  readonly email: string;
}

/** Everything here fits. */
export class Fitting {
  @McpTool({ output: OrderDto })
  entity(): OrderEntity {
    return entity;
  }

  @McpTool({ output: OrderDto })
  async later(): Promise<OrderEntity> {
    return entity;
  }

  @McpTool({ output: OrderDto })
  observed(): Observable<OrderEntity> {
    return of(entity);
  }

  @McpTool({ output: OrderDto })
  datesAsText() {
    return { number: 'A', paidAt: '2026-07-28T00:00:00Z', lines: new Set([{ sku: 'a' }]) };
  }

  @McpTool({ output: OrderDto })
  idsAsText() {
    return { number: new ObjectId(), paidAt: 0, lines: [], note: undefined };
  }

  @McpTool({ output: OrderDto })
  document(): { toJSON(): unknown } {
    return { toJSON: () => entity };
  }

  @McpTool({ output: OrderDto })
  readyMade(): CallToolResult {
    return { content: [], isError: true };
  }

  @McpTool({ output: OrderDto })
  inferred() {
    return { content: [{ type: 'text', text: 'no' }], isError: true };
  }

  @McpTool({ output: OrderDto })
  built(): ToolResult {
    return ToolResult.structured(entity);
  }

  @McpTool({ output: OrderDto })
  either(): OrderEntity | ToolResult {
    return entity;
  }

  @McpTool({ output: OrderDto })
  nobodyKnows(): unknown {
    return entity;
  }

  @McpTool({ output: OrderDto })
  async nobodyKnowsYet(): Promise<unknown> {
    return entity;
  }

  @McpTool({ output: OrderDto })
  never(): never {
    throw new Error();
  }

  @McpTool({ output: order })
  standard() {
    return { id: new ObjectId(), at: new Date(0), secret: 1 };
  }

  @McpTool({ output: z.array(z.number()) })
  list() {
    return [1, 2];
  }

  @McpTool({ output: json })
  jsonSchema() {
    return 7;
  }

  @McpTool({ output: OrderDto as SchemaSource })
  cast() {
    return 7;
  }

  @McpTool()
  withoutOutput(): void {}

  @McpTool({ input: WantedDto })
  whole(_input: WantedDto): void {}

  @McpTool({ input: WantedDto })
  wider(_ctx: McpContext, _input: { readonly number: string }): void {}

  @McpTool({ input: WantedDto })
  optional(_input?: WantedDto, _ctx?: McpContext): void {}

  @McpTool({ input: WantedDto })
  contextOnly(_ctx: McpContext): void {}

  @McpTool({ input: wanted })
  parsed(@McpArgs() _input: z.infer<typeof wanted>, @User() _user: Account): void {}

  @McpTool({ input: wanted })
  member(@McpArgs('number') _number: string, @User() _user: Account): void {}

  @McpTool({ input: wanted })
  piped(@McpArgs('number', ParseIntPipe) _number: number): void {}

  @McpTool({ input: json })
  untyped(@McpArgs() _input: { readonly anything: Date }): void {}

  @McpTool({ input: WantedDto as SchemaSource })
  loaded(@McpArgs('number') _order: OrderEntity): void {}

  @McpPrompt()
  text(): string {
    return '';
  }

  @McpPrompt()
  literal() {
    return [{ role: 'user', content: { type: 'text', text: 'hello' } }, 'and', entityBlock];
  }

  @McpPrompt()
  async messages(): Promise<PromptMessage[]> {
    return [];
  }

  @McpPrompt()
  whatever(): unknown[] {
    return [];
  }

  @McpPrompt({ input: wanted })
  result(@McpArgs() _args: z.infer<typeof wanted>): GetPromptResult | PromptResult {
    return PromptResult;
  }

  @McpResource({ uri: 'a:b' })
  resource(): OrderEntity | string | number | Uint8Array | undefined | null {
    return null;
  }

  @McpResource({ uri: 'a:c' })
  async readyResource(): Promise<ReadResourceResult | ResourceResult> {
    return ResourceResult;
  }

  @McpResource({ uriTemplate: 'a:{number}', input: wanted })
  template(@McpArgs() args: z.infer<typeof wanted>): object {
    return args;
  }

  @McpCompletion({ prompt: 'text', argument: 'a' })
  complete(): string[] | CompletionResult | undefined {
    return CompletionResult;
  }
}

declare const entityBlock: ContentBlock;

/** Decorators that are made of ours. */
const Reading = (options: ToolOptions): MethodDecorator =>
  McpTool({ ...options, annotations: { readOnlyHint: true } });
const Guarded = () => applyDecorators(McpTool({ output: OrderDto }), McpPrompt(), UseGuards());

export class Composed {
  @Reading({ output: OrderDto })
  reading() {
    return 7;
  }

  @Guarded()
  guarded() {
    return 7;
  }
}

/** Nothing here fits. */
export class Unfitting {
  // @ts-expect-error a number is no order
  @McpTool({ output: OrderDto })
  number(): number {
    return 7;
  }

  // @ts-expect-error `lines` is missing
  @McpTool({ output: OrderDto })
  missing() {
    return { number: 'A', paidAt: new Date(0) };
  }

  // @ts-expect-error a line of an order has a text for a sku
  @McpTool({ output: OrderDto })
  nested() {
    return { number: 'A', paidAt: new Date(0), lines: [{ sku: 7 }] };
  }

  // @ts-expect-error the promise gives no order
  @McpTool({ output: OrderDto })
  async later(): Promise<OtherDto> {
    return new OtherDto();
  }

  // @ts-expect-error an order is missing where there is none
  @McpTool({ output: OrderDto })
  maybe(): OrderEntity | undefined {
    return undefined;
  }

  // @ts-expect-error an order may not be null
  @McpTool({ output: OrderDto })
  nothing(): OrderEntity | null {
    return null;
  }

  // @ts-expect-error nothing is returned
  @McpTool({ output: OrderDto })
  void(): void {}

  // @ts-expect-error a page is a number
  @McpTool({ output: order })
  standard() {
    return { id: 'a', at: 'b', page: 'c' };
  }

  // @ts-expect-error the result of a prompt
  @McpTool({ output: OrderDto })
  built(): PromptResult {
    return PromptResult;
  }

  // @ts-expect-error the parameter wants other arguments
  @McpTool({ input: WantedDto })
  other(_input: OtherDto): void {}

  // @ts-expect-error the parameter wants more than there is
  @McpTool({ input: z.object({ number: z.string() }) })
  more(@McpArgs() _input: { number: string; page: number }, _ctx: McpContext): void {}

  // @ts-expect-error an option that does not exist
  @McpTool({ descripton: 'typo' })
  typo(): void {}

  // @ts-expect-error a number is no message
  @McpPrompt()
  prompt(): number {
    return 7;
  }

  // @ts-expect-error a domain object is no message
  @McpPrompt()
  promptObject() {
    return { subject: 'x' };
  }

  // @ts-expect-error nothing is said
  @McpPrompt()
  promptVoid(): void {}

  // @ts-expect-error the parameter wants other arguments
  @McpPrompt({ input: wanted })
  promptArguments(@McpArgs() _args: LineDto): string {
    return '';
  }

  // @ts-expect-error JSON cannot say a map
  @McpResource({ uri: 'a:b' })
  map(): Map<string, string> {
    return new Map();
  }

  // @ts-expect-error JSON cannot say a function
  @McpResource({ uri: 'a:c' })
  function(): () => void {
    return () => undefined;
  }

  // @ts-expect-error JSON cannot say a bigint
  @McpResource({ uri: 'a:d' })
  async bigint(): Promise<bigint> {
    return 1n;
  }

  // @ts-expect-error a resource that nothing is returned of is never there
  @McpResource({ uri: 'a:e' })
  resourceVoid(): void {}

  // @ts-expect-error the parameter wants other arguments
  @McpResource({ uriTemplate: 'a:{number}', input: WantedDto })
  template(_args: OtherDto): string {
    return '';
  }

  // @ts-expect-error candidates are texts
  @McpCompletion({ prompt: 'prompt', argument: 'a' })
  candidates(): number[] {
    return [7];
  }

  // @ts-expect-error a getter is no method
  @McpTool()
  get value(): string {
    return '';
  }
}
