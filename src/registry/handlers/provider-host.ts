import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';

/** A provider or controller, in the module that holds it, with decorated methods. */
export interface ProviderHost {
  readonly wrapper: InstanceWrapper<object>;
  readonly module: Module;
  readonly isController: boolean;
  readonly prototype: object;
  readonly classRef: object & { readonly name: string };
}

/** True when the instance, or an enhancer of it, must be made for each call. */
export function isScoped(host: ProviderHost): boolean {
  const { wrapper, module } = host;
  if (wrapper.isTransient || !wrapper.isDependencyTreeStatic()) return true;
  const enhancers = wrapper.getEnhancersMetadata() as InstanceWrapper[] | undefined;
  return (enhancers ?? []).some((enhancer) => enhancer.isTransient && enhancer.host === module);
}
