import { ApplicationConfig } from '@nestjs/core';
import { createEndpointMatcher, mayHaveBody } from './endpoint-matcher.js';

function matches(method: string | undefined, url: string | undefined, prefix = ''): boolean {
  const config = new ApplicationConfig();
  const isEndpoint = createEndpointMatcher('ai/mcp', config);
  // As in main.ts: after the module exists.
  config.setGlobalPrefix(prefix);
  return mayHaveBody(method) && isEndpoint(url);
}

describe('requests whose bodies are kept from the parsers', () => {
  it.each([
    ['POST', '/ai/mcp', ''],
    ['DELETE', '/ai/mcp', ''],
    ['PUT', '/ai/mcp', ''],
    ['PATCH', '/ai/mcp', ''],
    ['OPTIONS', '/ai/mcp', ''],
    ['POST', '/ai/mcp/', ''],
    ['POST', '/AI/Mcp?x=/other', ''],
    ['POST', '/api/v1/ai/mcp', '/api/v1/'],
    ['POST', '/ai/mcp', 'api'],
  ])('include %s %s with the prefix "%s"', (method, url, prefix) => {
    expect(matches(method, url, prefix)).toBe(true);
  });

  it.each([
    ['GET', '/ai/mcp', ''],
    ['POST', '/ai/mcp/more', ''],
    ['POST', '/other?x=/ai/mcp', ''],
    ['POST', '/api/ai/mcp', ''],
    ['POST', '/', ''],
    [undefined, '/ai/mcp', ''],
    ['POST', undefined, ''],
  ])('leave out %s %s', (method, url, prefix) => {
    expect(matches(method, url, prefix)).toBe(false);
  });
});

describe('an endpoint below a path of RouterModule', () => {
  it.each([
    ['/v2/ai/mcp', ''],
    ['/api/v2/ai/mcp', 'api'],
    ['/v2/ai/mcp', 'api'],
  ])('is at %s with the prefix "%s"', (url, prefix) => {
    const config = new ApplicationConfig();
    let path = '';
    const isEndpoint = createEndpointMatcher('ai/mcp', config, () => path);
    path = '/v2';
    config.setGlobalPrefix(prefix);

    expect(isEndpoint(url)).toBe(true);
    expect(isEndpoint('/ai/mcp')).toBe(false);
  });
});
