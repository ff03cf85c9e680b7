import type { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';
import {
  readHandlerMetadata,
  restoreFunctionMetadata,
} from '../../decorators/read-handler-metadata.js';
import type { ProviderHost } from '../handlers/provider-host.js';
import type { DecoratedMethod } from './decorated-method.interface.js';

/**
 * Every decorated method of every provider and controller in the application, inherited ones
 * included, each once: `useExisting` aliases and values shared by two tokens are not counted again.
 */
export function findDecoratedMethods(
  modules: ModulesContainer,
  scanner: MetadataScanner,
): readonly DecoratedMethod[] {
  const seen = new Set<object>();
  return [...modules.values()]
    .flatMap(hostsOf)
    .filter((host) => isFirst(seen, host))
    .flatMap((host) => methodsOf(host, scanner));
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

function isFirst(seen: Set<object>, host: ProviderHost): boolean {
  const identity: unknown = host.wrapper.isDependencyTreeStatic()
    ? host.wrapper.instance
    : undefined;
  if (!isObject(identity)) return true;
  if (seen.has(identity)) return false;
  seen.add(identity);
  return true;
}

function methodsOf(host: ProviderHost, scanner: MetadataScanner): readonly DecoratedMethod[] {
  return scanner.getAllMethodNames(host.prototype).flatMap((property) => {
    const declarations = readHandlerMetadata(host.prototype, property);
    if (declarations === undefined) return [];
    restoreFunctionMetadata(host.prototype, property);
    return [{ host, property, place: `${host.classRef.name}.${property}`, declarations }];
  });
}
