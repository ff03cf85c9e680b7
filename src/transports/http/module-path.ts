import type { InjectionToken } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';

/** Where `RouterModule` leaves the path of a module (`@nestjs/common` constants). */
const MODULE_PATH = '__module_path__';

/** What `RouterModule` puts before the routes of the module that provides `token`; `''` for nothing. */
export function modulePath(modules: ModulesContainer, token: InjectionToken): string {
  const owner = [...modules.values()].find(({ providers }) => providers.has(token));
  if (owner === undefined) return '';
  const path: unknown =
    Reflect.getMetadata(MODULE_PATH + modules.applicationId, owner.metatype) ??
    Reflect.getMetadata(MODULE_PATH, owner.metatype);
  return typeof path === 'string' ? path : '';
}
