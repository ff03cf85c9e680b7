import { revision20251125 } from '../protocol/revisions/revision-2025-11-25.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { MethodHandler } from './method-handler.interface.js';
import type { ServedMethodParts } from './served-methods.js';
import { ServedMethods } from './served-methods.js';

describe('a method of an extension', () => {
  const method = 'com.example/audit/list';
  const extension = 'com.example/audit';
  const handler: MethodHandler = {
    method,
    extension,
    access: 'read',
    runs: 'inline',
    handle: () => ({}),
  };
  const withIt: Revision = { ...revision20251125, extensions: new Set([extension]) };
  const find = (declared: readonly string[], revision: Revision) => {
    const identity = { extensions: Object.fromEntries(declared.map((id) => [id, {}])) };
    const parts = { identity } as unknown as ServedMethodParts;
    return new ServedMethods(new Map([[method, handler]]), parts).find(method, revision);
  };

  it('is there where the revision has it and the server declares it', () => {
    expect(find([extension], withIt)).toBe(handler);
  });

  it('is not there where the revision does not have it', () => {
    expect(find([extension], revision20251125)).toBeUndefined();
  });

  it('is not there where the server does not declare it', () => {
    expect(find(['com.example/other'], withIt)).toBeUndefined();
    expect(find([], withIt)).toBeUndefined();
  });
});
