import * as fc from 'fast-check';
import { decodeMessage } from './decode-message.js';
import { isRequestId } from './json-rpc.js';
import { isJsonObject } from './json.js';

const ids = fc.oneof(
  fc.string(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(null, 0, '', -0, 2 ** 53, true, [], {}),
);

/** Objects that look more or less like messages. */
const nearMessages = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '1.0', 2, null),
    id: ids,
    method: fc.oneof(fc.string(), fc.constantFrom('ping', 'tools/call', 7, null)),
    params: fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())),
    result: fc.jsonValue(),
    error: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

/** Anything a peer can send: what `JSON.parse` gives. */
const wire = fc
  .oneof({ weight: 3, arbitrary: nearMessages }, { weight: 1, arbitrary: fc.jsonValue() })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

describe('decodeMessage, for anything a peer can send', () => {
  it('gives a verdict and never throws', () => {
    fc.assert(
      fc.property(wire, (value) => {
        expect(['request', 'notification', 'response', 'invalid', 'ignored']).toContain(
          decodeMessage(value).kind,
        );
      }),
    );
  });

  it('answers no object that has no id', () => {
    fc.assert(
      fc.property(wire, (value) => {
        fc.pre(isJsonObject(value) && !('id' in value));

        expect(['notification', 'ignored']).toContain(decodeMessage(value).kind);
      }),
    );
  });

  it('answers no answer', () => {
    fc.assert(
      fc.property(nearMessages, ({ method: _method, ...rest }) => {
        fc.pre('result' in rest || 'error' in rest);

        expect(['response', 'ignored']).toContain(decodeMessage(rest).kind);
      }),
    );
  });

  it('gives a request or a refusal the very id that was sent, if that is an id', () => {
    fc.assert(
      fc.property(wire, (value) => {
        const decoded = decodeMessage(value);
        fc.pre(decoded.kind === 'request' || decoded.kind === 'invalid');
        const sent = isJsonObject(value) ? value.id : undefined;
        const read = decoded.kind === 'request' ? decoded.request.id : decoded.id;

        expect(JSON.stringify(read)).toBe(JSON.stringify(isRequestId(sent) ? sent : null));
      }),
    );
  });

  it('hands on params that are always an object', () => {
    fc.assert(
      fc.property(wire, (value) => {
        const decoded = decodeMessage(value);
        fc.pre(decoded.kind === 'request' || decoded.kind === 'notification');
        const { params } = decoded.kind === 'request' ? decoded.request : decoded.notification;

        expect(isJsonObject(params)).toBe(true);
      }),
    );
  });
});
