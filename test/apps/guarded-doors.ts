import type {
  CallHandler,
  CanActivate,
  ExceptionFilter,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import {
  Catch,
  Controller,
  Get,
  Injectable,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { McpArgs, McpTool } from 'nest-mcp';

@Injectable()
export class DenyGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Injectable({ scope: Scope.REQUEST })
export class ScopedDenyGuard extends DenyGuard {}

@Injectable({ scope: Scope.TRANSIENT })
export class TransientDenyGuard extends DenyGuard {}

@Injectable()
export class PassInterceptor implements NestInterceptor {
  intercept(_context: unknown, next: CallHandler): Observable<unknown> {
    return next.handle();
  }
}

@Injectable()
export class PassPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return value;
  }
}

@Catch()
export class PassFilter implements ExceptionFilter {
  catch(exception: unknown): never {
    throw exception;
  }
}

/** What ran although a guard should have kept it from running. */
export const opened: string[] = [];

@Injectable()
export class OnMethod {
  @McpTool()
  @UseGuards(DenyGuard)
  open(): void {
    opened.push(this.constructor.name);
  }
}

@Injectable()
@UseGuards(DenyGuard)
export class OnClass {
  @McpTool()
  open(): void {
    opened.push(this.constructor.name);
  }
}

@Injectable()
export class Inherited extends OnMethod {}

@Injectable()
export class WithScopedGuard {
  @McpTool()
  @UseGuards(ScopedDenyGuard)
  open(): void {
    opened.push(this.constructor.name);
  }
}

@Injectable()
export class WithTransientGuard {
  @McpTool()
  @UseGuards(TransientDenyGuard)
  open(): void {
    opened.push(this.constructor.name);
  }
}

@Controller('door')
@UseGuards(DenyGuard)
export class DoorController {
  @Get()
  @McpTool()
  open(): void {
    opened.push(this.constructor.name);
  }
}

@Injectable()
export class WithInstance {
  @McpTool()
  @UseGuards(new DenyGuard())
  open(): void {
    opened.push(this.constructor.name);
  }
}

@Injectable()
export class Plain {
  @McpTool()
  open(): void {
    opened.push(this.constructor.name);
  }
}

@Injectable()
export class PlainHeir extends Plain {}

@Injectable()
export class WithInterceptor {
  @McpTool()
  @UseInterceptors(PassInterceptor)
  open(): void {}
}

@Injectable()
export class WithPipe {
  @McpTool()
  @UsePipes(PassPipe)
  open(): void {}
}

@Injectable()
export class WithParameterPipe {
  @McpTool({ input: { type: 'object' } })
  open(@McpArgs(PassPipe) _input: object): void {}
}

@Injectable()
export class WithFilter {
  @McpTool()
  @UseFilters(PassFilter)
  open(): void {}
}
