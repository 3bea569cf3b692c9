import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
let second: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  second = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(() => sales.close());

const ring = async (byMs = 0) => {
  await sales.moveClock(byMs);
  await drain(sales.ctx, allSweeps);
};

const note = 'Chegou com um arranhão na tampa.';
const give = (sale: Placed, amountCents: number, who = sale.seller) =>
  sales.tryAct(sale, who, 'refunds', { amountCents, note });
const regret = (sale: Placed, destination = 'original', who = sale.buyer) =>
  sales.tryAct(sale, who, 'regret', { destination });
const askToCancel = (sale: Placed, who = sale.buyer) =>
  sales.tryAct(sale, who, 'cancellation-request', { note });
const answer = (sale: Placed, decision: string, text = note, who = sale.seller) =>
  sales.tryAct(sale, who, 'cancellation-request/answer', { decision, note: text });
const staff = (who: Person, path: string, body: object = {}) =>
  sales.request('POST', `/staff/${path}`, { token: who.token, key: true, body });
const decide = (who: Person, id: number, decision = 'approve', text = note) =>
  staff(who, `refunds/${id}/decision`, { decision, note: text });

async function refundOf(sale: Placed): Promise<{ id: number; state: string }> {
  const { rows } = await sql<{ id: number; state: string }>`
    select id, state from refunds where order_id = ${sale.id} order by id desc limit 1`.execute(sales.db);
  return rows[0]!;
}

async function purse(person: Person) {
  return (await sales.request('GET', '/balances', { token: person.token })).data;
}

async function queue(tab = 'pendentes', who = admin) {
  return (await sales.request('GET', `/staff/refunds?tab=${tab}`, { token: who.token })).data;
}

async function started(options = {}): Promise<Placed> {
  const sale = await sales.paid(options);
  await sales.act(sale, sale.seller, 'delivery-start');
  return sale;
}

const large = async (priceCents: number) => {
  const sale = await sales.paid({ priceCents });
  await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  return { sale, refund: await refundOf(sale) };
};

const e2e = (tail: string) => `E${'1'.repeat(20)}${tail.padStart(11, 'a')}`;

const byHand = (who: Person, id: number, endToEndId: string) =>
  staff(who, `refunds/${id}/hand-payment`, { endToEndId });

async function failed(): Promise<{ sale: Placed; id: number }> {
  vi.spyOn(sales.bank, 'refund').mockResolvedValue({
    state: 'failed',
    providerId: 'x',
    reason: 'NAO_REALIZADO',
  });
  const sale = await sales.paid({ priceCents: 10_000 });
  await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  await ring();
  await ring();
  const { id, state } = await refundOf(sale);
  expect(state).toBe('manual');
  return { sale, id };
}

const force = (who: Person, sale: Placed, event: string) =>
  staff(who, `orders/${sale.hash}/forced-moves`, { event, reason: note });

describe('a refund by the seller (P25)', () => {
  test('may be partial at any time: the state stays and the commission follows the remaining amount', async () => {
    const released = await sales.released({ priceCents: 10_000 });
    const paid = await sales.paid({ priceCents: 10_000 });
    const inDelivery = await started({ priceCents: 10_000 });
    const delivered = await sales.delivered({ priceCents: 10_000 });
    for (const sale of [paid, inDelivery, delivered, released]) {
      const state = await sales.stateOf(sale);
      expect((await give(sale, 4_000)).status).toBe(201);
      expect(await sales.stateOf(sale)).toBe(state);
      const { deal } = await sales.view(sale, sale.buyer);
      expect(deal).toMatchObject({ refundedCents: 4_000 });
      expect(deal.refunds).toMatchObject([
        { amountCents: 4_000, state: 'completed', reason: 'seller_offer', note },
      ]);
      expect((await sales.view(sale, sale.seller)).deal.netCents).toBe(6_000 - 594);
    }
    expect((await purse(released.seller)).availableCents).toBe(6_000 - 594);
  });

  test('of the whole remaining amount cancels the sale before delivery and refunds it afterwards', async () => {
    const released = await sales.released({ priceCents: 10_000 });
    const paid = await sales.paid({ priceCents: 10_000 });
    const delivered = await sales.delivered({ priceCents: 10_000 });
    await give(delivered, 2_500);
    expect((await give(paid, 10_000)).data.state).toBe('cancelled');
    expect((await give(delivered, 7_500)).data.state).toBe('refunded');
    expect((await give(released, 10_000)).data.state).toBe('refunded');
    expect(await purse(released.seller)).toMatchObject({ availableCents: 0, debtCents: 0 });
    expect((await sales.listing(paid.listingId)).stock).toBe(5);
  });

  test('in three parts costs the seller the same as in one', async () => {
    const thrice = await sales.released({ priceCents: 9_999 });
    const once = await sales.released({ priceCents: 9_999 });
    for (const part of [333, 333, 334]) await give(thrice, part);
    await give(once, 1_000);
    expect((await purse(thrice.seller)).availableCents).toBe((await purse(once.seller)).availableCents);
  });

  test('is neither zero, nor a fraction of a centavo, nor more than the remaining amount', async () => {
    const sale = await sales.paid({ priceCents: 10_000 });
    await give(sale, 6_000);
    const over = await give(sale, 4_001);
    expect([over.status, over.body.code, over.body.meta]).toEqual([
      409,
      'refund_exceeds_payment',
      { remainingCents: 4_000 },
    ]);
    expect((await give(sale, 0)).status).toBe(400);
    expect((await give(sale, 0.5)).status).toBe(400);
  });

  test('requested twenty times at once returns the paid amount and not a centavo more', async () => {
    const sale = await sales.delivered({ priceCents: 10_000 });
    const tries = await Promise.all(Array.from({ length: 20 }, () => give(sale, 900)));
    const given = tries.filter(({ status }) => status === 201);
    expect(given).toHaveLength(11);
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([201, 409]));
    await ring();
    expect((await sales.view(sale, sale.buyer)).deal.refundedCents).toBe(9_900);
  });

  test('is allowed to the seller only, and only for a paid order that is not over', async () => {
    const sale = await sales.paid();
    expect((await give(sale, 100, sale.buyer)).status).toBe(409);
    expect((await give(sale, 100, await sales.user())).status).toBe(404);
    const unpaid = await sales.placed();
    expect((await give(unpaid, 100)).status).toBe(409);
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    expect((await give(sale, 100)).status).toBe(409);
  });

  test('in part before the seller cancels: the rest is refunded too', async () => {
    const sale = await sales.paid({ priceCents: 10_000 });
    await give(sale, 1_000);
    await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
    expect((await sales.refunds(sale)).map((refund) => refund.amount_cents)).toEqual([1_000, 9_000]);
  });
});

describe('a regret (CDC art. 49)', () => {
  test('of unrevealed codes is granted at once, with a protocol number in the reply and in a letter (P24)', async () => {
    const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_000 });
    const asked = await regret(sale);
    expect(asked.data).toMatchObject({ state: 'refunded', decisionBy: null });
    expect(asked.data.protocol).toMatch(/^ARR-[0-9A-Z]{4,}$/);
    expect(await sales.refunds(sale)).toEqual([
      { state: 'completed', reason: 'regret', amount_cents: 10_000 },
    ]);
    await sales.drain();
    const { rows } = await sql<{ subject: string }>`
      select subject from mails where recipient = ${sale.buyer.email}`.execute(sales.db);
    expect(rows.map(({ subject }) => subject)).toContainEqual(expect.stringContaining(asked.data.protocol));
    expect((await sales.view(sale, sale.buyer)).deal.refunds[0].protocol).toBe(asked.data.protocol);
  });

  test('into the balance becomes credit for the next purchase and can be withdrawn', async () => {
    const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_000 });
    await regret(sale, 'balance');
    expect(await purse(sale.buyer)).toMatchObject({ purchaseCreditCents: 10_000 });
  });

  test('of revealed codes needs a review, which grants or refuses it', async () => {
    const opened = async () => {
      const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_000 });
      await sales.act(sale, sale.buyer, 'reveal');
      const asked = await regret(sale);
      expect(asked.data.state).toBe('delivered');
      expect(Date.parse(asked.data.decisionBy)).toBeGreaterThan(
        Date.parse((await sales.view(sale)).now) + 47 * hour,
      );
      return sale;
    };
    const [granted, refused] = [await opened(), await opened()];
    const { items } = await queue();
    expect(items.find((row: { order: { hash: string } }) => row.order.hash === granted.hash)).toMatchObject({
      reason: 'regret',
      opened: true,
      sellerIs: 'occasional',
      decidable: true,
      due: { at: expect.any(String), late: false },
    });
    expect((await decide(support, (await refundOf(granted)).id)).data.state).toBe('approved');
    expect(await sales.stateOf(granted)).toBe('refunded');
    expect((await refundOf(granted)).state).toBe('completed');

    expect((await decide(support, (await refundOf(refused)).id, 'reject', 'curto')).status).toBe(400);
    expect((await decide(support, (await refundOf(refused)).id, 'reject')).data.state).toBe('rejected');
    expect(await sales.stateOf(refused)).toBe('delivered');
    expect((await regret(refused)).body.code).toBe('already_requested');
    expect((await decide(support, (await refundOf(refused)).id)).body.code).toBe('already_decided');
  });

  test('under review covers the remaining amount when the seller refunded a part meanwhile', async () => {
    const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_001 });
    await sales.act(sale, sale.buyer, 'reveal');
    await regret(sale);
    const { id } = await refundOf(sale);
    expect((await give(sale, 3_334)).status).toBe(201);
    expect((await decide(support, id)).data).toMatchObject({ state: 'approved' });
    await ring();
    expect(await sales.stateOf(sale)).toBe('refunded');
    expect(await sales.refunds(sale)).toEqual([
      { state: 'completed', reason: 'regret', amount_cents: 6_667 },
      { state: 'completed', reason: 'seller_offer', amount_cents: 3_334 },
    ]);
  });

  test('is possible until the end of the seventh day after delivery, also after conclusion and release', async () => {
    const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_000 });
    await sales.act(sale, sale.buyer, 'confirmation');
    await ring(7 * day - hour);
    expect((await regret(sale)).data.state).toBe('refunded');
    const late = await sales.delivered({ codes: sales.codes(1) });
    const { deal, now } = await sales.view(late, late.buyer);
    await ring(Date.parse(deal.regretUntil) - Date.parse(now) + minute);
    expect((await regret(late)).body.code).toBe('regret_over');
    expect((await sales.view(late, late.buyer)).deal.actions).toContainEqual({
      event: 'regret',
      allowed: false,
    });
  });

  test('after more than three regrets of revealed codes in 90 days needs a review even for unrevealed ones', async () => {
    const buyer = await sales.user();
    for (let n = 0; n < 4; n++) {
      const listing = await sales.publishedListing({ codes: sales.codes(1) });
      const sale = await sales.place(buyer, listing);
      await sales.bank.payCharge(sale.reference);
      await sales.act(sale, buyer, 'reveal');
      await ring(minute);
      expect((await regret(sale)).status).toBe(201);
    }
    const unseen = await sales.place(buyer, await sales.publishedListing({ codes: sales.codes(1) }));
    await sales.bank.payCharge(unseen.reference);
    expect((await regret(unseen)).data).toMatchObject({ state: 'delivered' });
    expect((await refundOf(unseen)).state).toBe('requested');
  });

  test('is allowed to the buyer only, and only after delivery', async () => {
    const sale = await sales.delivered();
    expect((await regret(sale, 'original', sale.seller)).status).toBe(409);
    expect((await regret(sale, 'original', await sales.user())).status).toBe(404);
    expect((await regret(await sales.paid())).status).toBe(409);
  });
});

describe('a request to cancel a started delivery (P14)', () => {
  test('that the seller accepts refunds everything', async () => {
    const sale = await started({ priceCents: 10_000 });
    expect((await askToCancel(sale)).status).toBe(201);
    expect((await sales.view(sale, sale.seller)).deal.cancellation).toMatchObject({ state: 'open', note });
    expect((await answer(sale, 'accept', '')).data.state).toBe('cancelled');
    expect(await sales.refunds(sale)).toMatchObject([{ state: 'completed', amount_cents: 10_000 }]);
  });

  test('that the seller refuses does not stop the delivery, and the buyer reads the reason', async () => {
    const sale = await started();
    await askToCancel(sale);
    expect((await answer(sale, 'refuse', 'não')).status).toBe(400);
    expect((await sales.refuseToCancel(sale, note)).data.state).toBe('in_delivery');
    const { deal } = await sales.view(sale, sale.buyer);
    expect(deal.cancellation).toMatchObject({ state: 'refused', answerNote: note });
    expect((await askToCancel(sale)).body.code).toBe('already_requested');
    expect((await answer(sale, 'accept')).status).toBe(409);
    await ring(7 * hour);
    expect(await sales.stateOf(sale)).toBe('in_delivery');
  });

  test('without an answer is accepted after six hours', async () => {
    const sale = await started({ priceCents: 10_000 });
    await askToCancel(sale);
    await ring(6 * hour - minute);
    expect(await sales.stateOf(sale)).toBe('in_delivery');
    await ring(2 * minute);
    expect(await sales.stateOf(sale)).toBe('cancelled');
    expect((await sales.view(sale, sale.buyer)).deal.cancellation.state).toBe('lapsed');
  });

  test('is answered within the time in the rules of its order', async () => {
    const [sale, { refunds }] = [await started(), defaultRules];
    await sales.setRules({ refunds: { ...refunds, cancellationAnswerMs: hour } });
    const { now, deal } = await sales.view(sale, sale.buyer);
    expect(deal.terms.cancellationAnswerMs).toBe(6 * hour);
    const { dueAt } = (await askToCancel(sale)).data;
    expect(Date.parse(dueAt) - Date.parse(now)).toBeGreaterThan(5 * hour);
    await sales.setRules({ refunds });
  });

  test('is void when the seller delivers first', async () => {
    const sale = await started();
    await askToCancel(sale);
    await sales.act(sale, sale.seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
    await ring(7 * hour);
    expect(await sales.stateOf(sale)).toBe('delivered');
    expect((await sales.view(sale, sale.buyer)).deal.cancellation.state).toBe('moot');
  });

  test('is created by the buyer and answered by the seller, while the delivery is in progress', async () => {
    const sale = await started();
    expect((await askToCancel(sale, sale.seller)).status).toBe(409);
    expect((await answer(sale, 'accept')).status).toBe(409);
    await askToCancel(sale);
    expect((await answer(sale, 'accept', '', sale.buyer)).status).toBe(409);
    expect((await askToCancel(await sales.paid())).status).toBe(409);
  });
});

describe('approval (§4.8)', () => {
  test('a refund by rule above R$ 1.000 is owed at once and sent when an admin approves it', async () => {
    const { sale, refund } = await large(100_001);
    expect(refund.state).toBe('in_review');
    expect(await purse(sale.buyer)).toMatchObject({ held: { refund_due: { cents: 100_001, count: 1 } } });
    await ring();
    expect((await refundOf(sale)).state).toBe('in_review');
    expect((await decide(support, refund.id)).body.code).toBe('forbidden');
    expect((await decide(admin, refund.id, 'reject')).body.code).toBe('already_decided');
    expect((await decide(admin, refund.id)).data.state).toBe('approved');
    expect((await refundOf(sale)).state).toBe('completed');
  });

  test('above R$ 5.000 it needs two different people', async () => {
    const { sale, refund } = await large(500_001);
    expect((await decide(admin, refund.id)).data.state).toBe('in_review');
    expect((await decide(admin, refund.id)).body.code).toBe('second_person_needed');
    expect((await queue()).items.find(({ id }: { id: number }) => id === refund.id)).toMatchObject({
      firstBy: admin.username,
      decidable: false,
    });
    expect((await decide(second, refund.id)).data.state).toBe('approved');
    expect((await decide(admin, refund.id)).body).toMatchObject({
      code: 'already_decided',
      detail: `@${second.username} já decidiu este reembolso.`,
    });
    expect((await refundOf(sale)).state).toBe('completed');
  });

  test('no one decides about their own purchases or sales', async () => {
    const seller = await sales.user({ role: 'admin' });
    const sale = await sales.paid({ priceCents: 100_100, seller });
    await sales.act(sale, seller, 'cancellation', { reason: 'no_stock' });
    expect((await decide(seller, (await refundOf(sale)).id)).body.code).toBe('own_decision');
  });
});

describe('a refund that the bank refuses', () => {
  test('three times is paid manually: one person records the Pix, another confirms the same (§4.8)', async () => {
    const { sale, id } = await failed();
    expect((await queue('manuais')).items.find((row: { id: number }) => row.id === id)).toMatchObject({
      lastError: 'NAO_REALIZADO',
    });
    expect((await byHand(admin, id, 'E1')).status).toBe(400);
    expect((await byHand(admin, id, e2e('one'))).data.state).toBe('manual');
    expect((await byHand(admin, id, e2e('one'))).body.code).toBe('second_person_needed');
    expect((await byHand(second, id, e2e('two'))).body).toMatchObject({
      code: 'wrong_state',
      meta: { state: 'manual', allowed: ['pay_by_hand'] },
    });
    const { id: other } = await failed();
    expect((await byHand(second, other, e2e('one'))).body).toMatchObject({
      status: 400,
      errors: { endToEndId: expect.stringContaining('outro reembolso') },
    });
    expect((await byHand(second, id, e2e('one'))).data.state).toBe('completed');
    expect((await refundOf(sale)).state).toBe('completed');
  });

  test('goes into the balance at once if the buyer prefers it', async () => {
    const { sale, id } = await failed();
    const choose = (who: Person, destination: string) =>
      sales.request('PUT', `/refunds/${id}/destination`, { token: who.token, body: { destination } });
    expect((await choose(sale.seller, 'balance')).status).toBe(404);
    expect((await choose(sale.buyer, 'balance')).data).toMatchObject({
      state: 'approved',
      destination: 'balance',
    });
    await ring();
    expect(await purse(sale.buyer)).toMatchObject({ purchaseCreditCents: 10_000 });
    expect((await choose(sale.buyer, 'original')).status).toBe(409);
  });

  test('stays with staff once a manual Pix was sent for it', async () => {
    const { sale, id } = await failed();
    const refund = async () => (await sales.view(sale, sale.buyer)).deal.refunds[0];
    expect(await refund()).toMatchObject({ state: 'manual', sentByHand: false });
    expect((await byHand(admin, id, e2e('sent'))).data.state).toBe('manual');
    expect(await refund()).toMatchObject({ state: 'manual', sentByHand: true });
    const chosen = await sales.request('PUT', `/refunds/${id}/destination`, {
      token: sale.buyer.token,
      body: { destination: 'balance' },
    });
    expect(chosen.body).toMatchObject({ status: 409, code: 'wrong_state', meta: { allowed: [] } });
    expect((await byHand(second, id, e2e('sent'))).data.state).toBe('completed');
    expect(await purse(sale.buyer)).toMatchObject({ purchaseCreditCents: 0 });
  });

  test.each([
    ['after its review of the payment', ['open', 'lost'] as const],
    ['at once', ['lost'] as const],
  ])(
    'is paid by the chargeback of %s, and staff trace the manual Pix that one person had recorded',
    async (_, ends) => {
      const { sale, id } = await failed();
      expect((await byHand(admin, id, e2e(`taken${ends.length}`))).data.state).toBe('manual');
      for (const to of ends) {
        await sales.bank.contestCharge(sale.reference, { to });
        await sales.drain();
      }
      const deal = (await sales.view(sale, sale.buyer)).deal;
      expect(deal.refunds).toMatchObject([{ state: 'completed', sentByHand: false, amountCents: 10_000 }]);
      const late = await byHand(second, id, e2e(`taken${ends.length}`));
      expect(late.body).toMatchObject({
        status: 409,
        code: 'wrong_state',
        meta: { state: 'completed', allowed: [] },
      });
      for (const { token } of [admin, second]) {
        const { items } = (await sales.request('GET', '/notifications', { token })).data;
        expect(items[0]).toMatchObject({
          title: 'Um Pix manual precisa de conferência',
          description: expect.stringContaining(e2e(`taken${ends.length}`)),
          url: `/dashboard/pedidos/${sale.id}`,
        });
      }
    },
  );

  test('because its Pix is older than 90 days is paid manually (§4.8)', async () => {
    const sale = await sales.released({ priceCents: 10_000 });
    await ring(91 * day);
    await give(sale, 1_000);
    await ring();
    expect((await refundOf(sale)).state).toBe('manual');
  });
});

describe('a forced move (P27)', () => {
  test('is allowed to an admin, to a legal target, and stays in the history', async () => {
    const sale = await started({ priceCents: 10_000 });
    expect((await force(support, sale, 'force_delivery')).body.code).toBe('forbidden');
    expect((await force(admin, sale, 'force_refund')).status).toBe(409);
    expect((await force(admin, sale, 'force_delivery')).data).toMatchObject({
      state: 'delivered',
      waitingId: null,
    });
    expect((await force(admin, sale, 'force_conclusion')).data.state).toBe('completed');
    const { timeline } = await sales.view(sale, sale.buyer);
    expect(timeline.map(({ event }: { event: string }) => event)).toContain('force_conclusion');
  });

  test('refunds the money when it cancels or refunds', async () => {
    const [paid, delivered, unpaid] = [
      await sales.paid({ priceCents: 10_000 }),
      await sales.delivered({ priceCents: 10_000 }),
      await sales.placed(),
    ];
    expect((await force(admin, paid, 'force_cancellation')).data.state).toBe('cancelled');
    expect((await force(admin, delivered, 'force_refund')).data.state).toBe('refunded');
    expect((await force(admin, unpaid, 'force_cancellation')).data.state).toBe('cancelled');
    for (const sale of [paid, delivered])
      expect(await sales.refunds(sale)).toEqual([
        { state: 'completed', reason: 'staff', amount_cents: 10_000 },
      ]);
  });

  test('above R$ 500 needs a second admin', async () => {
    const sale = await sales.delivered({ priceCents: 50_001 });
    const { waitingId } = (await force(admin, sale, 'force_refund')).data;
    expect(await sales.stateOf(sale)).toBe('delivered');
    expect((await force(second, sale, 'force_conclusion')).body.code).toBe('already_requested');
    const approve = (who: Person) => staff(who, `forced-moves/${waitingId}/approval`);
    expect((await approve(admin)).body.code).toBe('second_person_needed');
    expect((await approve(second)).data.state).toBe('refunded');
    expect((await approve(second)).body.code).toBe('already_decided');
  });

  test('is refused for one’s own order', async () => {
    const seller = await sales.user({ role: 'admin' });
    const sale = await sales.delivered({ seller });
    expect((await force(seller, sale, 'force_conclusion')).body.code).toBe('own_decision');
  });
});
