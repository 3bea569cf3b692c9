import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { followContestation } from '#server/payments/contestations/commands.ts';
import type { Dispute } from '#test/complaints/complaints.ts';
import type { Placed } from '#test/orders/sales.ts';
import { day, hour } from '#test/orders/sales.ts';
import { note, openStage } from './stage.ts';
import type { Stage, Standing } from './stage.ts';

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

const price = { priceCents: 10_000 };
/** The seller's net amount of a sale of R$ 100,00. */
const net = 9_010;
const refunded: Standing = { order: 'refunded', money: 'reversed', backCents: 10_000 };
const cancelled: Standing = { ...refunded, order: 'cancelled' };

/** The payer's bank changes a contestation, and notifies us unless the options say otherwise. */
async function bankSays(
  sale: Placed,
  to: 'open' | 'kept' | 'lost',
  how: { takenCents?: number; copies?: number } = {},
): Promise<void> {
  expect(await stage.bank.contestCharge(sale.reference, { to, ...how })).toBe(true);
  await stage.drain();
}

async function paymentState(sale: Placed): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select state from payments where order_id = ${sale.id} and end_to_end_id is not null order by id limit 1`.execute(
    stage.db,
  );
  return rows[0]!.state;
}

const started = async () => {
  const sale = await stage.paid(price);
  await stage.on(sale, sale.seller, 'delivery-start');
  return sale;
};
const confirmed = async () => {
  const sale = await stage.delivered(price);
  await stage.on(sale, sale.buyer, 'confirmation');
  return sale;
};
const places = {
  'a paid order': () => stage.paid(price),
  'one in delivery': started,
  'a delivered one': () => stage.delivered(price),
  'a concluded one': confirmed,
  'a released one': () => stage.released(price),
} as const;
const placed = Object.entries(places);

describe('while the payment is contested (P26)', () => {
  test.each(placed)('the money of %s is blocked, and nothing else', async (_, make) => {
    const sale = await make();
    const before = await stage.standing(sale);
    await bankSays(sale, 'open');
    expect(await stage.standing(sale)).toEqual({ ...before, money: 'blocked' });
    expect(await paymentState(sale)).toBe('contested');
    await stage.pass(20 * day);
    expect(await stage.standing(sale)).toEqual({ ...before, money: 'blocked' });
  });

  test.each(placed)('and upheld, %s continues as before (P26)', async (_, make) => {
    const sale = await make();
    const before = await stage.standing(sale);
    await bankSays(sale, 'open');
    await stage.pass(2 * day);
    await bankSays(sale, 'kept');
    expect(await stage.standing(sale)).toEqual(before);
    expect(await paymentState(sale)).toBe('upheld');
  });

  test.each(placed)('and charged back, %s ends for good (P26)', async (_, make) => {
    const sale = await make();
    const { order } = await stage.standing(sale);
    await bankSays(sale, 'open');
    await bankSays(sale, 'lost');
    expect(await stage.standing(sale)).toEqual(
      order === 'paid' || order === 'in_delivery' ? cancelled : refunded,
    );
    expect(await paymentState(sale)).toBe('charged_back');
  });

  test('the timer is paused, and continues with its remaining time', async () => {
    const sale = await stage.delivered(price);
    await stage.pass(24 * hour);
    await bankSays(sale, 'open');
    expect((await stage.view(sale, sale.buyer)).deal.dueAt).toBeNull();
    await stage.pass(30 * day);
    await bankSays(sale, 'kept');
    await stage.pass(47 * hour);
    expect(await stage.standing(sale)).toMatchObject({ order: 'delivered' });
    await stage.pass(hour);
    // The release delay continued meanwhile: a sale concluded now is free at once.
    expect(await stage.standing(sale)).toMatchObject({ order: 'completed', money: 'released' });
  });

  test('money of the seller’s other sales is free, and that of this sale is blocked as far as it is there (N02, M7)', async () => {
    const sale = await stage.released(price);
    await stage.released({ seller: sale.seller, ...price });
    await bankSays(sale, 'open');
    expect(await stage.purse(sale.seller)).toMatchObject({ availableCents: net });
    const spent = await stage.released(price);
    const { id } = await stage.does(spent.seller, '/withdrawals', { amountCents: 8_000 });
    await stage.does(stage.admin, `/staff/withdrawals/${id}/decision`, { decision: 'approve', note: '' });
    await bankSays(spent, 'open');
    expect(await stage.purse(spent.seller)).toMatchObject({ availableCents: 0 });
    await bankSays(spent, 'kept');
    expect(await stage.purse(spent.seller)).toMatchObject({ availableCents: 1_010 });
  });

  test('both sides may act, and the money stays blocked', async () => {
    const sale = await stage.paid(price);
    await bankSays(sale, 'open');
    await stage.on(sale, sale.seller, 'delivery-start');
    await stage.on(sale, sale.seller, 'delivery', { note });
    await stage.pass(20 * day);
    expect(await stage.standing(sale)).toEqual({ order: 'delivered', money: 'blocked', backCents: 0 });
    await stage.on(sale, sale.buyer, 'confirmation');
    await stage.pass(20 * day);
    expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'blocked', backCents: 0 });
    await bankSays(sale, 'kept');
    await stage.pass(0);
    expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'released', backCents: 0 });
  });

  test('unrevealed codes cannot be revealed, until the payment is upheld', async () => {
    const sale = await stage.delivered({ codes: stage.codes(1), ...price });
    await bankSays(sale, 'open');
    const refused = await stage.post(sale.buyer, `/orders/${sale.hash}/reveal`);
    expect([refused.status, refused.body.code]).toEqual([409, 'payment_contested']);
    await bankSays(sale, 'kept');
    await stage.on(sale, sale.buyer, 'reveal');
  });

  test('both sides are informed of the next step', async () => {
    const sale = await stage.delivered(price);
    await bankSays(sale, 'open');
    for (const who of [sale.buyer, sale.seller]) {
      expect((await stage.view(sale, who)).deal.waits).toMatchObject({ for: 'bank' });
      const { data } = await stage.request('GET', '/notifications', { token: who.token });
      expect(data.items[0].title).toMatch(/^(Contestação recebida|Pagamento contestado)$/);
    }
    const { data } = await stage.request('GET', '/held-money/escrow', { token: sale.seller.token });
    expect(data.items).toMatchObject([{ amountCents: net, reason: 'contested', outcome: 'decided' }]);
    await bankSays(sale, 'lost');
    const { data: told } = await stage.request('GET', '/notifications', { token: sale.buyer.token });
    expect(told.items.slice(0, 2).map(({ title }: { title: string }) => title)).not.toContain(
      'Pedido reembolsado',
    );
  });
});

describe('a refund of a contested payment', () => {
  test('is delayed by the bank’s review, and sent when the payment is upheld', async () => {
    const sale = await stage.delivered(price);
    await bankSays(sale, 'open');
    await stage.on(sale, sale.seller, 'refunds', { amountCents: 3_000, note });
    await stage.pass(5 * day);
    expect(await stage.standing(sale)).toEqual({ order: 'delivered', money: 'blocked', backCents: 0 });
    await bankSays(sale, 'kept');
    expect(await stage.standing(sale)).toEqual({ order: 'delivered', money: 'in_escrow', backCents: 3_000 });
  });

  test.each([
    ['of a part', 'refunds', { amountCents: 3_000, note }, refunded],
    ['of all', 'refunds', { amountCents: 10_000, note }, refunded],
  ] as const)('%s is not paid twice when the bank charges the payment back', async (_, verb, body, end) => {
    const sale = await stage.delivered(price);
    await bankSays(sale, 'open');
    await stage.on(sale, sale.seller, verb, body);
    await bankSays(sale, 'lost');
    expect(await stage.standing(sale)).toEqual(end);
    const { rows } = await sql`select from simulator.refunds b join simulator.receipts r
      on r.end_to_end_id = b.end_to_end_id where r.charge_reference = ${sale.reference}`.execute(stage.db);
    expect(rows).toHaveLength(0);
  });

  test('that was sent before: the bank takes the rest, and both add up to the paid amount', async () => {
    const sale = await stage.delivered(price);
    await stage.on(sale, sale.seller, 'refunds', { amountCents: 3_000, note });
    await bankSays(sale, 'open');
    await bankSays(sale, 'lost');
    expect(await stage.standing(sale)).toEqual(refunded);
    expect((await stage.refunds(sale)).map(({ amount_cents: cents }) => cents)).toEqual([3_000, 7_000]);
  });

  test('of a cancelled order is delayed, and settled by the bank’s decision', async () => {
    for (const to of ['kept', 'lost'] as const) {
      const sale = await stage.paid(price);
      await bankSays(sale, 'open');
      await stage.on(sale, sale.buyer, 'withdrawal-of-purchase');
      await stage.pass(day);
      expect(await stage.standing(sale)).toEqual({ ...cancelled, backCents: 0 });
      await bankSays(sale, to);
      expect(await stage.standing(sale)).toEqual(cancelled);
    }
  });

  test('into the balance is delayed too', async () => {
    const sale = await stage.delivered({ codes: stage.codes(1), ...price });
    await bankSays(sale, 'open');
    await stage.on(sale, sale.buyer, 'regret', { destination: 'balance' });
    await stage.pass(day);
    expect(await stage.purse(sale.buyer)).toMatchObject({ purchaseCreditCents: 0 });
    await bankSays(sale, 'lost');
    expect(await stage.standing(sale)).toEqual(refunded);
    expect(await stage.purse(sale.buyer)).toMatchObject({ purchaseCreditCents: 0 });
  });

  test('and a partial chargeback leaves the rest to the seller', async () => {
    const sale = await stage.released(price);
    await bankSays(sale, 'open');
    await bankSays(sale, 'lost', { takenCents: 4_000 });
    expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'released', backCents: 4_000 });
    expect(await stage.purse(sale.seller)).toMatchObject({ availableCents: 5_406 });
  });

  test('of an amount that the seller has spent becomes a debt, and the next sales pay half of it each', async () => {
    const sale = await stage.released(price);
    const { id } = await stage.does(sale.seller, '/withdrawals', { amountCents: net });
    await stage.does(stage.admin, `/staff/withdrawals/${id}/decision`, { decision: 'approve', note: '' });
    await bankSays(sale, 'open');
    await bankSays(sale, 'lost');
    expect(await stage.standing(sale)).toEqual(refunded);
    await stage.released({ seller: sale.seller, ...price });
    expect(await stage.purse(sale.seller)).toMatchObject({ availableCents: net / 2 });
  });
});

describe('contested partial payments', () => {
  test('a sale paid in two parts: the bank takes one, and the sale continues with the other', async () => {
    const sale = await stage.placed(price);
    await stage.bank.payCharge(sale.reference, { amountCents: 6_000 });
    await stage.drain();
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${sale.id} order by id desc limit 1`.execute(stage.db);
    const rest = { ...sale, ...rows[0]! };
    await stage.bank.payCharge(rest.reference);
    await bankSays(sale, 'open');
    await bankSays(rest, 'open');
    await bankSays(sale, 'lost');
    expect(await stage.standing(sale)).toEqual({ order: 'paid', money: 'blocked', backCents: 6_000 });
    await bankSays(rest, 'kept');
    expect(await stage.standing(sale)).toEqual({ order: 'paid', money: 'in_escrow', backCents: 6_000 });
    await bankSays(rest, 'lost');
    expect(await stage.standing(sale)).toEqual(cancelled);
  });

  test('with a pending rest: nothing is blocked, and the bank’s decision counts once the sale is paid', async () => {
    const sale = await stage.placed(price);
    await stage.bank.payCharge(sale.reference, { amountCents: 6_000 });
    await bankSays(sale, 'open');
    expect(await stage.standing(sale)).toMatchObject({ order: 'awaiting_payment' });
    const { rows } = await sql<{ reference: string }>`
      select reference from payments where order_id = ${sale.id} order by id desc limit 1`.execute(stage.db);
    await stage.bank.payCharge(rows[0]!.reference);
    expect(await stage.standing(sale)).toMatchObject({ order: 'paid', money: 'blocked' });
    await bankSays(sale, 'kept');
    expect(await stage.standing(sale)).toMatchObject({ order: 'paid', money: 'in_escrow' });
  });

  test('a manual refund waits, into the balance too, and is not sent after a chargeback', async () => {
    const byHand = { endToEndId: `E${'2'.repeat(20)}${'b'.repeat(11)}` };
    for (const to of ['kept', 'lost'] as const) {
      const sale = await stage.delivered({ priceCents: 10_004 });
      await stage.on(sale, sale.seller, 'refunds', { amountCents: 10_004, note });
      await stage.pass(0);
      const { id, state } = await stage.lastRefund(sale);
      expect(state).toBe('manual');
      await bankSays(sale, 'open');
      const refused = await stage.post(stage.admin, `/staff/refunds/${id}/hand-payment`, byHand);
      expect([refused.status, refused.body.code]).toEqual([409, 'payment_contested']);
      const chosen = await stage.request('PUT', `/refunds/${id}/destination`, {
        token: sale.buyer.token,
        body: { destination: 'balance' },
      });
      expect(chosen.status, chosen.text).toBeLessThan(300);
      await stage.pass(day);
      expect(await stage.standing(sale)).toEqual({ ...refunded, backCents: 0 });
      await bankSays(sale, to);
      expect(await stage.standing(sale)).toEqual({ ...refunded, backCents: 10_004 });
      const inBalance = to === 'kept' ? 10_004 : 0;
      expect(await stage.purse(sale.buyer)).toMatchObject({ purchaseCreditCents: inBalance });
    }
  });

  test('a large refund in review is completed by the chargeback', async () => {
    const sale = await stage.delivered({ priceCents: 150_000 });
    await bankSays(sale, 'open');
    await stage.on(sale, sale.seller, 'refunds', { amountCents: 150_000, note });
    expect((await stage.lastRefund(sale)).state).toBe('in_review');
    await bankSays(sale, 'lost');
    expect(await stage.standing(sale)).toEqual({ ...refunded, backCents: 150_000 });
  });
});

const withdraw = (dispute: Dispute) => stage.complaints.act(dispute, dispute.buyer, 'withdrawal');

describe('a complaint at the same time', () => {
  test('is withdrawn first: the money stays blocked until the bank decides', async () => {
    const dispute = await stage.complaints.opened(price);
    await bankSays(dispute, 'open');
    await withdraw(dispute);
    expect(await stage.standing(dispute)).toEqual({ order: 'delivered', money: 'blocked', backCents: 0 });
    await stage.pass(10 * day);
    expect(await stage.standing(dispute)).toMatchObject({ order: 'delivered' });
    await bankSays(dispute, 'kept');
    await stage.pass(3 * day);
    expect(await stage.standing(dispute)).toMatchObject({ order: 'completed', money: 'released' });
  });

  test.each([
    ['for the seller', { result: 'release' }, { order: 'completed', money: 'blocked', backCents: 0 }],
    [
      'for a part',
      { result: 'partial', percent: 30 },
      { order: 'completed', money: 'blocked', backCents: 0 },
    ],
    ['for the buyer', { result: 'full' }, { ...refunded, backCents: 0 }],
  ] as const)(
    'is decided %s: the money stays blocked until the bank decides too',
    async (_, verdict, standing) => {
      for (const [to, backCents] of [
        ['kept', verdict.result === 'release' ? 0 : verdict.result === 'full' ? 10_000 : 3_000],
        ['lost', 10_000],
      ] as const) {
        const dispute = await stage.complaints.mediated(price);
        await bankSays(dispute, 'open');
        await stage.complaints.decide(dispute, stage.admin, verdict);
        await stage.pass(3 * day);
        expect(await stage.standing(dispute)).toEqual(standing);
        await bankSays(dispute, to);
        await stage.pass(0);
        expect(await stage.standing(dispute)).toMatchObject({ backCents });
      }
    },
  );

  test('outlasts the bank’s review: its own block stays', async () => {
    const dispute = await stage.complaints.opened(price);
    await bankSays(dispute, 'open');
    await bankSays(dispute, 'kept');
    expect(await stage.standing(dispute)).toMatchObject({ order: 'in_complaint', money: 'blocked' });
    await withdraw(dispute);
    expect(await stage.standing(dispute)).toMatchObject({ order: 'delivered', money: 'in_escrow' });
  });

  test('opened after the contestation keeps the time that the order had', async () => {
    const sale = await stage.delivered(price);
    await stage.pass(24 * hour);
    await bankSays(sale, 'open');
    await stage.pass(5 * day);
    const { data } = await stage.complaints.open(sale);
    await bankSays(sale, 'kept');
    await withdraw({ ...sale, complaintId: data.id });
    await stage.pass(47 * hour);
    expect(await stage.standing(sale)).toMatchObject({ order: 'delivered' });
    await stage.pass(hour);
    expect(await stage.standing(sale)).toMatchObject({ order: 'completed' });
  });

  test('ends when the bank takes the price', async () => {
    const dispute = await stage.complaints.opened(price);
    await bankSays(dispute, 'open');
    await bankSays(dispute, 'lost');
    expect(await stage.standing(dispute)).toEqual(refunded);
    const { rows } =
      await sql`select state, ending from complaints where id = ${dispute.complaintId}`.execute(stage.db);
    expect(rows).toEqual([{ state: 'closed', ending: 'charged_back' }]);
  });
});

describe('whatever notices arrive', () => {
  test('many notices at once count once', async () => {
    const sale = await stage.delivered(price);
    await bankSays(sale, 'open', { copies: 20 });
    await bankSays(sale, 'lost', { copies: 20 });
    expect(await stage.standing(sale)).toEqual(refunded);
    await stage.notice(sale.reference);
    expect(await stage.standing(sale)).toEqual(refunded);
  });

  test('no notice at all: the reconciliation finds the contestation', async () => {
    const sale = await stage.delivered(price);
    await bankSays(sale, 'open', { copies: 0 });
    expect(await stage.standing(sale)).toMatchObject({ money: 'blocked' });
    await bankSays(sale, 'kept', { copies: 0 });
    expect(await stage.standing(sale)).toMatchObject({ money: 'in_escrow' });
  });

  test('only the last notice: the amount that the bank took is booked', async () => {
    const sale = await stage.released(price);
    await bankSays(sale, 'lost');
    expect(await stage.standing(sale)).toEqual(refunded);
  });

  test('upheld and contested again: it is blocked again', async () => {
    const sale = await stage.released(price);
    await bankSays(sale, 'open');
    await bankSays(sale, 'kept');
    await bankSays(sale, 'open');
    expect(await stage.standing(sale)).toMatchObject({ money: 'blocked' });
    await bankSays(sale, 'lost');
    expect(await stage.standing(sale)).toEqual(refunded);
  });

  test('actions of buyer, seller and timer run in parallel: the end is the same', async () => {
    const sales: Placed[] = [];
    for (let each = 0; each < 5; each++) sales.push(await stage.delivered(price));
    await Promise.all(
      sales.flatMap((sale) => [
        stage.bank.contestCharge(sale.reference, { to: 'open', copies: 3 }),
        stage.post(sale.buyer, `/orders/${sale.hash}/confirmation`),
        stage.post(sale.seller, `/orders/${sale.hash}/refunds`, { amountCents: 1_000, note }),
      ]),
    );
    await stage.drain();
    await stage.pass(hour);
    await Promise.all(
      sales.flatMap((sale) => [
        stage.bank.contestCharge(sale.reference, { to: 'lost', copies: 3 }),
        stage.post(sale.seller, `/orders/${sale.hash}/refunds`, { amountCents: 1_000, note }),
      ]),
    );
    await stage.pass(hour);
    for (const sale of sales) expect(await stage.standing(sale)).toEqual(refunded);
  });
});

/** Both wait for the lock on the order's row, the bank's notice first. */
async function raced(sale: Placed, act: () => Promise<unknown>): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(stage.db);
    return rows[0]!.n;
  };
  let [follow, acted]: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()];
  await stage.db.transaction().execute(async (tx) => {
    await sql`select from orders where id = ${sale.id} for no key update`.execute(tx);
    follow = followContestation(stage.ctx, { reference: sale.reference });
    await expect.poll(waiting).toBe(1);
    acted = act();
    await expect.poll(waiting).toBe(2);
  });
  await Promise.all([follow, acted]);
}

describe('at the same moment', () => {
  test('a buyer confirms during a contestation: the sale is concluded and blocked', async () => {
    const sale = await stage.delivered(price);
    await stage.bank.contestCharge(sale.reference, { to: 'open', copies: 0 });
    await raced(sale, () => stage.on(sale, sale.buyer, 'confirmation'));
    expect(await stage.standing(sale)).toMatchObject({ order: 'completed', money: 'blocked' });
  });

  test('a complaint is withdrawn and the bank upholds the payment: nothing blocks it any more', async () => {
    const dispute = await stage.complaints.opened(price);
    await bankSays(dispute, 'open');
    await stage.bank.contestCharge(dispute.reference, { to: 'kept', copies: 0 });
    await raced(dispute, () => withdraw(dispute));
    expect(await stage.standing(dispute)).toMatchObject({ order: 'delivered', money: 'in_escrow' });
  });
});
