/**
 * Mistakes that the compiler finds in decorators, besides those of decorated-methods.ts: each one that is
 * expected and does not come is an error itself.
 */
import { IsInt, IsString } from 'class-validator';
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
} from 'nest-mcp';
import type { Observable } from 'rxjs';
import { of } from 'rxjs';
import { z } from 'zod';

class BookDto {
  @IsString()
  isbn!: string;
}

class PageDto {
  @IsInt()
  page!: number;
}

export class WrongPlaces {
  // @ts-expect-error a property is no method, even if it holds a function
  @McpTool()
  arrow = (): string => '';

  // @ts-expect-error nobody has an instance of a static method
  @McpTool()
  static fixed(): string {
    return '';
  }

  // @ts-expect-error a decorator is called first
  @McpTool
  uncalled(): void {}

  // @ts-expect-error a method has no place in a header
  @McpHeader('Region')
  method(): void {}

  // @ts-expect-error a date does not fit into a header
  @McpHeader('When')
  when!: Date;

  // @ts-expect-error nor does a list
  @McpHeader('Tags')
  tags?: string[];

  // @ts-expect-error this decorates parameters
  @McpArgs()
  argument(): void {}

  // @ts-expect-error this decorates parameters
  @McpCtx()
  context!: McpContext;

  // @ts-expect-error constructors are given no arguments of calls
  constructor(@McpArgs() _args: unknown) {}
}

// @ts-expect-error a class is no tool
@McpTool()
export class WholeClass {}

export class WrongParameters {
  @McpTool()
  // @ts-expect-error it is given a signal
  signal(@McpSignal() _signal: string): void {}

  @McpTool()
  // @ts-expect-error it is given what the client says it is
  client(@McpClientInfo() _client: number): void {}

  @McpTool()
  // @ts-expect-error a client need not say what it is
  known(@McpClientInfo() _client: { readonly name: string }): void {}

  // @ts-expect-error the parameter wants a number
  @McpTool({ input: BookDto })
  inline(@McpArgs() _book: { isbn: number }): void {}
}

export class WrongOptions {
  // @ts-expect-error one resource, or a family of them
  @McpResource({ uri: 'shop://a', uriTemplate: 'shop://{a}' })
  both(): string {
    return '';
  }

  // @ts-expect-error neither
  @McpResource({ title: 'Nowhere' })
  neither(): string {
    return '';
  }

  // @ts-expect-error one resource has no variables
  @McpResource({ uri: 'shop://a', input: BookDto })
  variables(): string {
    return '';
  }

  // @ts-expect-error one resource has no variables
  @McpResource({ uri: 'shop://a', allowEncodedSlash: true })
  slash(): string {
    return '';
  }

  // @ts-expect-error a family has no one size
  @McpResource({ uriTemplate: 'shop://{a}', size: 3 })
  size(): string {
    return '';
  }

  // @ts-expect-error nobody is an audience
  @McpResource({ uri: 'shop://a', annotations: { audience: ['nobody'] } })
  audience(): string {
    return '';
  }

  // @ts-expect-error a misspelt hint
  @McpTool({ annotations: { readonlyHint: true } })
  hint(): void {}

  // @ts-expect-error a hint is true or false
  @McpTool({ annotations: { readOnlyHint: 'yes' } })
  hintText(): void {}

  // @ts-expect-error a tool may or must run as a task
  @McpTool({ task: 'always' })
  task(): void {}

  // @ts-expect-error a misspelt option
  @McpTool({ task: { suport: 'optional' } })
  taskOption(): void {}

  // @ts-expect-error milliseconds
  @McpTool({ timeoutMs: '5s' })
  timeout(): void {}

  // @ts-expect-error prompts have no output
  @McpPrompt({ output: BookDto })
  output(): string {
    return '';
  }

  // @ts-expect-error a text is no object
  @McpTool({ input: z.string() })
  text(@McpArgs() _text: string): void {}

  // @ts-expect-error nor is a list
  @McpTool({ input: z.array(z.string()) })
  list(@McpArgs() _list: string[]): void {}

  // @ts-expect-error nor is what this class makes
  @McpPrompt({ input: String })
  wrapper(@McpArgs() _text: string): string {
    return '';
  }

  // @ts-expect-error which argument of the prompt?
  @McpCompletion({ prompt: 'hello' })
  half(): string[] {
    return [];
  }

  // @ts-expect-error templates have variables
  @McpCompletion({ uriTemplate: 'shop://{a}', argument: 'a' })
  argumentOfTemplate(): string[] {
    return [];
  }

  // @ts-expect-error a prompt or a tool
  @McpCompletion({ prompt: 'hello', tool: 'hello', argument: 'a' })
  two(): string[] {
    return [];
  }

  // @ts-expect-error what is completed?
  @McpCompletion({})
  nothing(): string[] {
    return [];
  }

  // @ts-expect-error a text is no list of candidates
  @McpCompletion({ prompt: 'hello', argument: 'a' })
  one(): string {
    return '';
  }
}

export class WrongValues {
  // @ts-expect-error JSON cannot say a map
  @McpTool()
  map(): Map<string, string> {
    return new Map();
  }

  // @ts-expect-error nor a bigint
  @McpTool()
  async bigint(): Promise<bigint> {
    return 1n;
  }

  // @ts-expect-error nor a function
  @McpTool()
  function(): () => void {
    return () => undefined;
  }

  // @ts-expect-error a result is given at once
  @McpTool()
  async *generator(): AsyncGenerator<number> {
    yield 1;
  }
}

export class WrongFeeds {
  // @ts-expect-error a feed gives an Observable
  @McpResourceFeed({ uri: 'shop://a' })
  text(): string {
    return '';
  }

  // @ts-expect-error one resource, or a family of them
  @McpResourceFeed({ uri: 'shop://a', uriTemplate: 'shop://{a}' })
  both(): Observable<string> {
    return of('');
  }

  // @ts-expect-error neither
  @McpResourceFeed({})
  neither(): Observable<string> {
    return of('');
  }

  // @ts-expect-error the method wants other variables
  @McpResourceFeed({ uriTemplate: 'shop://{isbn}', input: BookDto })
  other(_page: PageDto): Observable<string> {
    return of('');
  }

  // @ts-expect-error it serves all clients at once
  @McpResourceFeed({ uri: 'shop://a' })
  context(_ctx: McpContext): Observable<string> {
    return of('');
  }
}
