import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { AppModule } from '../../examples/bookshop/src/app.module.js';
import { configureApp } from '../../examples/bookshop/src/configure-app.js';
import { RecordingLogger } from '../support/recording-logger.js';

describe('the bookshop over REST', () => {
  const logger = new RecordingLogger();
  let app: INestApplication;
  let shop: TestAgent;

  beforeAll(async () => {
    const testing = await Test.createTestingModule({ imports: [AppModule] }).compile();
    app = testing.createNestApplication({ logger });
    configureApp(app);
    await app.init();
    shop = request(app.getHttpServer());
  });

  afterAll(() => app.close());

  it('starts without a warning', () => {
    expect(logger.warnings).toEqual([]);
  });

  const stockOf = async (isbn: string): Promise<number> =>
    (await shop.get(`/books/${isbn}`).expect(200)).body.stock;

  it('searches books with filters, order and paging', async () => {
    const { body } = await shop
      .get('/books?genre=mystery&inStock=true&sort=cheapest&page=2&pageSize=5')
      .expect(200);

    expect(body).toMatchObject({ page: 2, pageSize: 5 });
    expect(body.books).toHaveLength(5);
    const prices = body.books.map((book: { priceCents: number }) => book.priceCents);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(body.books[0]).toMatchObject({ genre: 'mystery', author: { name: expect.any(String) } });
  });

  it('uses the defaults of the query', async () => {
    const { body } = await shop.get('/books').expect(200);

    expect(body).toMatchObject({ total: 240, page: 1, pageSize: 10 });
  });

  it('refuses a query that breaks a rule, naming the field', async () => {
    const { body } = await shop.get('/books?pageSize=500&sort=random').expect(400);

    expect(body.message).toEqual([
      'sort must be one of the following values: title, cheapest, dearest, newest',
      'pageSize must not be greater than 50',
    ]);
  });

  it('lists the genres beside the route of one book', async () => {
    const { body } = await shop.get('/books/genres').expect(200);

    expect(body).toContain('poetry');
  });

  it('says which book does not exist', async () => {
    const { body } = await shop.get('/books/9790000000000').expect(404);

    expect(body.message).toBe('There is no book with the ISBN 9790000000000');
  });

  it('finds customers and their latest orders', async () => {
    const customers = await shop.get('/customers?text=example.org').expect(200);
    const { id, name } = customers.body[0];
    const orders = await shop.get(`/orders?customerId=${id}&limit=2`).expect(200);

    expect(orders.body.length).toBeLessThanOrEqual(2);
    expect(orders.body[0].customer).toEqual({ id, name });
  });

  it('answers 404 for the orders of an unknown customer', () =>
    shop.get('/orders?customerId=9999').expect(404));

  it('places an order, takes the books off the shelf and finds it again', async () => {
    const { body: found } = await shop.get('/books?inStock=true&sort=dearest').expect(200);
    const [book] = found.books;

    const placed = await shop
      .post('/orders')
      .send({ customerId: 7, lines: [{ isbn: book.isbn, quantity: 2 }] })
      .expect(201);

    expect(placed.body).toMatchObject({ status: 'paid', totalCents: 2 * book.priceCents });
    expect(await stockOf(book.isbn)).toBe(book.stock - 2);
    const again = await shop.get(`/orders/${placed.body.number}`).expect(200);
    expect(again.body).toEqual(placed.body);
  });

  it('gives concurrent orders different numbers', async () => {
    const { body: found } = await shop.get('/books?inStock=true&sort=newest').expect(200);
    const lines = [{ isbn: found.books[0].isbn, quantity: 1 }];

    const placed = await Promise.all(
      [1, 2, 3].map((customerId) => shop.post('/orders').send({ customerId, lines }).expect(201)),
    );

    expect(new Set(placed.map((answer) => answer.body.number)).size).toBe(3);
  });

  it('takes nothing when one line is out of stock', async () => {
    const { body: found } = await shop.get('/books?inStock=true').expect(200);
    const { body: report } = await shop.get('/stock').expect(200);
    const wanted = found.books[0];
    const scarce = report.low[0];

    const { body } = await shop
      .post('/orders')
      .send({
        customerId: 7,
        lines: [
          { isbn: wanted.isbn, quantity: 1 },
          { isbn: scarce.isbn, quantity: 20 },
        ],
      })
      .expect(409);

    expect(body.message).toContain(scarce.title);
    expect(await stockOf(wanted.isbn)).toBe(wanted.stock);
  });

  it('refuses an order whose nested line is wrong', async () => {
    const { body } = await shop
      .post('/orders')
      .send({ customerId: 7, lines: [{ isbn: 'x', quantity: 0 }] })
      .expect(400);

    expect(body.message).toEqual(
      expect.arrayContaining([
        'lines.0.quantity must not be less than 1',
        'lines.0.isbn must be an ISBN-13 without hyphens',
      ]),
    );
  });

  it('refunds an order once', async () => {
    const { body: order } = await shop.get('/orders/BS-100042').expect(200);
    const line = order.lines[0];
    const before = await stockOf(line.isbn);
    const refund = { reason: 'arrived damaged', restock: true };

    const { body } = await shop.post('/orders/BS-100042/refund').send(refund).expect(201);

    expect(body).toMatchObject({
      status: 'refunded',
      refund: { amountCents: order.totalCents, reason: 'arrived damaged' },
    });
    expect(await stockOf(line.isbn)).toBe(before + line.quantity);
    await shop.post('/orders/BS-100042/refund').send(refund).expect(409);
  });

  it('reports the stock of a genre', async () => {
    const { body } = await shop.get('/stock?genre=science&lowStock=10').expect(200);

    expect(body).toMatchObject({ titles: 30, currency: 'EUR' });
    expect(body.low.every((book: { stock: number }) => book.stock <= 10)).toBe(true);
  });

  it('sums up the sales of a year by month, without what was refunded', async () => {
    const { body: before } = await shop.get('/sales?year=2026').expect(200);
    const { body: order } = await shop.get('/orders/BS-100046').expect(200);

    await shop.post('/orders/BS-100046/refund').send({ reason: 'late' }).expect(201);

    const { body: after } = await shop.get('/sales?year=2026').expect(200);
    const [january, february] = before.months;
    expect(february).toMatchObject({ month: 2, orders: 47 });
    expect(after.months[0]).toEqual({
      ...january,
      revenueCents: january.revenueCents - order.totalCents,
    });
    const sum = after.months.reduce(
      (cents: number, { revenueCents }: { revenueCents: number }) => cents + revenueCents,
      0,
    );
    expect(after).toMatchObject({ year: 2026, revenueCents: sum, currency: 'EUR' });
  });
});
