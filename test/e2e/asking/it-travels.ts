import type { TravelClient } from './traveller.js';

const MAIL = { mail: 'ada@travel.example', seat: 'window', bags: 1 };

/** What any client sees of a server that asks it, whatever the revision and transport. */
export function itTravels(connected: () => TravelClient): void {
  const travelWith = (answers: TravelClient['traveller']['answers']) => {
    const client = connected();
    client.traveller.take();
    client.traveller.answers = answers;
    return client;
  };

  it('is asked one question after the other', async () => {
    const client = travelWith({ 'Who travels?': { action: 'accept', content: MAIL } });

    expect(await client.call('book')).toMatch(/^booking \d+: ada@travel.example, window, 1 bags$/);
    expect(client.traveller.take()).toEqual([
      'Who travels?',
      'Book window for ada@travel.example?',
    ]);
  });

  it('has one effect for one call, however many rounds it takes', async () => {
    const client = travelWith({ 'Who travels?': { action: 'accept', content: MAIL } });
    const before = Number(await client.call('numbers'));

    await client.call('book');

    expect(Number(await client.call('numbers'))).toBe(before + 1);
  });

  it.each(['decline', 'cancel'] as const)('may %s', async (action) => {
    const client = travelWith({ 'Who travels?': { action } });

    expect(await client.call('book')).toBe(`nobody travels: ${action}`);
  });

  it('may decline later', async () => {
    const client = travelWith({
      'Who travels?': { action: 'accept', content: MAIL },
      'Book window for ada@travel.example?': { action: 'decline' },
    });

    expect(await client.call('book')).toBe('not booked');
  });

  it('is asked for its model and its roots', async () => {
    const client = travelWith({});

    expect(await client.call('brief')).toBe('compass says south; maps');
    expect([...client.traveller.take()].sort()).toEqual(['model', 'roots']);
  });

  it('is asked several things at once', async () => {
    const client = travelWith({ 'snow?': { action: 'accept', content: { sure: false } } });

    expect(await client.call('survey')).toBe('true false true');
    expect([...client.traveller.take()].sort()).toEqual(['sea?', 'snow?', 'sun?']);
  });

  it('is asked from a prompt and from a resource', async () => {
    const client = travelWith({});

    expect(await client.prompt('postcard')).toBe('postcard: accept');
    expect(await client.read('travel://ticket')).toBe('ticket: accept');
  });

  it('may have several calls that ask at once', async () => {
    const client = travelWith({});

    const texts = await Promise.all([
      client.call('survey'),
      client.call('brief'),
      client.call('survey'),
    ]);

    expect(texts).toEqual(['true true true', 'compass says south; maps', 'true true true']);
  });

  it('is sent to an address, where its revision knows that', async () => {
    const client = travelWith({ 'Pay there': { action: 'accept' } });

    const text = await client.call('pay').catch(String);

    const isKnown = client.revision !== '2025-06-18';
    expect(text).toBe(
      isKnown ? 'accept' : 'elicitation/create: the client does not support elicitation.url',
    );
    expect(client.traveller.take()).toEqual(isKnown ? ['Pay there https://pay.example/42'] : []);
  });
}
