import type { ApplicationConfig } from '@nestjs/core';

/** Where Nest keeps enhancers on classes and methods (`@nestjs/common` constants). */
const METADATA = {
  guards: '__guards__',
  interceptors: '__interceptors__',
  pipes: '__pipes__',
  filters: '__exceptionFilters__',
} as const;

/** One kind of enhancer. */
export type EnhancerKind = keyof typeof METADATA;

export const ENHANCER_KINDS = Object.keys(METADATA) as readonly EnhancerKind[];

/** Enhancers bound to the method or its class with `@UseGuards()` and the like, classes and instances. */
export function boundEnhancers(
  kind: EnhancerKind,
  classRef: object,
  method: object,
): readonly unknown[] {
  return [classRef, method].flatMap((host) => {
    const found: unknown = Reflect.getMetadata(METADATA[kind], host);
    return Array.isArray(found) ? (found as unknown[]) : [];
  });
}

/** Enhancers of the whole application: `useGlobalGuards()`, `APP_GUARD` and the like. */
export function globalEnhancers(kind: EnhancerKind, config: ApplicationConfig): readonly unknown[] {
  const all: Record<EnhancerKind, readonly unknown[]> = {
    guards: config.getGlobalGuards(),
    interceptors: config.getGlobalInterceptors(),
    pipes: config.getGlobalPipes(),
    filters: config.getGlobalFilters(),
  };
  return all[kind];
}

/** The same with `scope: Scope.REQUEST`, which exist once per request. */
export function scopedGlobalEnhancers(
  kind: EnhancerKind,
  config: ApplicationConfig,
): readonly unknown[] {
  const all: Record<EnhancerKind, readonly unknown[]> = {
    guards: config.getGlobalRequestGuards(),
    interceptors: config.getGlobalRequestInterceptors(),
    pipes: config.getGlobalRequestPipes(),
    filters: config.getGlobalRequestFilters(),
  };
  return all[kind];
}
