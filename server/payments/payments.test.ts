import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { signNotice } from '#server/adapters/payments/simulator-signature.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { confirmPayment } from '#server/orders/payment/payment.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { hour, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { forgeriesPerSecond } from '#server/http/limits/forgeries.ts';
import { runRefunds } from './jobs.ts';
import { sendRefund } from './refunds.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(() => sales.close());

const ring = async (byMs = 0) => {
  await sales.moveClock(byMs);
  await drain(sales.ctx, allSweeps);
};

async function captures(sale: Placed): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from money.journals where key = ${`capture:order:${sale.id}`}`.execute(sales.db);
  return rows[0]!.count;
}

const noticeAbout = (reference: string) => JSON.stringify({ eventId: 'sized', kind: 'charge', reference });

/** Posts a notice signed by the provider and returns the HTTP status. */
async function sendSigned(body: string, type: string): Promise<number> {
  const headers = { ...signNotice(sales.ctx.keys.webhook, body), 'content-type': type };
  return (await sales.request('POST', '/webhooks/simulator', { body, headers })).status;
}

async function sendForged(ip: string): Promise<number> {
  return (await sales.request('POST', '/webhooks/simulator', { body: '{}', ip })).status;
}

async function storedEvents(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from provider_events`.execute(sales.db);
  return rows[0]!.count;
}

const refundedWhole = (sale: Placed, reason: string, amountCents = sale.totalCents) => [
  { state: 'completed', reason, amount_cents: amountCents },
];

describe('the notice', () => {
  test('fifty copies, all at once, pay the order once (T33)', async () => {
    const sale = await sales.placed({ codes: sales.codes(1) });
    await sales.bank.payCharge(sale.reference, { copies: 0 });
    const eventId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, copy) =>
        sales.notice(sale.reference, undefined, copy % 2 ? eventId : randomUUID()),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    await ring();
    expect(await sales.stateOf(sale)).toBe('delivered');
    expect(await captures(sale)).toBe(1);
    expect(await sales.refunds(sale)).toEqual([]);
  });

  test('that comes before the money changes nothing, and the next one finds it', async () => {
    const sale = await sales.placed();
    expect((await sales.notice(sale.reference)).status).toBe(200);
    expect(await sales.stateOf(sale)).toBe('awaiting_payment');
    await sales.bank.payCharge(sale.reference);
    expect(await sales.stateOf(sale)).toBe('paid');
  });

  test('without signature, with a wrong or an old one, is 401 and leaves no row (T28, T30)', async () => {
    const sale = await sales.placed();
    await sales.bank.payCharge(sale.reference, { copies: 0 });
    const before = await storedEvents();
    const body = JSON.stringify({ eventId: 'forged', kind: 'charge', reference: sale.reference });
    const old = Math.floor(Date.now() / 1_000) - 901;
    const forgeries = [
      {},
      signNotice(Buffer.alloc(32), body),
      signNotice(sales.ctx.keys.webhook, `${body} `),
      signNotice(sales.ctx.keys.webhook, body, old),
    ];
    for (const headers of forgeries) {
      const answer = await sales.request('POST', '/webhooks/simulator', { body, headers });
      expect([answer.status, answer.body.code]).toEqual([401, 'webhook_signature']);
    }
    expect(await storedEvents()).toBe(before);
    expect(await sales.stateOf(sale)).toBe('awaiting_payment');
  });

  test('that is no JSON is 415, and one of more than 64 KiB is 413, with any signature (T36)', async () => {
    const full = noticeAbout('x'.repeat(64 * 1024 - noticeAbout('').length));
    expect(await sendSigned(full, 'application/json')).toBe(200);
    expect(await sendSigned(`${full} `, 'application/json')).toBe(413);
    for (const type of ['text/plain', 'application/pdf', 'image/png', 'application/jsonx'])
      expect(await sendSigned(noticeAbout('x'), type), type).toBe(415);
  });

  test('forged by the hundred are refused unread, those of other networks are not (T36)', async () => {
    const from = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 4 * forgeriesPerSecond }, () => sendForged('203.0.113.9')),
    );
    // The limit applies to each second that began meanwhile.
    const seconds = Math.floor((performance.now() - from) / 1_000) + 2;
    const looked = answers.filter((status) => status === 401).length;
    expect(looked).toBeGreaterThanOrEqual(forgeriesPerSecond);
    expect(looked).toBeLessThanOrEqual(seconds * forgeriesPerSecond);
    expect(answers.filter((status) => status === 429)).toHaveLength(answers.length - looked);
    expect(await sendForged('198.51.100.7')).toBe(401);
    await vi.waitFor(
      async () => expect(await sendSigned(noticeAbout('x'), 'application/json')).toBe(200),
      5_000,
    );
  });

  test('for an unknown provider is 404', async () => {
    const answer = await sales.request('POST', '/webhooks/acme', { body: {} });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  test('about an unknown charge is stored and does nothing', async () => {
    expect((await sales.notice('f'.repeat(32))).status).toBe(200);
    await ring();
  });

  test('that was stored and then interrupted is processed by the sweep', async () => {
    const sale = await sales.placed();
    await sales.bank.payCharge(sale.reference, { copies: 0 });
    await sql`insert into provider_events (provider, event_id, body)
      values ('simulator', 'left', ${JSON.stringify({ eventId: 'left', kind: 'charge', reference: sale.reference })}::jsonb)`.execute(
      sales.db,
    );
    await ring();
    expect(await sales.stateOf(sale)).toBe('paid');
  });

  test('is answered while the provider does not answer us, and processed later (T34)', async () => {
    const sale = await sales.placed();
    await sales.bank.payCharge(sale.reference, { copies: 0 });
    vi.spyOn(sales.bank, 'findCharge').mockRejectedValueOnce(new Error('away'));
    expect((await sales.notice(sale.reference)).status).toBe(200);
    expect(await sales.stateOf(sale)).toBe('awaiting_payment');
    await ring();
    expect(await sales.stateOf(sale)).toBe('paid');
  });

  test('that is lost is replaced by reconciliation, or at once when the buyer asks', async () => {
    const silent = await sales.paid({ priceCents: 10_093 });
    expect(await sales.stateOf(silent)).toBe('awaiting_payment');
    await ring(2 * minute);
    expect(await sales.stateOf(silent)).toBe('paid');

    const impatient = await sales.paid({ priceCents: 10_093 });
    await sales.act(impatient, impatient.buyer, 'payment-check');
    expect(await sales.stateOf(impatient)).toBe('paid');
  });
});

describe('the amount', () => {
  test('a surplus is refunded and the rest pays the order (§4.6)', async () => {
    const sale = await sales.placed({ priceCents: 5_000 });
    await sales.bank.payCharge(sale.reference, { amountCents: 6_200 });
    expect(await sales.stateOf(sale)).toBe('paid');
    expect(await sales.refunds(sale)).toEqual(refundedWhole(sale, 'wrong_amount', 1_200));
    expect((await sales.view(sale, sale.buyer)).deal.payment.state).toBe('partially_refunded');
  });

  test('less than the price waits for the rest, which the same charge may bring (§4.6)', async () => {
    const sale = await sales.placed({ priceCents: 5_000 });
    await sales.bank.payCharge(sale.reference, { amountCents: 4_999 });
    expect(await sales.stateOf(sale)).toBe('awaiting_payment');
    const held = { state: 'held', reason: 'wrong_amount', amount_cents: 4_999 };
    expect(await sales.refunds(sale)).toEqual([held]);
    await sales.bank.payCharge(sale.reference, { amountCents: 1 });
    expect(await sales.stateOf(sale)).toBe('paid');
    expect(await sales.refunds(sale)).toEqual([{ ...held, state: 'used' }]);
  });

  test('less than the price is refunded at once when no further charge may be opened', async () => {
    await sales.setRules({ payments: { ...defaultRules.payments, maxAttempts: 1 } });
    const sale = await sales.placed({ priceCents: 5_000 });
    await sales.bank.payCharge(sale.reference, { amountCents: 4_999 });
    expect(await sales.refunds(sale)).toEqual(refundedWhole(sale, 'wrong_amount', 4_999));
    await sales.setRules({ payments: defaultRules.payments });
    await sales.bank.payCharge(sale.reference);
    expect(await sales.stateOf(sale)).toBe('paid');
  });

  test('a second payment is refunded, and the first stands (§4.6)', async () => {
    const sale = await sales.paid({ codes: sales.codes(1), priceCents: 5_000 });
    await sales.bank.payCharge(sale.reference);
    await sales.bank.payCharge(sale.reference);
    expect(await sales.stateOf(sale)).toBe('delivered');
    expect(await sales.refunds(sale)).toEqual([
      ...refundedWhole(sale, 'duplicate_payment'),
      ...refundedWhole(sale, 'duplicate_payment'),
    ]);
  });

  test('a sale with a surplus that is cancelled afterwards refunds everything', async () => {
    const sale = await sales.placed({ priceCents: 5_000 });
    await sales.bank.payCharge(sale.reference, { amountCents: 5_100 });
    await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
    expect(await sales.refunds(sale)).toEqual([
      ...refundedWhole(sale, 'wrong_amount', 100),
      ...refundedWhole(sale, 'order_cancelled'),
    ]);
    expect((await sales.view(sale, sale.buyer)).deal.payment.state).toBe('refunded');
  });
});

describe('late money (P07)', () => {
  test('revives an expired order while stock and price are unchanged, and codes are delivered', async () => {
    const sale = await sales.placed({ codes: sales.codes(1) });
    await ring(31 * minute);
    expect(await sales.stateOf(sale)).toBe('expired');
    await sales.bank.payCharge(sale.reference);
    expect(await sales.stateOf(sale)).toBe('delivered');
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 0, state: 'sold_out' });
    expect((await sales.view(sale, sale.buyer)).deal.closedAt).toBeNull();
    await sales.act(sale, sale.buyer, 'confirmation');
  });

  test('revives an abandoned order', async () => {
    const sale = await sales.placed({ stock: 2 });
    await sales.act(sale, sale.buyer, 'abandonment');
    await sales.bank.payCharge(sale.reference);
    expect(await sales.stateOf(sale)).toBe('paid');
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 1 });
  });

  test('is refunded when the stock was sold meanwhile', async () => {
    const sale = await sales.placed({ stock: 1 });
    await ring(31 * minute);
    const { rows } = await sql<{ price_cents: number }>`
      select price_cents from listings where id = ${sale.listingId}`.execute(sales.db);
    await sales.place(await sales.user(), {
      id: sale.listingId,
      priceCents: rows[0]!.price_cents,
      seller: sale.seller,
    });
    await sales.bank.payCharge(sale.reference);
    expect(await sales.stateOf(sale)).toBe('expired');
    expect(await sales.refunds(sale)).toEqual(refundedWhole(sale, 'late_payment'));
  });

  test('is refunded when the price changed, the listing was paused or a day has passed', async () => {
    const changed = await sales.placed();
    const paused = await sales.placed();
    const forgotten = await sales.placed();
    await ring(31 * minute);
    await sales.request('PUT', `/listings/${paused.listingId}/pause`, {
      token: paused.seller.token,
      body: { paused: true },
    });
    await sales.bank.payCharge(paused.reference);
    await sql`update listings set price_cents = price_cents + 1 where id = ${changed.listingId}`.execute(
      sales.db,
    );
    await sales.bank.payCharge(changed.reference);
    await ring(25 * hour);
    await sales.bank.payCharge(forgotten.reference);
    for (const sale of [changed, paused, forgotten]) {
      expect(await sales.stateOf(sale)).toBe('expired');
      expect(await sales.refunds(sale)).toEqual(refundedWhole(sale, 'late_payment'));
    }
  });

  test('without a notice is found by reconciliation', async () => {
    const sale = await sales.placed({ stock: 1, priceCents: 10_093 });
    await ring(31 * minute);
    await sales.bank.payCharge(sale.reference);
    await ring();
    expect(await sales.stateOf(sale)).toBe('paid');
  });

  test('a cancelled and refunded order is not revived by a second payment', async () => {
    const sale = await sales.paid();
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    await sales.bank.payCharge(sale.reference);
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect((await sales.refunds(sale)).map(({ reason }) => reason)).toEqual([
      'order_cancelled',
      'duplicate_payment',
    ]);
  });
});

describe('an unavailable provider', () => {
  test('when the charge should be opened: the order stays and the sweep opens it', async () => {
    const sale = await sales.placed({ priceCents: 10_091 });
    const before = await sales.view(sale, sale.buyer);
    expect(before.deal.payment).toMatchObject({ state: 'created', pixCode: null });
    await ring();
    const after = await sales.view(sale, sale.buyer);
    expect(after.deal.payment.state).toBe('pending');
    expect(after.deal.payment.pixCode).toContain(sale.reference);
  });

  test('for good: the order expires unpaid', async () => {
    const sale = await sales.placed({ stock: 1, priceCents: 10_092 });
    await ring(31 * minute);
    expect(await sales.stateOf(sale)).toBe('expired');
    expect(await sales.listing(sale.listingId)).toMatchObject({ stock: 1 });
  });

  test('during a refund: it is sent again under the same reference and arrives once', async () => {
    const sale = await sales.paid();
    vi.spyOn(sales.bank, 'refund').mockRejectedValueOnce(new Error('timeout'));
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    expect((await sales.refunds(sale))[0]).toMatchObject({ state: 'processing' });
    await ring();
    expect(await sales.refunds(sale)).toEqual(refundedWhole(sale, 'order_cancelled'));
    const { rows } = await sql`select attempts from refunds where order_id = ${sale.id}`.execute(sales.db);
    expect(rows).toEqual([{ attempts: 1 }]);
  });
});

describe('refunds', () => {
  test('are sent by one process at a time, since the provider may have no idempotency keys', async () => {
    const sale = await sales.paid();
    const { refund } = sales.bank;
    let [asking, most] = [0, 0];
    vi.spyOn(sales.bank, 'refund').mockRejectedValueOnce(new Error('timeout'));
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    vi.spyOn(sales.bank, 'refund').mockImplementation(async (asked) => {
      most = Math.max(most, ++asking);
      await sleep(100);
      asking -= 1;
      return refund(asked);
    });
    const { rows } = await sql<{ id: number }>`select id from refunds where order_id = ${sale.id}`.execute(
      sales.db,
    );
    await Promise.all(Array.from({ length: 20 }, () => sendRefund(sales.ctx, rows[0]!.id)));
    expect(most).toBe(1);
    expect(await sales.refunds(sale)).toEqual(refundedWhole(sale, 'order_cancelled'));
  });

  test('in process are asked about in turn, so that many of them block no other', async () => {
    const asked: number[] = [];
    vi.spyOn(sales.bank, 'refund').mockImplementation(async ({ reference }) => {
      asked.push(Number(reference.slice(6, 18)));
      return { providerId: reference, state: 'processing' };
    });
    for (const sale of [await sales.paid(), await sales.paid(), await sales.paid()])
      await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    const [first, second, third] = asked;
    await sendRefund(sales.ctx, first!);
    await runRefunds.run(sales.ctx);
    expect(asked.slice(-3)).toEqual([second, third, first]);
  });

  test('that fail once arrive with the next attempt', async () => {
    const sale = await sales.paid({ priceCents: 10_003 });
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    expect((await sales.refunds(sale))[0]).toMatchObject({ state: 'failed' });
    await ring();
    expect((await sales.refunds(sale))[0]).toMatchObject({ state: 'completed' });
  });

  test('that always fail wait for staff after three attempts, and the money stays owed', async () => {
    const sale = await sales.paid({ priceCents: 10_004 });
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    await ring();
    const { rows } =
      await sql`select state, attempts, last_error from refunds where order_id = ${sale.id}`.execute(
        sales.db,
      );
    expect(rows).toEqual([{ state: 'manual', attempts: 3, last_error: 'Conta de destino indisponível' }]);
  });

  test('that take long are asked about again', async () => {
    const sale = await sales.paid({ priceCents: 10_005 });
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    expect((await sales.refunds(sale))[0]).toMatchObject({ state: 'processing' });
    await ring();
    expect((await sales.refunds(sale))[0]).toMatchObject({ state: 'completed' });
  });
});

test('concurrent confirmations of the same charge capture once', async () => {
  const sale = await sales.placed({ codes: sales.codes(1) });
  await sales.bank.payCharge(sale.reference, { copies: 0, amountCents: sale.totalCents + 10 });
  await Promise.all(
    Array.from({ length: 12 }, () => confirmPayment(sales.ctx, { reference: sale.reference })),
  );
  expect(await captures(sale)).toBe(1);
  expect(await sales.refunds(sale)).toEqual(refundedWhole(sale, 'wrong_amount', 10));
});
