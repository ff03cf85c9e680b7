/**
 * Writes the records of the example; the same seed gives the same files.
 * `node generate.mjs && prettier --write .`
 */
import { writeFileSync } from 'node:fs';

let state = 20260728;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const between = (low, high) => low + Math.floor(random() * (high - low + 1));
const pick = (list) => list[between(0, list.length - 1)];
const pad = (value, length) => String(value).padStart(length, '0');
const save = (name, rows) => {
  const lines = rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
  writeFileSync(new URL(name, import.meta.url), `[\n${lines}\n]\n`);
};

const firstNames =
  'Alma Bruno Chiara Dario Edda Farid Greta Hugo Ines Jonas Kaisa Leandro Mira Nils Odile Pavel Quentin Rosa Stellan Talia Ugo Vera Wanda Xenia Yusuf Zora'.split(
    ' ',
  );
const lastNames =
  'Abendroth Bellweather Castellane Drummond Eklund Farrow Gallimore Hallorann Isaksen Jovanov Kestrel Lindqvist Marchetti Norrgard Okonjo Penhallow Quill Ravenscar Solberg Thackeray Umber Vantongeren Whitlock Yarrow Zielke'.split(
    ' ',
  );
const cities =
  'Antwerp Bergen Bologna Cork Dresden Ghent Graz Leeds Lyon Malmo Porto Tartu Utrecht Vigo Zadar'.split(
    ' ',
  );
const countries =
  'Belgium Croatia Denmark Estonia France Ireland Italy Norway Portugal Sweden'.split(' ');

const subjects = {
  biography: [
    'Cartographer',
    'Bell Founder',
    'Botanist',
    'Aviator',
    'Clockmaker',
    'Lighthouse Keeper',
  ],
  children: ['Dragon', 'Hedgehog', 'Paper Boat', 'Moon Bakery', 'Lost Mitten', 'Snow Train'],
  cooking: ['Harbour Kitchen', 'Sourdough', 'Orchard', 'Small Oven', 'Winter Table', 'Spice Road'],
  fantasy: [
    'Glass Crown',
    'Ember Throne',
    'Wolf Road',
    'Drowned Tower',
    'Silver Oath',
    'Last Rune',
  ],
  history: [
    'Salt Trade',
    'Amber Coast',
    'Border Towns',
    'Printing House',
    'Long Winter',
    'Canal Age',
  ],
  mystery: [
    'Vanished Pilot',
    'Locked Ferry',
    'Second Key',
    'Quiet Witness',
    'Red Ledger',
    'Empty Berth',
  ],
  poetry: [
    'Tidal Hours',
    'Unsent Letters',
    'Birch Light',
    'Slow Rivers',
    'Small Thunder',
    'Open Windows',
  ],
  science: [
    'Deep Sea',
    'Migrating Birds',
    'Ice Core',
    'Hidden Fungi',
    'Night Sky',
    'Restless Earth',
  ],
};
const frames = [
  (subject) => `The ${subject}`,
  (subject) => `A Year with the ${subject}`,
  (subject) => `Notes on the ${subject}`,
  (subject) => `Beyond the ${subject}`,
  (subject) => `The ${subject} Returns`,
];

const names = new Set();
const uniqueName = () => {
  for (;;) {
    const name = `${pick(firstNames)} ${pick(lastNames)}`;
    if (!names.has(name)) {
      names.add(name);
      return name;
    }
  }
};

const authors = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  name: uniqueName(),
  country: pick(countries),
}));

// 979-99 is not assigned to any publisher, so that no record is mistaken for a real book.
const isbn = (serial) => {
  const digits = `97999${pad(serial, 7)}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

const books = Object.entries(subjects)
  .flatMap(([genre, list]) =>
    list.flatMap((subject) => frames.map((frame) => [genre, frame(subject)])),
  )
  .map(([genre, title], index) => ({
    isbn: isbn(1000 + index * 37),
    title,
    authorId: between(1, authors.length),
    genre,
    priceCents: between(7, 38) * 100 + pick([0, 50, 90, 99]),
    stock: random() < 0.12 ? between(0, 4) : between(5, 60),
    publishedOn: `${between(1998, 2025)}-${pad(between(1, 12), 2)}-${pad(between(1, 28), 2)}`,
  }));

const customers = Array.from({ length: 60 }, (_, index) => {
  const name = uniqueName();
  return {
    id: index + 1,
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@example.org`,
    city: pick(cities),
  };
});

const placed = Array.from({ length: 300 }, () =>
  new Date(
    Date.UTC(2026, between(0, 5), between(1, 28), between(6, 22), between(0, 59)),
  ).toISOString(),
).sort();

const orders = placed.map((placedAt, index) => {
  const lines = new Map();
  for (let count = between(1, 4); count > 0; count -= 1) {
    const book = pick(books);
    lines.set(book.isbn, {
      isbn: book.isbn,
      quantity: between(1, 3),
      unitPriceCents: book.priceCents,
    });
  }
  return {
    number: `BS-${pad(100001 + index, 6)}`,
    customerId: between(1, customers.length),
    status: index > 270 ? 'paid' : 'delivered',
    placedAt,
    shippingCents: pick([0, 390, 590]),
    lines: [...lines.values()],
  };
});

save('authors.json', authors);
save('books.json', books);
save('customers.json', customers);
save('orders.json', orders);
