import type {
  ArgumentMetadata,
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import {
  Body,
  Catch,
  Controller,
  Injectable,
  Post,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { IsInt } from 'class-validator';
import { McpArgs, McpExecutionContext, McpTool } from 'nest-mcp';
import type { Observable } from 'rxjs';
import { tap } from 'rxjs';

/** What ran around a method, in order. */
export const trail: string[] = [];

/** False at the route of the MCP endpoint itself. */
const isMethod = (context: ExecutionContext): boolean =>
  context.getClass<unknown>() === CounterController ||
  McpExecutionContext.from(context) !== undefined;

export class TrailGuard implements CanActivate {
  constructor(private readonly level: string) {}

  canActivate(context: ExecutionContext): boolean {
    if (isMethod(context)) trail.push(`guard ${this.level}`);
    return true;
  }
}

export class TrailInterceptor implements NestInterceptor {
  constructor(private readonly level: string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!isMethod(context)) return next.handle();
    trail.push(`before ${this.level}`);
    return next.handle().pipe(tap(() => trail.push(`after ${this.level}`)));
  }
}

export class TrailPipe implements PipeTransform {
  constructor(private readonly level: string) {}

  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    if (metatype === Count) trail.push(`pipe ${this.level}`);
    return value;
  }
}

/** Passes what it catches on, which Nest lets no other filter see. */
@Catch()
export class TrailFilter implements ExceptionFilter {
  constructor(private readonly level: string) {}

  catch(exception: unknown): never {
    trail.push(`filter ${this.level}`);
    throw exception;
  }
}

export class Count {
  @IsInt()
  to!: number;
}

/** Enhancers of each kind on the class, the method and the parameter. */
@Injectable()
@UseGuards(new TrailGuard('class'))
@UseInterceptors(new TrailInterceptor('class'))
@UsePipes(new TrailPipe('class'))
@UseFilters(new TrailFilter('class'))
export class Counter {
  @McpTool()
  @UseGuards(new TrailGuard('method 1'), new TrailGuard('method 2'))
  @UseInterceptors(new TrailInterceptor('method'))
  @UsePipes(new TrailPipe('method'))
  count(@McpArgs(new TrailPipe('parameter')) input: Count): string {
    trail.push('method');
    return `counted to ${input.to}`;
  }

  @McpTool()
  @UseFilters(new TrailFilter('method'))
  fail(): never {
    throw new Error('broken');
  }

  @McpTool()
  failInClass(): never {
    throw new Error('broken');
  }
}

/** The same method as a route, for comparison. */
@Controller('counter')
@UseGuards(new TrailGuard('class'))
@UseInterceptors(new TrailInterceptor('class'))
@UsePipes(new TrailPipe('class'))
export class CounterController {
  @Post()
  @UseGuards(new TrailGuard('method 1'), new TrailGuard('method 2'))
  @UseInterceptors(new TrailInterceptor('method'))
  @UsePipes(new TrailPipe('method'))
  count(@Body(new TrailPipe('parameter')) input: Count): string {
    trail.push('method');
    return `counted to ${input.to}`;
  }
}

/** A tool without enhancers of its own. */
@Injectable()
export class PlainCounter {
  @McpTool()
  plainFail(): never {
    throw new Error('broken');
  }
}
