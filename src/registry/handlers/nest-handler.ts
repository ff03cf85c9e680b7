import type { ApplicationConfig, ContextId, ExternalContextCreator, ModuleRef } from '@nestjs/core';
import { ContextIdFactory } from '@nestjs/core';
import type { Injector } from '@nestjs/core/injector/injector.js';
import type { BoundHandler, HandlerOrigin, HandlerRun } from './bound-handler.interface.js';
import type { HandlerCall } from './handler-call.interface.js';
import type { HostArguments } from './host-arguments.interface.js';
import type { NestPipeline, PipelineTarget } from './nest-pipeline.js';
import { NestPipelineFactory } from './nest-pipeline.js';
import { PipelineRun } from './pipeline-run.js';
import { isScoped } from './provider-host.js';

/** What of Nest a handler is built from. */
export interface NestParts {
  readonly config: ApplicationConfig;
  readonly creator: ExternalContextCreator;
  readonly injector: Injector;
  readonly moduleRef: ModuleRef;
}

/** A decorated method behind Nest's pipeline. */
export class NestHandler implements BoundHandler {
  private readonly factory: NestPipelineFactory;
  private readonly scoped: boolean;
  private readonly pipelines = new Map<HostArguments['contextType'], NestPipeline>();

  constructor(
    readonly place: string,
    private readonly target: PipelineTarget,
    private readonly nest: NestParts,
  ) {
    this.factory = new NestPipelineFactory(target, nest.config, nest.creator);
    this.scoped = isScoped(target.host);
  }

  get origin(): HandlerOrigin {
    const { host, method } = this.target;
    return { classId: host.wrapper.id, className: host.classRef.name, methodName: method };
  }

  get interceptors(): readonly string[] {
    return this.factory
      .allOf('interceptors')
      .map((item) => (typeof item === 'function' ? item.name : (item as object).constructor.name));
  }

  /** Pipes around it, outermost first, those of the arguments' parameter last. */
  get pipes(): readonly unknown[] {
    const { slots } = this.target.parameters;
    const ofArguments = slots.filter(({ source }) => source === 'arguments');
    return [...this.factory.allOf('pipes'), ...ofArguments.flatMap(({ pipes }) => pipes)];
  }

  open(call: HandlerCall): HandlerRun | Promise<HandlerRun> {
    if (this.scoped) return this.openScoped(call);
    return new PipelineRun(this.staticPipeline(call.host.contextType), call);
  }

  private staticPipeline(contextType: HostArguments['contextType']): NestPipeline {
    const known = this.pipelines.get(contextType);
    if (known !== undefined) return known;
    const pipeline = this.factory.create(this.target.host.wrapper.instance, contextType);
    this.pipelines.set(contextType, pipeline);
    return pipeline;
  }

  private async openScoped(call: HandlerCall): Promise<HandlerRun> {
    const { wrapper, module, isController } = this.target.host;
    const contextId = this.contextOf(call.host.request);
    const collection = isController ? module.controllers : module.providers;
    const instance: object = await this.nest.injector.loadPerContext(
      wrapper.instance ?? {},
      module,
      collection,
      contextId,
      wrapper,
    );
    const pipeline = this.factory.create(instance, call.host.contextType, contextId);
    return new PipelineRun(pipeline, call);
  }

  /** The context of the request, so that everything scoped to it is shared with the route. */
  private contextOf(request: object): ContextId {
    const contextId = ContextIdFactory.getByRequest(request as Record<string, unknown>);
    const { payload } = contextId;
    const isDurable = this.target.host.wrapper.isDependencyTreeDurable();
    // As Nest's own routes do: others find the payload's members on the request.
    const injected: unknown = isDurable ? payload : Object.assign(request, payload);
    this.nest.moduleRef.registerRequestByContextId(injected, contextId);
    return contextId;
  }
}
