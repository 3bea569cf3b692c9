import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { GiveBackInput } from './give-back.ts';
import type { Tx } from '#server/context.ts';
import { balances } from '#server/ledger/queries.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { withLockedOrder as lockedOrder } from '#test/orders/locked-orders.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { resumeAfterComplaint, pauseForComplaint } from './complaint-moves.ts';
import { closeComplaint, giveBack } from './give-back.ts';

/** What complaints call; their own machine decides when. */
let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const bySystem = { actor: 'system', viewer: null } as const;
const byBuyer = { actor: 'buyer', viewer: null } as const;

const ring = async (byMs = 0) => {
  await sales.moveClock(byMs);
  await drain(sales.ctx, allSweeps);
};

const onOrder = <T>(sale: Placed, work: (tx: Tx, order: LockedOrder) => Promise<T>) =>
  lockedOrder(sales.db, sale, work);

const complain = (sale: Placed) => onOrder(sale, (tx, order) => pauseForComplaint(tx, order, byBuyer));
const resume = (sale: Placed) => onOrder(sale, (tx, order) => resumeAfterComplaint(tx, order, bySystem));
const uphold = (sale: Placed) =>
  onOrder(sale, (tx, order) => closeComplaint(sales.ctx, tx, order, 'uphold_sale', bySystem));

async function give(
  sale: Placed,
  amountCents: number,
  event: GiveBackInput['event'] = 'settle_complaint',
  reason: GiveBackInput['reason'] = 'complaint',
) {
  const given = await onOrder(sale, (tx, order) =>
    giveBack(sales.ctx, tx, order, { amountCents, event, reason, by: bySystem }),
  );
  await given.notifyProvider(sales.ctx);
  return given;
}

const purse = (sale: Placed) => balances(sales.db, sale.seller.id);
const settlement = async (sale: Placed) => (await sales.view(sale, sale.seller)).deal.settlement.state;

describe('a withdrawn complaint', () => {
  test('gives the order its remaining time back', async () => {
    const sale = await sales.delivered();
    await ring(10 * hour);
    await complain(sale);
    expect(await sales.stateOf(sale)).toBe('in_complaint');
    await ring(5 * day);
    expect(await sales.stateOf(sale)).toBe('in_complaint');
    await resume(sale);
    await ring(61 * hour);
    expect(await sales.stateOf(sale)).toBe('delivered');
    await ring(hour + minute);
    expect(await sales.stateOf(sale)).toBe('completed');
  });

  test('frees pending and released money, to the centavo', async () => {
    const waiting = await sales.delivered({ priceCents: 10_000 });
    await sales.act(waiting, waiting.buyer, 'confirmation');
    await complain(waiting);
    expect(await purse(waiting)).toMatchObject({ blockedCents: 9_010, pendingReleaseCents: 0 });
    await ring(8 * day);
    expect(await purse(waiting)).toMatchObject({ blockedCents: 9_010, availableCents: 0 });
    await resume(waiting);
    await ring();
    expect(await purse(waiting)).toMatchObject({ blockedCents: 0, availableCents: 9_010 });

    await complain(waiting);
    expect(await purse(waiting)).toMatchObject({ blockedCents: 9_010, availableCents: 0 });
    await resume(waiting);
    expect(await purse(waiting)).toMatchObject({ blockedCents: 0, availableCents: 9_010 });
    expect(await settlement(waiting)).toBe('released');
  });

  test('keeps the date of conclusion', async () => {
    const sale = await sales.released();
    const { closedAt } = (await sales.view(sale, sale.buyer)).deal;
    await complain(sale);
    await ring(day);
    await resume(sale);
    expect((await sales.view(sale, sale.buyer)).deal.closedAt).toBe(closedAt);
  });
});

describe('a complaint decided for the seller', () => {
  test('concludes a sale, even one without a delivery', async () => {
    const delivered = await sales.delivered({ priceCents: 10_000 });
    const late = await sales.paid({ priceCents: 10_000 });
    await sales.act(late, late.seller, 'delivery-start');
    for (const sale of [delivered, late]) {
      await complain(sale);
      await uphold(sale);
      expect(await sales.stateOf(sale)).toBe('completed');
      expect(await purse(sale)).toMatchObject({ pendingReleaseCents: 9_010, blockedCents: 0 });
    }
  });
});

describe('a complaint with a partial refund', () => {
  test('settles the rest in every state of the money, with commission on the remaining amount', async () => {
    const before = await sales.delivered({ priceCents: 10_000 });
    const waiting = await sales.delivered({ priceCents: 10_000 });
    await sales.act(waiting, waiting.buyer, 'confirmation');
    const after = await sales.released({ priceCents: 10_000 });
    for (const sale of [before, waiting, after]) {
      await complain(sale);
      await give(sale, 4_000);
      expect(await sales.stateOf(sale)).toBe('completed');
      expect(await sales.refunds(sale)).toEqual([
        { state: 'completed', reason: 'complaint', amount_cents: 4_000 },
      ]);
      const { pendingReleaseCents, availableCents, blockedCents } = await purse(sale);
      expect([pendingReleaseCents + availableCents, blockedCents]).toEqual([6_000 - 594, 0]);
    }
  });

  test('refuses zero, the whole amount, and more than was paid', async () => {
    const sale = await sales.delivered({ priceCents: 10_000 });
    await complain(sale);
    for (const amountCents of [0, -1, 10_000, 10_001])
      await expect(give(sale, amountCents)).rejects.toMatchObject({
        code: 'refund_exceeds_payment',
        extras: { meta: { remainingCents: 10_000 } },
      });
    // During a dispute a part goes back by the dispute alone.
    await expect(give(sale, 4_000, null, 'seller_offer')).rejects.toMatchObject({ code: 'wrong_state' });
  });
});

describe('a complaint decided for the buyer', () => {
  test('refunds everything in every state of the money, commission included', async () => {
    const before = await sales.delivered({ priceCents: 10_000 });
    const waiting = await sales.delivered({ priceCents: 10_000 });
    await sales.act(waiting, waiting.buyer, 'confirmation');
    const after = await sales.released({ priceCents: 10_000 });
    for (const sale of [before, waiting, after]) {
      await complain(sale);
      await give(sale, 10_000, 'refund_complaint');
      expect(await sales.stateOf(sale)).toBe('refunded');
      expect(await settlement(sale)).toBe('reversed');
      expect(await purse(sale)).toMatchObject({
        pendingReleaseCents: 0,
        availableCents: 0,
        blockedCents: 0,
        debtCents: 0,
      });
    }
  });

  test('never depends on the seller’s money: the missing amount becomes a debt, paid by half of each release', async () => {
    const sale = await sales.released({ priceCents: 10_000 });
    const { seller } = sale;
    const withdrawn = await sales.request('POST', '/withdrawals', {
      token: seller.token,
      key: true,
      body: { amountCents: 9_010 },
    });
    expect(withdrawn.status, withdrawn.text).toBe(201);
    await complain(sale);
    await give(sale, 10_000, 'refund_complaint');
    expect(await sales.refunds(sale)).toMatchObject([{ state: 'completed', amount_cents: 10_000 }]);
    expect(await purse(sale)).toMatchObject({ availableCents: 0, debtCents: 9_010 });

    const listing = await sales.publishedListing({ seller, priceCents: 10_000, stock: 2 });
    for (const debtCents of [9_010 - 4_505, 0]) {
      const next = await sales.place(await sales.user(), listing);
      await sales.bank.payCharge(next.reference);
      await sales.act(next, seller, 'delivery-start');
      await sales.act(next, seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
      await sales.act(next, next.buyer, 'confirmation');
      await ring(7 * day + minute);
      expect(await purse(sale)).toMatchObject({ debtCents });
    }
    expect(await purse(sale)).toMatchObject({ availableCents: 9_010 });
  });
});
