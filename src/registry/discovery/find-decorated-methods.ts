import type { MetadataScanner } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';
import {
  readHandlerMetadata,
  restoreFunctionMetadata,
} from '../../decorators/read-handler-metadata.js';
import type { ProviderHost } from '../handlers/provider-host.js';
import type { DecoratedMethod } from './decorated-method.interface.js';

/**
 * Every provider and controller of these modules, each once: `useExisting` aliases and values shared
 * by two tokens are not counted again.
 *
 * @param known instances that were found before
 */
export function findHosts(
  modules: readonly Module[],
  known: Pick<ReadonlySet<object>, 'has'>,
): readonly ProviderHost[] {
  const seen = new Set<object>();
  return modules.flatMap(hostsOf).filter((host) => {
    const instance = sharedInstance(host);
    if (instance === undefined) return true;
    const isNew = !known.has(instance) && !seen.has(instance);
    seen.add(instance);
    return isNew;
  });
}

function hostsOf(module: Module): readonly ProviderHost[] {
  const toHosts = (wrappers: Iterable<InstanceWrapper>, isController: boolean) =>
    [...wrappers].flatMap((wrapper) => toHost(wrapper, module, isController) ?? []);
  return [
    ...toHosts(module.providers.values(), false),
    ...toHosts(module.controllers.values(), true),
  ];
}

function toHost(
  wrapper: InstanceWrapper,
  module: Module,
  isController: boolean,
): ProviderHost | undefined {
  if (wrapper.isAlias) return undefined;
  const classRef = classOf(wrapper);
  if (classRef === undefined) return undefined;
  const prototype = classRef.prototype as object;
  return { wrapper: wrapper as InstanceWrapper<object>, module, isController, prototype, classRef };
}

type ClassRef = ProviderHost['classRef'] & { readonly prototype: unknown };

/**
 * The class whose methods count: that of the instance, since a factory may return anything; for one
 * that is made per request, the class it is declared with.
 */
function classOf(wrapper: InstanceWrapper): ClassRef | undefined {
  const instance: unknown = wrapper.isDependencyTreeStatic() ? wrapper.instance : undefined;
  const candidate: unknown =
    typeof instance === 'object' && instance !== null
      ? (instance as object).constructor
      : wrapper.inject === undefined || wrapper.inject === null
        ? wrapper.metatype
        : wrapper.token;
  return typeof candidate === 'function' && isObject(candidate.prototype)
    ? (candidate as unknown as ClassRef)
    : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The one instance of a host that is not made for each call. */
export function sharedInstance({ wrapper }: ProviderHost): object | undefined {
  const instance: unknown = wrapper.isDependencyTreeStatic() ? wrapper.instance : undefined;
  return isObject(instance) ? instance : undefined;
}

/** The decorated methods of a host, inherited ones included. */
export function methodsOf(
  host: ProviderHost,
  scanner: MetadataScanner,
): readonly DecoratedMethod[] {
  return scanner.getAllMethodNames(host.prototype).flatMap((property) => {
    const declarations = readHandlerMetadata(host.prototype, property);
    if (declarations === undefined) return [];
    restoreFunctionMetadata(host.prototype, property);
    return [{ host, property, place: `${host.classRef.name}.${property}`, declarations }];
  });
}
