import type { Follower } from './follower.js';
import type { Peer } from './peer.js';

/** The shop assistant: looks things up, and is told what does not work or is not theirs to do. */
export async function lookThingsUp(peer: Peer): Promise<void> {
  await peer.listTools('search_books');
  const cheapest = { genre: 'mystery', inStock: true, sort: 'cheapest', pageSize: 2 };
  await peer.call('search_books', cheapest, { contains: '"genre":"mystery"' });
  await peer.call('find_order', { number: 'BS-100042' }, { contains: '"number":"BS-100042"' });
  await peer.call('search_books', { pageSize: 500 }, { contains: 'pageSize', refused: true });
  const unknown = { contains: 'There is no order BS-999999', refused: true };
  await peer.call('find_order', { number: 'BS-999999' }, unknown);
  const nobodyToAsk = { contains: '"error":"authorization_required"', refused: true };
  await peer.call('refund_order', { number: 'BS-100041', reason: 'late' }, nobodyToAsk);
  await peer.listResources('bookshop://catalogue/genres');
  await peer.listTemplates('bookshop://books/{isbn}');
  await peer.read('bookshop://catalogue/genres', { contains: 'poetry' });
  await peer.read('bookshop://orders/BS-100042', { contains: 'BS-100042' });
  await peer.read('bookshop://nowhere', { contains: 'bookshop://nowhere', refused: true });
}

/** The complaints desk: whatever cannot be undone is put to a person first. */
export async function settleComplaints(peer: Peer): Promise<void> {
  await peer.listTools('refund_order');
  const damaged = { number: 'BS-100043', reason: 'arrived damaged' };
  await peer.callWhile('approves', 'refund_order', damaged, { contains: '"status":"refunded"' });
  const disliked = { number: 'BS-100044', reason: 'did not like the ending' };
  const declined = { contains: '"detail":"user decline"', refused: true };
  await peer.callWhile('declines', 'refund_order', disliked, declined);
  await peer.call('find_order', { number: 'BS-100044' }, { contains: '"status":"delivered"' });
  await peer.converse('choose_gift', { contains: 'May this story keep you company.' });
}

/** The shop keeper: counts, sells and refunds. */
export async function runTheShop(peer: Peer): Promise<void> {
  const lines = [
    { isbn: '9799900010370', quantity: 1 },
    { isbn: '9799900010745', quantity: 2 },
  ];
  await peer.listTools('place_order');
  await peer.call('stock_report', { genre: 'science' }, { contains: 'structured {"titles":30' });
  await peer.call(
    'place_order',
    { customerId: 7, lines },
    { contains: '"status":"paid"', after: 'progress 3/3' },
  );
  const refund = { number: 'BS-100042', reason: 'arrived damaged' };
  await peer.callWhile('approves', 'refund_order', refund, { contains: '"status":"refunded"' });
  const again = { contains: 'refunded already', refused: true };
  await peer.callWhile('approves', 'refund_order', refund, again);
  await peer.converse('choose_gift', { contains: 'May this story keep you company.' });
  await peer.call('close_shop', {}, { contains: 'Tool not found: close_shop', refused: true });
}

/** The accounts department: has better things to do than to wait for a report. */
export async function addUpTheYear(follower: Follower): Promise<void> {
  await follower.follow('sales_report', { year: 2026 }, { contains: '{"month":2,"orders":47' });
}

/** The desktop client: looks at customers and their orders. */
export async function askLocally(peer: Peer): Promise<void> {
  await peer.call('search_customers', { text: 'example.org' }, { contains: '@example.org' });
  await peer.call('list_customer_orders', { customerId: 7, limit: 1 }, { contains: '"number"' });
  const nobody = { contains: 'customerId', refused: true };
  await peer.call('list_customer_orders', { customerId: 'seven' }, nobody);
  await peer.read('bookshop://books/9799900010004', { contains: 'The Cartographer' });
}

/** The desktop client again: lets the shop complete what it types, and takes its prompts. */
export async function writeLetters(peer: Peer): Promise<void> {
  await peer.listPrompts('complaint_reply');
  await peer.complete(
    {
      ref: { type: 'ref/prompt', name: 'complaint_reply' },
      argument: { name: 'tone', value: 'f' },
    },
    'formal, friendly',
  );
  await peer.complete(
    {
      ref: { type: 'ref/resource', uri: 'bookshop://books/{isbn}' },
      argument: { name: 'isbn', value: '97999000100' },
    },
    '9799900010004',
  );
  await peer.prompt('complaint_reply', { number: 'BS-100042', tone: 'formal' }, 'tone formal');
  await peer.prompt('restock_plan', {}, 'running out');
  await peer.call('find_book', { isbn: '9799900010004' }, { contains: 'The Cartographer' });
}
