import { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import type { HttpExchange } from './http-exchange.js';
import { LegacyVersions } from './legacy-versions.js';

/** What is made of a header, and how it was refused. */
function ask(protocolVersions: readonly string[] | undefined, header: string | undefined) {
  const versions = new LegacyVersions(new ServedRevisions(protocolVersions));
  const refusals: unknown[] = [];
  const exchange = {
    headers: header === undefined ? {} : { 'mcp-protocol-version': header },
    responder: { refuse: (...refusal: unknown[]) => refusals.push(refusal) },
  } as unknown as HttpExchange;
  return {
    accepted: versions.accepts('id', exchange),
    required: versions.require('id', exchange)?.version,
    refusals,
  };
}

describe('the version header of a legacy request', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('may be %s', (header) => {
    expect(ask(undefined, header)).toEqual({ accepted: true, required: header, refusals: [] });
  });

  it.each(['2026-07-28', 'v9', '', '__proto__', '2025-11-25, 2025-11-25'])(
    'may not be "%s"',
    (header) => {
      const { accepted, required, refusals } = ask(undefined, header);

      expect({ accepted, required }).toEqual({ accepted: false, required: undefined });
      expect(refusals).toEqual(
        [1, 2].map(() => [
          400,
          expect.objectContaining({
            code: -32022,
            data: expect.objectContaining({ requested: header }) as object,
          }),
          'id',
        ]),
      );
    },
  );

  it.each([
    [undefined, '2025-03-26'],
    [['2025-11-25', '2025-03-26', '2024-11-05'], '2025-03-26'],
    [['2025-11-25', '2024-11-05'], '2024-11-05'],
  ])('may be missing where %j are served, which means %s', (served, assumed) => {
    expect(ask(served, undefined)).toEqual({ accepted: true, required: assumed, refusals: [] });
  });

  it('may be missing otherwise only where the session says which it is', () => {
    const { accepted, required, refusals } = ask(['2025-11-25', '2025-06-18'], undefined);

    expect({ accepted, required }).toEqual({ accepted: true, required: undefined });
    expect(refusals).toEqual([
      [
        400,
        {
          code: -32022,
          message: 'MCP-Protocol-Version is missing. Unsupported protocol version: 2025-03-26',
          data: { supported: ['2025-11-25', '2025-06-18'], requested: '2025-03-26' },
        },
        'id',
      ],
    ]);
  });
});
