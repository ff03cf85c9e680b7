import type { HandlerRun } from './bound-handler.interface.js';
import { FilterReply, replyText } from './filter-reply.js';
import type { HandlerCall } from './handler-call.interface.js';
import type { NestPipeline } from './nest-pipeline.js';
import { GUARDS_PASSED, stageArguments } from './nest-pipeline.js';
import { ResponseFacade } from './response-facade.js';
import { isUnfiltered } from './unfiltered.js';

/** One call on its way through Nest's pipeline. */
export class PipelineRun implements HandlerRun {
  private readonly facade: ResponseFacade;

  constructor(
    private readonly pipeline: NestPipeline,
    private readonly call: HandlerCall,
  ) {
    this.facade = new ResponseFacade(call.host.response);
  }

  guard(): void | Promise<void> {
    const { guards } = this.pipeline;
    if (guards === undefined) return undefined;
    return guards(...this.arguments(undefined)).then(
      () => {
        throw new Error('the guards ended without a verdict');
      },
      (thrown: unknown) => this.afterGuards(thrown),
    );
  }

  async invoke(args: unknown): Promise<unknown> {
    let value: unknown;
    try {
      value = await this.pipeline.main(...this.arguments(args));
    } catch (thrown) {
      throw await this.filter(thrown);
    }
    this.refuseReply(undefined);
    return value;
  }

  private async afterGuards(thrown: unknown): Promise<void> {
    if (thrown !== GUARDS_PASSED) throw await this.filter(thrown);
    this.refuseReply(undefined);
  }

  /** What a failure becomes after the exception filters have seen it. */
  private async filter(thrown: unknown): Promise<unknown> {
    if (isUnfiltered(thrown)) return thrown;
    const { filters } = this.pipeline;
    if (filters === undefined) return this.replied(thrown) ?? thrown;
    try {
      const value = await filters(...this.arguments(thrown));
      return this.replied(thrown) ?? new FilterReply(replyText(value), thrown);
    } catch (other) {
      return this.replied(other) ?? other;
    }
  }

  private refuseReply(cause: unknown): void {
    const reply = this.replied(cause);
    if (reply !== undefined) throw reply;
  }

  private replied(cause: unknown): FilterReply | undefined {
    const { reply } = this.facade;
    return reply && new FilterReply(replyText(reply.body), cause);
  }

  private arguments(subject: unknown) {
    return stageArguments(this.call, this.facade.response, subject);
  }
}
