import type { JsonRpcNotification, JsonRpcResponse, ServerRequest } from '../protocol/json-rpc.js';
import type { ClientAnswers } from './client-answers.js';
import type { TestProgress } from './mcp-test-client.interface.js';
import { NotificationLog } from './notification-log.js';
import type { TestReceiver } from './test-link.interface.js';

/** Somebody who is told the progress of one request. */
export interface ProgressFollower {
  /** Names the request to the server. */
  readonly token: string;
  /** @throws whatever the listener threw first */
  end(): void;
}

/** Hands what the server sends besides answers to whom it concerns. */
export class Incoming implements TestReceiver {
  readonly log = new NotificationLog();
  /** Called when nothing comes any more but what belongs to a message. */
  onQuiet: () => void = () => {};
  private readonly followers = new Map<unknown, (progress: TestProgress) => void>();
  private nextToken = 1;

  constructor(private readonly answers: ClientAnswers) {}

  notification(notification: JsonRpcNotification): void {
    const { method, params } = notification;
    if (method === 'notifications/progress') {
      const { progressToken, _meta, ...progress } = params;
      this.followers.get(progressToken)?.(progress as unknown as TestProgress);
    }
    if (method === 'notifications/cancelled') this.answers.questions.takeBack(params.requestId);
    this.log.add(notification);
  }

  request(request: ServerRequest): Promise<JsonRpcResponse> {
    return this.answers.respond(request);
  }

  quiet(): void {
    this.onQuiet();
  }

  follow(listener: (progress: TestProgress) => void): ProgressFollower {
    const token = `progress-${this.nextToken++}`;
    const thrown: unknown[] = [];
    this.followers.set(token, (progress) => {
      try {
        listener(progress);
      } catch (error) {
        thrown.push(error);
      }
    });
    return {
      token,
      end: () => {
        this.followers.delete(token);
        if (thrown.length > 0) throw thrown[0];
      },
    };
  }
}
