import { revisionOf } from '../../../test/support/revision-of.js';
import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import { Connection } from '../../sessions/connection.js';
import type { RequestContext } from '../request-context.interface.js';
import { canAsk } from './can-ask.js';

function contextOf(version: string, clientCapabilities: object, isOpen = true): RequestContext {
  const revision = revisionOf(version);
  const connection = revision.era === 'legacy' ? new Connection('a', undefined) : undefined;
  if (connection !== undefined) {
    connection.handshake = { revision, clientInfo: undefined, clientCapabilities };
  }
  const outlet = { isOpen, send: () => undefined };
  return { revision, connection, outlet, clientCapabilities } as unknown as RequestContext;
}

const FORMS: ClientCapabilities = { elicitation: {} };

describe('canAsk', () => {
  it.each([
    ['2024-11-05', false],
    ['2025-03-26', false],
    ['2025-06-18', true],
    ['2025-11-25', true],
    ['2026-07-28', true],
  ])('of a client of %s with forms is %j', (version, expected) => {
    expect(canAsk(contextOf(version, FORMS))).toBe(expected);
  });

  it.each<[object, boolean]>([
    [{}, false],
    [{ sampling: {} }, false],
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { form: {}, url: {} } }, true],
    [{ elicitation: { url: {} } }, false],
    [{ elicitation: true }, false],
    [{ elicitation: null }, false],
    [{ elicitation: [] }, false],
  ])('with the capabilities %j is %j in both eras', (capabilities, expected) => {
    const answers = ['2025-11-25', '2026-07-28'].map((version) =>
      canAsk(contextOf(version, capabilities)),
    );

    expect(answers).toEqual([expected, expected]);
  });

  it('needs a way back on a connection, which a request of the stateless era carries itself', () => {
    expect(canAsk(contextOf('2025-11-25', FORMS, false))).toBe(false);
    expect(canAsk(contextOf('2026-07-28', FORMS, false))).toBe(true);
  });

  it('goes by the connection, not by what the request came with', () => {
    const context = contextOf('2025-11-25', FORMS);
    (context.connection as Connection).handshake = undefined;

    expect(canAsk(context)).toBe(false);
  });
});
