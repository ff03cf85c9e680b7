import { Injectable } from '@nestjs/common';
import { McpContext, McpTool } from 'nest-mcp';

/** A call of `drive` that is under way. */
export interface DrivenCall {
  readonly context: McpContext;
  /** Lets the call answer with this text. */
  readonly finish: (text: string) => void;
}

/** A tool whose calls a test drives, message by message. */
@Injectable()
export class StreamLab {
  private readonly driven: DrivenCall[] = [];
  private arrived: (() => void) | undefined;

  @McpTool()
  drive(context: McpContext): Promise<string> {
    return new Promise((finish, reject) => {
      context.signal.addEventListener('abort', () => reject(context.signal.reason));
      this.driven.push({ context, finish });
      this.arrived?.();
    });
  }

  /** Lets the client come back after so many milliseconds for an answer that is ready at once. */
  @McpTool()
  poll(context: McpContext): string {
    context.closeStream({ retryMs: 20 });
    return 'polled';
  }

  /** The next call of `drive`, in the order of arrival. */
  async nextDriven(): Promise<DrivenCall> {
    while (this.driven.length === 0) {
      await new Promise<void>((resolve) => {
        this.arrived = resolve;
      });
    }
    return this.driven.shift() as DrivenCall;
  }
}
