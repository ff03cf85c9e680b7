import type { IncomingHttpHeaders } from 'node:http';
import { MetaKey } from '../../protocol/meta-keys.js';
import type { RequestClass } from './classify-request.js';
import { classifyRequest } from './classify-request.js';

const MODERN = { 'mcp-protocol-version': '2026-07-28' };
const LEGACY = { 'mcp-protocol-version': '2025-06-18' };
const SESSION = { 'mcp-session-id': 'x' };
const METHOD = { 'mcp-method': 'tools/list' };
const VERSION_ONLY = { [MetaKey.ProtocolVersion]: 5 };
const CAPABILITIES_ONLY = { [MetaKey.ClientCapabilities]: {} };
const OTHER_META = { progressToken: 1, [MetaKey.ClientInfo]: {} };

type Row = readonly [string, object | undefined, IncomingHttpHeaders, RequestClass];

const classify = (
  method: string,
  meta: object | undefined,
  headers: IncomingHttpHeaders,
  legacy = true,
) => classifyRequest({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta } }, headers, legacy);

describe('the class of a request', () => {
  it.each<Row>([
    ['tools/list', VERSION_ONLY, {}, 'modern'],
    ['tools/list', CAPABILITIES_ONLY, {}, 'modern'],
    ['tools/list', CAPABILITIES_ONLY, { ...LEGACY, ...SESSION }, 'modern'],
    ['initialize', VERSION_ONLY, {}, 'modern'],
    ['tools/list', undefined, MODERN, 'modern'],
    ['tools/list', undefined, { ...MODERN, ...SESSION }, 'modern'],
    ['initialize', undefined, MODERN, 'modern'],
    ['tools/list', undefined, METHOD, 'modern'],
    ['tools/list', undefined, { ...METHOD, ...LEGACY }, 'session'],
    ['tools/list', undefined, { ...METHOD, ...SESSION }, 'session'],
    ['initialize', undefined, {}, 'handshake'],
    ['initialize', OTHER_META, LEGACY, 'handshake'],
    ['initialize', undefined, SESSION, 'session'],
    ['tools/list', undefined, {}, 'session'],
    ['tools/list', OTHER_META, SESSION, 'session'],
    ['ping', undefined, { 'mcp-protocol-version': 'v999' }, 'session'],
  ])('of %s with %j and %j', (method, meta, headers, expected) => {
    expect(classify(method, meta, headers)).toBe(expected);
  });

  it.each<Row>([
    ['initialize', undefined, {}, 'handshake'],
    ['tools/list', undefined, {}, 'modern'],
    ['tools/list', undefined, SESSION, 'modern'],
  ])('of %s with %j and %j, without a legacy era', (method, meta, headers, expected) => {
    expect(classify(method, meta, headers, false)).toBe(expected);
  });
});
