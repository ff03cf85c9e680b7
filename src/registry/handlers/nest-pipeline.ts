import type { ParamData, PipeTransform } from '@nestjs/common';
import { ValidationPipe } from '@nestjs/common';
import type { ApplicationConfig, ContextId } from '@nestjs/core';
import { ExternalContextCreator } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { isObservable, lastValueFrom } from 'rxjs';
import { ROUTE_ARGUMENTS } from '../../decorators/metadata-keys.js';
import type { EnhancerKind } from './enhancers.js';
import { boundEnhancers, globalEnhancers, scopedGlobalEnhancers } from './enhancers.js';
import type { HandlerCall } from './handler-call.interface.js';
import type { HostArguments } from './host-arguments.interface.js';
import type { ParameterPlan, ParameterSlot } from './parameter-plan.js';
import type { ProviderHost } from './provider-host.js';
import type { SyntheticParameter } from './synthetic-method.js';
import { defineSyntheticMethod } from './synthetic-method.js';

/** Arguments of a stage: request, response, next, the call, and what the stage works on. */
export type StageArguments = [
  request: object,
  response: object,
  next: unknown,
  call: HandlerCall,
  subject: unknown,
];

type Stage = (...args: StageArguments) => Promise<unknown>;

/** The stages of Nest's pipeline around one method, for one instance and context type. */
export interface NestPipeline {
  /** Throws {@link GUARDS_PASSED} when every guard agreed. Absent without guards. */
  readonly guards: Stage | undefined;
  /** Interceptors, pipes and the method; the subject is the validated arguments. */
  readonly main: Stage;
  /** Exception filters; the subject is what was thrown. Absent without filters. */
  readonly filters: Stage | undefined;
}

/** Thrown by the guards stage where the method would have run. */
export const GUARDS_PASSED = new Error('guards passed');

/** The decorated method, and where its enhancers come from. */
export interface PipelineTarget {
  readonly host: ProviderHost;
  readonly method: string;
  readonly implementation: (...args: unknown[]) => unknown;
  readonly parameters: ParameterPlan;
}

/** Makes the stages of {@link NestPipeline} with Nest's own ExternalContextCreator. */
export class NestPipelineFactory {
  private readonly names: Readonly<Record<'guards' | 'main' | 'filters', string>>;
  private readonly creator: ExternalContextCreator;

  constructor(
    private readonly target: PipelineTarget,
    private readonly config: ApplicationConfig,
    creator: ExternalContextCreator,
  ) {
    this.creator = forModule(creator, target.host.module.token);
    this.names = {
      guards: this.describe([sentinel('guards')]),
      main: this.describe(this.mainParameters()),
      filters: this.describe([sentinel('filters')]),
    };
  }

  create(
    instance: object,
    contextType: HostArguments['contextType'],
    contextId?: ContextId,
  ): NestPipeline {
    const stage = (name: keyof NestPipeline): Stage =>
      this.creator.create(
        instance as Record<string, (...args: unknown[]) => unknown>,
        this.target.implementation,
        this.names[name],
        ROUTE_ARGUMENTS,
        { exchangeKeyForValue: (_type, data, args) => this.valueOf(data, args, contextType) },
        contextId,
        contextId && this.target.host.wrapper.id,
        {
          guards: name === 'guards',
          interceptors: name === 'main',
          filters: name === 'filters',
        },
        contextType,
      ) as Stage;
    return {
      guards: this.has('guards') ? stage('guards') : undefined,
      main: stage('main'),
      filters: this.has('filters') ? stage('filters') : undefined,
    };
  }

  private has(kind: EnhancerKind): boolean {
    return this.allOf(kind).length > 0 || scopedGlobalEnhancers(kind, this.config).length > 0;
  }

  /** Classes and instances of one kind of enhancer around the method, outermost first. */
  allOf(kind: EnhancerKind): readonly unknown[] {
    const { host, implementation } = this.target;
    return [
      ...globalEnhancers(kind, this.config),
      ...boundEnhancers(kind, host.classRef, implementation),
    ];
  }

  private describe(parameters: readonly SyntheticParameter[]): string {
    const { host, method } = this.target;
    return defineSyntheticMethod(host.classRef, host.prototype, method, parameters);
  }

  private mainParameters(): readonly SyntheticParameter[] {
    const { slots } = this.target.parameters;
    // Without a described parameter Nest would call the method with request and response.
    if (slots.length === 0) return [sentinel(undefined)];
    return slots.map((slot) => ({
      index: slot.index,
      data: slot,
      pipes: slot.pipes,
      metatype: this.pipeMetatype(slot),
      kind: slot.source === 'arguments' ? 'body' : 'custom',
    }));
  }

  /**
   * Arguments are validated by the application's ValidationPipe settings before they get here. The
   * pipe itself must not see their class, or it would transform them a second time; nor that of what
   * the context gives, of which it would make a copy (`validateCustomDecorators`).
   */
  private pipeMetatype(slot: ParameterSlot): unknown {
    if (slot.source === 'context') return Object;
    if (slot.source === 'custom') return slot.type;
    const scoped = scopedGlobalEnhancers('pipes', this.config).map(
      (wrapper) => (wrapper as InstanceWrapper).metatype,
    );
    const pipes = [...this.allOf('pipes'), ...scoped, ...slot.pipes];
    return pipes.some(isValidationPipe) ? Object : slot.type;
  }

  private valueOf(
    data: ParamData,
    args: StageArguments,
    contextType: HostArguments['contextType'],
  ): unknown {
    const slot = data as unknown as ParameterSlot | 'guards' | 'filters' | undefined;
    const [, , , call, subject] = args;
    if (slot === undefined) return undefined;
    if (slot === 'guards') throw GUARDS_PASSED;
    if (slot === 'filters') throw subject;
    if (slot.source === 'custom') return this.customValue(slot, args, contextType);
    const whole = slot.source === 'context' ? call.context : subject;
    return slot.property === undefined ? whole : (whole as Record<string, unknown>)[slot.property];
  }

  private customValue(
    slot: ParameterSlot,
    args: StageArguments,
    contextType: HostArguments['contextType'],
  ): unknown {
    const { host, implementation } = this.target;
    const context = new ExecutionContextHost(
      args,
      host.classRef as ConstructorParameters<typeof ExecutionContextHost>[1],
      implementation,
    );
    context.setType(contextType);
    return slot.custom?.factory(slot.custom.data, context);
  }
}

/** The arguments every stage gets; the call stands where `McpExecutionContext` looks for it. */
export const stageArguments = (
  call: HandlerCall,
  response: object,
  subject: unknown,
): StageArguments => [call.host.request, response, call.host.next, call, subject];

const sentinel = (data: unknown): SyntheticParameter => ({
  index: 0,
  data,
  pipes: [],
  metatype: Object,
  kind: 'custom',
});

const isValidationPipe = (pipe: unknown): boolean =>
  pipe instanceof ValidationPipe ||
  (typeof pipe === 'function' &&
    (pipe === ValidationPipe || (pipe.prototype as PipeTransform) instanceof ValidationPipe));

/**
 * A creator that looks for enhancers in this module. Nest looks the module up by the instance's class,
 * which finds nothing for controllers and, in several versions, for classes provided under a token.
 * An Observable that completes without a value is a method without a result, not an error.
 */
function forModule(creator: ExternalContextCreator, moduleKey: string): ExternalContextCreator {
  const lookup = { value: () => moduleKey };
  return Object.create(creator, {
    getContextModuleKey: lookup,
    getHostModuleKey: lookup,
    transformToResult: {
      value: async (result: unknown): Promise<unknown> =>
        isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result,
    },
  }) as ExternalContextCreator;
}
