import fc from 'fast-check';
import { RequestStateCodec } from './request-state-codec.js';

const [A, B] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string];
const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n'];

describe('RequestStateCodec', () => {
  it('gives back what it was given', () => {
    const codec = new RequestStateCodec([A]);

    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
        const text = JSON.stringify(codec.decode(codec.encode(payload)));
        expect(text).toBe(JSON.stringify(payload));
      }),
    );
  });

  it('refuses a state with one character changed to any other, at any place', () => {
    const codec = new RequestStateCodec([A]);
    const state = codec.encode({ a: 1 });

    for (let index = 0; index < state.length; index++) {
      for (const other of CHARACTERS.filter((character) => character !== state[index])) {
        const changed = state.slice(0, index) + other + state.slice(index + 1);
        expect([changed, codec.decode(changed)]).toEqual([changed, undefined]);
      }
    }
  });

  it('refuses a state with anything put in', () => {
    const codec = new RequestStateCodec([A]);
    const state = codec.encode({ a: 1 });

    fc.assert(
      fc.property(fc.nat(state.length), fc.string({ minLength: 1 }), (index, text) => {
        expect(codec.decode(state.slice(0, index) + text + state.slice(index))).toBeUndefined();
      }),
    );
  });

  it('refuses any text it did not make', () => {
    const codec = new RequestStateCodec([A]);

    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(codec.decode(text)).toBeUndefined();
      }),
    );
  });

  it('refuses the body of one state with the signature of another', () => {
    const codec = new RequestStateCodec([A]);
    const [body] = codec.encode({ a: 1 }).split('.');
    const [, signature] = codec.encode({ a: 2 }).split('.');

    expect(codec.decode(`${body}.${signature}`)).toBeUndefined();
  });

  it('signs with the first secret and verifies with all', () => {
    const [old, rotated, fresh] = [[A], [B, A], [B]].map((list) => new RequestStateCodec(list)) as [
      RequestStateCodec,
      RequestStateCodec,
      RequestStateCodec,
    ];

    expect(rotated.decode(old.encode({ a: 1 }))).toEqual({ a: 1 });
    expect(fresh.decode(rotated.encode({ a: 1 }))).toEqual({ a: 1 });
    expect(old.decode(rotated.encode({ a: 1 }))).toBeUndefined();
    expect(fresh.decode(old.encode({ a: 1 }))).toBeUndefined();
  });

  it('has a secret of its own when it is given none', () => {
    const [one, other] = [new RequestStateCodec(), new RequestStateCodec()];

    expect([one.isEphemeral, new RequestStateCodec([A]).isEphemeral]).toEqual([true, false]);
    expect(one.decode(one.encode({ a: 1 }))).toEqual({ a: 1 });
    expect(other.decode(one.encode({ a: 1 }))).toBeUndefined();
  });
});
