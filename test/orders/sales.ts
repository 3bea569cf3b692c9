import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import type { Ctx, Db } from '#server/context.ts';
import type { PaymentProvider } from '#server/adapters/payments/payment-provider.ts';
import { isPaymentSimulator } from '#server/adapters/payments/simulator.ts';
import type { PaymentSimulator } from '#server/adapters/payments/simulator.ts';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import { breaks } from '#server/ledger/queries.ts';
import { createMarket } from '#test/market.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Answer, RequestOptions } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export type Sales = Awaited<ReturnType<typeof openSales>>;

/** An order as the test that placed it sees it. */
export interface Placed {
  hash: string;
  id: number;
  reference: string;
  totalCents: number;
  buyer: Person;
  seller: Person;
  listingId: number;
}

/** Unique codes. */
const codes = (count: number) => Array.from({ length: count }, () => randomBytes(8).toString('hex'));

/** A market where things are bought: the bank's notices arrive over real HTTP. Parameters are those of createMarket. */
export async function openSales(...given: Parameters<typeof createMarket>) {
  const market = await createMarket(...given);
  const { ctx, app } = market;
  const { db } = ctx;
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  Object.assign(ctx.config, { publicUrl: url });
  const bank = simulatorOf(ctx.payments);
  const { payCharge, returnPayout } = bank;
  const failed = failedNotices(ctx);
  bank.payCharge = async (...how) => {
    const endToEndId = await payCharge(...how);
    await noticesDone(db, failed);
    return endToEndId;
  };
  bank.returnPayout = async (reference) => {
    const returned = await returnPayout(reference);
    await noticesDone(db, failed);
    return returned;
  };

  /** Time passes for the market, and everybody stays signed in. */
  async function moveClock(byMs: number): Promise<void> {
    await market.moveClock(byMs);
    const later = sql`${byMs} * interval '1 millisecond'`;
    await sql`update sessions set expires_at = expires_at + ${later}, proved_at = proved_at + ${later},
      absolute_expires_at = absolute_expires_at + ${later}, second_factor_at = second_factor_at + ${later}`.execute(
      db,
    );
  }

  async function place(
    buyer: Person,
    listing: { id: number; priceCents: number; seller: Person },
    quantity = 1,
    method: PaymentMethod = 'pix',
  ): Promise<Placed> {
    const answer = await order(buyer, listing, quantity, {}, method);
    expect(answer.status, answer.text).toBe(201);
    const { hash, id, totalCents } = answer.data;
    return {
      hash,
      id,
      totalCents,
      buyer,
      seller: listing.seller,
      listingId: listing.id,
      reference: await referenceOf(id),
    };
  }

  /** The raw answer of `POST /orders`. */
  function order(
    buyer: Person,
    listing: { id: number; priceCents: number },
    quantity = 1,
    options: RequestOptions = {},
    method: PaymentMethod = 'pix',
  ): Promise<Answer> {
    const expectedTotalCents = listing.priceCents * quantity;
    return market.request('POST', '/orders', {
      token: buyer.token,
      key: true,
      body: { listingId: listing.id, quantity, expectedTotalCents, method },
      ...options,
    });
  }

  async function referenceOf(orderId: number): Promise<string> {
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${orderId} order by id limit 1`.execute(db);
    return rows[0]!.reference;
  }

  /** A fresh listing, bought and not yet paid. */
  async function placed(options: ListingOptions = {}, quantity = 1): Promise<Placed> {
    const listing = await market.publishedListing({ stock: 5, ...options });
    return place(await market.user(), listing, quantity);
  }

  /** … and paid. */
  async function paid(options: ListingOptions = {}, quantity = 1): Promise<Placed> {
    const sale = await placed(options, quantity);
    await bank.payCharge(sale.reference);
    return sale;
  }

  /** … and delivered: codes by themselves, a manual sale by its seller. */
  async function delivered(options: ListingOptions = {}, quantity = 1): Promise<Placed> {
    const sale = await paid(options, quantity);
    if (options.codes) return sale;
    await act(sale, sale.seller, 'delivery-start');
    await act(sale, sale.seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
    return sale;
  }

  /** … confirmed, and after the hold free for its seller. */
  async function released(options: ListingOptions = {}): Promise<Placed> {
    const sale = await delivered(options);
    await act(sale, sale.buyer, 'confirmation');
    await moveClock(7 * day + minute);
    await market.drain();
    return sale;
  }

  /** An order that ended and whose sides rated each other. */
  async function rated(options: ListingOptions = {}): Promise<Placed & { byBuyer: number }> {
    const sale = await delivered(options);
    await act(sale, sale.buyer, 'confirmation');
    const rate = (who: Person, body: object) =>
      market.request('PUT', `/orders/${sale.hash}/rating`, { token: who.token, key: true, body });
    await rate(sale.seller, { stars: 5, text: 'Pagou na hora.' });
    const details = { description: 5, punctuality: 5, service: 4 };
    const { data, status, text } = await rate(sale.buyer, { stars: 4, ...details, text: 'Chegou bem.' });
    expect(status, text).toBe(200);
    return { ...sale, byBuyer: data.mine.id };
  }

  /** One call on the order that must succeed. */
  async function act(sale: Placed, who: Person, verb: string, body?: object): Promise<Answer> {
    const answer = await tryAct(sale, who, verb, body);
    expect(answer.status, answer.text).toBe(200);
    return answer;
  }

  function tryAct(sale: Placed, who: Person, verb: string, body?: object): Promise<Answer> {
    return market.request('POST', `/orders/${sale.hash}/${verb}`, { token: who.token, key: true, body });
  }

  /** P14: the seller refuses to cancel, with a document for proof. */
  async function refuseToCancel(sale: Placed, words: string, who = sale.seller): Promise<Answer> {
    const file = await market.request('POST', `/orders/${sale.hash}/cancellation-files?name=conversa.pdf`, {
      token: who.token,
      body: Buffer.from('%PDF-1.4\nConversa\n%%EOF'),
      headers: { 'content-type': 'application/pdf' },
    });
    expect(file.status, file.text).toBe(201);
    const answer = { decision: 'refuse', note: words, fileIds: [file.data.id] };
    return tryAct(sale, who, 'cancellation-request/answer', answer);
  }

  async function view(sale: { hash: string }, who?: Person) {
    const answer = await market.request('GET', `/orders/${sale.hash}`, who && { token: who.token });
    expect(answer.status, answer.text).toBe(200);
    return answer.data;
  }

  async function stateOf(sale: Placed): Promise<string> {
    const { rows } = await sql<{ state: string }>`select state from orders where id = ${sale.id}`.execute(db);
    return rows[0]!.state;
  }

  async function listingNow(id: number): Promise<{ state: string; stock: number; sold: number }> {
    const { rows } = await sql<{ state: string; stock: number; sold: number }>`
      select state, stock, sold from listings where id = ${id}`.execute(db);
    return rows[0]!;
  }

  /** The bank is asked beside the reply to its notice, which on a busy machine comes first. */
  async function refunds(sale: Placed): Promise<{ state: string; reason: string; amount_cents: number }[]> {
    for (let tries = 1; ; tries++) {
      const { rows } = await sql<{ state: string; reason: string; amount_cents: number }>`
        select state, reason, amount_cents from refunds where order_id = ${sale.id} order by id`.execute(db);
      if (tries === 50 || rows.every(({ state }) => state !== 'processing')) return rows;
      await sleep(10);
    }
  }

  /** Checks that the ledger balances and that no stock is negative. */
  async function checkBooks(): Promise<void> {
    expect(await breaks(db)).toEqual([]);
    const { rows } = await sql`
      select l.id from listings l where l.delivery_type = 'automatic' and l.stock <> (
        select count(*) from stock_units u where u.listing_id = l.id and u.state = 'available')`.execute(db);
    expect(rows).toEqual([]);
  }

  /** A notice as the bank would send it, signed unless said otherwise. */
  function notice(reference: string, headers?: Record<string, string>, eventId = randomUUID() as string) {
    const body = JSON.stringify({ eventId, kind: 'charge', reference });
    return market.request('POST', '/webhooks/simulator', {
      body,
      headers: headers ?? signNotice(ctx.keys.webhook, body),
    });
  }

  return {
    ...market,
    bank,
    db,
    moveClock,
    codes,
    order,
    place,
    placed,
    paid,
    delivered,
    released,
    rated,
    act,
    tryAct,
    refuseToCancel,
    view,
    stateOf,
    listing: listingNow,
    refunds,
    checkBooks,
    notice,
  };
}

function simulatorOf(provider: PaymentProvider): PaymentSimulator {
  if (!isPaymentSimulator(provider)) throw new Error('the market has no simulated bank');
  return provider;
}

/** The notices that could not be acted on when they came: nothing happens to them until the sweep takes them. */
function failedNotices({ log }: Ctx): ReadonlySet<string> {
  const failed = new Set<string>();
  const warn = ({ event }: { event?: string }, text: string) => {
    if (event && text === 'a provider event waits for the sweep') failed.add(event);
  };
  Object.assign(log, { warn });
  return failed;
}

/** The server answers a notice before it is done with it when the machine is busy; a test waits for the end. */
async function noticesDone(db: Db, failed: ReadonlySet<string>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } = await sql<{ id: string }>`
      select event_id as id from provider_events where processed_at is null`.execute(db);
    if (rows.every(({ id }) => failed.has(id))) return;
    await sleep(10);
  }
}
