import type { FormSchema } from './form-schema.js';

const SECRET =
  /\b(password|passphrase|passcode|secret|token|credentials?|pin|cvv|cvc|apikey|(api|private|access) key|card number)\b/;

/** Fields whose names say that they hold a secret, which a form must never ask for. */
export const secretFields = ({ properties }: FormSchema): readonly string[] =>
  Object.keys(properties).filter((name) => SECRET.test(words(name)));

/** `cardNumber`, `card-number` and `CARD_NUMBER` are the same words. */
const words = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ');
