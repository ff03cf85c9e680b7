import { standInHost } from './stand-in-host.js';

describe('standInHost', () => {
  it('has what guards look for in a request', () => {
    const { contextType, request } = standInHost();

    expect(contextType).toBe('mcp');
    expect(request).toEqual({
      headers: {},
      cookies: {},
      query: {},
      params: {},
      ips: [],
      body: undefined,
    });
  });

  it('is a new one for every call, so that no user is left on it', () => {
    Object.assign(standInHost().request, { user: 'ada' });

    expect(standInHost().request).not.toHaveProperty('user');
  });
});
