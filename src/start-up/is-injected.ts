import type { InjectionToken } from '@nestjs/common';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';

/** Whether some class or factory of these modules is given what has this token. */
export const isInjected = (token: InjectionToken, modules: readonly Module[]): boolean =>
  modules.some(({ providers, controllers }) =>
    [...providers.values(), ...controllers.values()].some((wrapper) =>
      dependenciesOf(wrapper).some((dependency) => dependency?.token === token),
    ),
  );

/** As Nest has resolved them; there are gaps where something optional is missing. */
function dependenciesOf(wrapper: InstanceWrapper): readonly (InstanceWrapper | undefined)[] {
  const byProperty = wrapper.getPropertiesMetadata() as
    readonly { readonly wrapper: InstanceWrapper }[] | undefined;
  const ofConstructor = wrapper.getCtorMetadata() as readonly InstanceWrapper[] | undefined;
  return [...(ofConstructor ?? []), ...(byProperty ?? []).map((property) => property.wrapper)];
}
