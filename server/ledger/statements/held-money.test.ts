import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { heldAccounts } from '#domain/ledger/held-money.ts';
import type { HeldAccount } from '#domain/ledger/held-money.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

interface Line {
  id: number;
  amountCents: number;
  reason: string;
  until: string;
  outcome: string;
  freeAt: string | null;
  order: { hash: string } | null;
}

/** Every line of one kind of account, page after page. */
async function held(person: Person, account: HeldAccount): Promise<Line[]> {
  const lines: Line[] = [];
  for (let after = ''; ;) {
    const answer = await sales.request('GET', `/held-money/${account}${after}`, { token: person.token });
    expect(answer.status, answer.text).toBe(200);
    lines.push(...answer.data.items);
    if (answer.data.next === null) return lines;
    after = `?after=${answer.data.next}`;
  }
}

async function balances(person: Person) {
  return (await sales.request('GET', '/balances', { token: person.token })).data;
}

const inMs = (from: string, to: string) => Date.parse(to) - Date.parse(from);

describe('blocked money states why and until when (N01)', () => {
  test('a paid sale is pending until its delivery, and is refunded if that does not begin', async () => {
    const sale = await sales.paid({ priceCents: 10_000 });
    const [line] = await held(sale.seller, 'escrow');
    const { deal } = await sales.view(sale, sale.seller);
    expect(line).toMatchObject({
      id: sale.id,
      amountCents: 9_010,
      reason: 'awaiting_start',
      outcome: 'returned_to_buyer',
      until: deal.dueAt,
      freeAt: null,
      order: { hash: sale.hash },
    });
  });

  test('a delivered sale states the exact time of its release if no one acts', async () => {
    const sale = await sales.delivered({ priceCents: 10_000 });
    const [line] = await held(sale.seller, 'escrow');
    const { deal } = await sales.view(sale, sale.seller);
    expect(line).toMatchObject({ reason: 'awaiting_confirmation', outcome: 'released', until: deal.dueAt });
    expect(inMs(deal.deliveredAt, line!.freeAt!)).toBe(7 * day);
    await sales.moveClock(inMs(deal.deliveredAt, deal.dueAt) + hour);
    await sales.drain();
    const [onHold] = await held(sale.seller, 'pending_release');
    expect(onHold).toMatchObject({ reason: 'on_hold', freeAt: line!.freeAt, amountCents: 9_010 });
    expect((await balances(sale.seller)).nextRelease).toEqual({ amountCents: 9_010, at: line!.freeAt });
    await sales.moveClock(7 * day);
    await sales.drain();
    expect(await held(sale.seller, 'pending_release')).toEqual([]);
    expect((await balances(sale.seller)).availableCents).toBe(9_010);
  });

  test('a sale in complaint states what the complaint is pending on and until when, and promises no end', async () => {
    const sale = await sales.delivered({ priceCents: 10_000 });
    const body = { reason: 'other', wish: 'full', words: 'Veio outra coisa, mando as fotos do que chegou.' };
    const path = `/orders/${sale.hash}/complaints`;
    const opened = await sales.request('POST', path, { token: sale.buyer.token, key: true, body });
    expect(opened.status, opened.text).toBe(201);
    const [line] = await held(sale.seller, 'escrow');
    const { waits } = (await sales.view(sale, sale.seller)).deal;
    expect(waits.for).toBe('answer');
    expect(line).toMatchObject({
      reason: 'in_complaint',
      until: waits.until,
      complaint: { buyer: sale.buyer.username, waits },
    });
  });

  test('a withdrawal is in transit for one business day', async () => {
    const { seller } = await sales.released({ priceCents: 10_000 });
    const body = { amountCents: 5_000 };
    await sales.request('POST', '/withdrawals', { token: seller.token, key: true, body });
    const [line] = await held(seller, 'withdrawal_in_transit');
    expect(line).toMatchObject({ amountCents: 5_000, reason: 'withdrawal_in_review', outcome: 'paid_out' });
    expect((await balances(seller)).held.withdrawal_in_transit).toEqual({ cents: 5_000, count: 1 });
  });

  test('a buyer sees the pending refund', async () => {
    // The simulated bank keeps a refund of this amount in process.
    const sale = await sales.paid({ priceCents: 10_005 });
    await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
    const [line] = await held(sale.buyer, 'refund_due');
    expect(line).toMatchObject({ amountCents: 10_005, reason: 'refund_on_its_way', outcome: 'paid_out' });
    expect((await balances(sale.buyer)).held.refund_due).toEqual({ cents: 10_005, count: 1 });
    expect(await held(sale.seller, 'escrow')).toEqual([]);
  });
});

test('a page of another kind, or an invalid cursor, is refused', async () => {
  const person = await sales.user();
  const at = (path: string) => sales.request('GET', `/held-money/${path}`, { token: person.token });
  expect((await at('available')).status).toBe(404);
  expect((await at('escrow?after=x')).status).toBe(400);
  expect((await at('escrow?after=999999999999999_1')).data.items).toEqual([]);
});

test(
  'whatever happens in a market, the explanations add up to the held amount, each with its reason and date',
  { retry: 0 },
  async () => {
    const seed = Date.now() % 1_000_000;
    // By chance one of the three leaves more than five orders unpaid at once.
    await sales.setRules({ maxUnpaidOrders: 50 });
    const chance = random(seed);
    const people = await Promise.all(Array.from({ length: 3 }, () => sales.user()));
    const open: Placed[] = [];
    for (let step = 0; step < 70; step++) {
      const [seller, buyer] = two(people, chance);
      if (open.length < 8 || chance() < 0.3) {
        const listing = await sales.publishedListing({
          seller,
          stock: 5,
          priceCents: 100 + Math.floor(chance() * 90_000),
          ...(chance() < 0.3 && { codes: sales.codes(3) }),
        });
        const sale = await sales.place(buyer, listing);
        if (chance() < 0.9) await sales.bank.payCharge(sale.reference);
        open.push(sale);
      } else await anything(open[Math.floor(chance() * open.length)]!, chance);
    }
    for (const person of people) await expectExplained(person, seed);
  },
);

/** Any move of any side at any time; most are refused. */
async function anything(sale: Placed, chance: () => number): Promise<void> {
  const { buyer, seller } = sale;
  const amountCents = 1_000 + Math.floor(chance() * 5_000);
  const moves = [
    () => sales.tryAct(sale, seller, 'delivery-start'),
    () => sales.tryAct(sale, seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' }),
    () => sales.tryAct(sale, buyer, 'confirmation'),
    () => sales.tryAct(sale, seller, 'cancellation', { reason: 'no_stock' }),
    () => sales.tryAct(sale, buyer, 'withdrawal-of-purchase'),
    () => sales.request('POST', '/withdrawals', { token: seller.token, key: true, body: { amountCents } }),
    async () => {
      await sales.moveClock(Math.floor(chance() * 3 * day));
      await sales.drain();
    },
  ];
  // A sale mostly goes on: by chance alone hardly one would be delivered.
  for (const move of chance() < 0.5 ? moves.slice(0, chance() < 0.5 ? 2 : 3) : []) await move();
  await moves[Math.floor(chance() * moves.length)]!();
}

async function expectExplained(person: Person, seed: number): Promise<void> {
  const money = await balances(person);
  const inBooks = await booksOf(person);
  for (const account of heldAccounts) {
    const lines = await held(person, account);
    const sum = lines.reduce((cents, { amountCents }) => cents + amountCents, 0);
    expect({ account, sum, count: lines.length }, `seed ${seed}`).toEqual({
      account,
      sum: inBooks[account],
      count: money.held[account].count,
    });
    expect(money.held[account].cents).toBe(inBooks[account]);
    for (const line of lines) {
      expect(line.reason).toMatch(/^[a-z_]+$/);
      expect(Date.parse(line.until)).not.toBeNaN();
      expect(line.outcome === 'released').toBe(line.freeAt !== null);
    }
  }
}

/** What the books say by accounts alone; of escrow what is left of it after the commission. */
async function booksOf({ id }: Person): Promise<Record<HeldAccount, number>> {
  const { rows } = await sql<{ kind: HeldAccount; cents: number }>`
    select a.kind, sum(a.credits - a.debits
        - case a.kind when 'escrow' then o.commission_cents else 0 end)::bigint as cents
    from money.accounts a
      left join orders o on a.kind in ('escrow', 'pending_release', 'blocked') and o.id = a.case_id
      left join withdrawals w on a.kind = 'withdrawal_in_transit' and w.id = a.case_id
      left join refunds r on a.kind = 'refund_due' and r.id = a.case_id left join orders b on b.id = r.order_id
    where a.credits > a.debits and coalesce(o.seller_id, w.user_id, b.buyer_id) = ${id}
    group by a.kind`.execute(sales.db);
  const sums = new Map(rows.map(({ kind, cents }) => [kind, cents]));
  const all = heldAccounts.map((account) => [account, sums.get(account) ?? 0]);
  return Object.fromEntries(all) as Record<HeldAccount, number>;
}

function two(people: readonly Person[], chance: () => number): [Person, Person] {
  const first = Math.floor(chance() * people.length);
  return [people[first]!, people[(first + 1) % people.length]!];
}

/** mulberry32: the same seed, the same market. */
function random(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
