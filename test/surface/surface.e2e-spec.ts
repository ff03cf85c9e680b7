import { jest } from '@jest/globals';
import { BARE_ROWS } from './rows/bare.rows.js';
import type { Row, SurfaceLink } from './surface-link.interface.js';
import { TABLE } from './table.js';
import { WAYS } from './ways.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

/** A row has its own expectations. */
const expectRow = (row: Row, link: SurfaceLink) => row(link);

describe.each(WAYS)('the server, in $name,', ({ open }) => {
  let link: SurfaceLink;

  beforeAll(async () => {
    link = await open();
  });

  afterAll(() => link.close());

  describe.each(Object.entries(TABLE))('%s:', (_topic, rows) => {
    it.each(Object.entries(rows))('%s', (_sentence, row) => expectRow(row, link));
  });
});

describe.each(WAYS)('a server that declares next to nothing, in $name:', ({ open }) => {
  let link: SurfaceLink;

  beforeAll(async () => {
    link = await open({ server: 'bare' });
  });

  afterAll(() => link.close());

  it.each(Object.entries(BARE_ROWS))('%s', (_sentence, row) => expectRow(row, link));
});
