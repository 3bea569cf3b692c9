import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultShippingRules } from '#domain/shipping/settings.ts';
import { day, hour } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { returnsOf, wrong } from '#test/shipping/returns.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let market: ReturnType<typeof returnsOf>;
beforeAll(async () => {
  stage = await openStage();
  market = returnsOf(stage);
});
afterEach(async () => {
  market.carrier.isAway = false;
  await stage.allIsWell();
});
afterAll(() => stage.close());

const refunded = { order: 'refunded', money: 'reversed', backCents: 12_000 };
const own = { carrier: 'correios', trackingCode: null };

async function debtOf({ seller }: Placed): Promise<number> {
  const { rows } = await sql<{ debt: number }>`select coalesce(sum(debits - credits), 0)::bigint as debt
    from money.accounts where kind = 'recoverable' and case_id = ${seller.id}`.execute(stage.db);
  return rows[0]!.debt;
}

/** A regret whose parcel has its label. */
async function labelled() {
  const sale = await market.delivered();
  await market.regret(sale);
  await market.act(sale, sale.buyer, 'return/label');
  return sale;
}

test('a regret with a label: the money leaves when the carrier says posted, the seller pays both labels (S06, S11)', async () => {
  const before = await market.account('freight_payable');
  const sale = await market.delivered();
  const answer = await market.regret(sale);
  expect(answer).toMatchObject({ state: 'delivered', decisionBy: null, returnBy: expect.any(String) });
  expect((await stage.view(sale, sale.buyer)).deal).toMatchObject({
    stoppedBy: 'return',
    waits: { for: 'return_posting' },
    return: { state: 'to_post', way: 'label', paidBy: 'seller', actions: ['make_label', 'post', 'cancel'] },
  });
  const { trackingCode } = await market.act(sale, sale.buyer, 'return/label');
  expect(trackingCode).toMatch(/^TEST/);
  expect((await market.act(sale, sale.buyer, 'return/label-pdf')).pdf).toBeTruthy();
  expect(await stage.standing(sale)).toMatchObject({ order: 'delivered', money: 'blocked' });
  await market.reportBack(sale, 'posted');
  expect(await stage.standing(sale)).toEqual(refunded);
  expect(await debtOf(sale)).toBe(4_000);
  expect((await market.account('freight_payable')) - before).toBe(4_000);
  await market.reportBack(sale, 'delivered');
  expect(await market.read(sale, sale.seller)).toMatchObject({
    state: 'completed',
    outcome: 'full',
    parcelState: 'delivered',
    actions: [],
  });
});

test('a regret after the conclusion takes price and freight back from the released money', async () => {
  const sale = await market.delivered();
  await market.act(sale, sale.buyer, 'confirmation');
  await market.regret(sale);
  await market.act(sale, sale.buyer, 'return/label');
  await market.reportBack(sale, 'posted');
  expect(await stage.standing(sale)).toEqual(refunded);
});

test('the label of a return goes from the buyer to the seller', async () => {
  const sale = await labelled();
  const request = market.carrier.bought.at(-1)!;
  expect([request.from.postalCode, request.from.city]).toEqual(['66055190', 'Belém']);
  expect(request.to.postalCode).not.toBe('66055190');
  expect(request.reference).toContain(sale.hash);
});

test('asking twenty times for a label buys one', async () => {
  const sale = await market.delivered();
  await market.regret(sale);
  const before = market.carrier.bought.length;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => market.tryDo(sale, sale.buyer, 'return/label')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(market.carrier.bought.length - before).toBe(1);
});

test('a regret that is never posted: the buyer is reminded, then the sale goes on and the label is cancelled', async () => {
  const sale = await labelled();
  await stage.pass(6.8 * day);
  const { data } = await stage.request('GET', '/notifications', { token: sale.buyer.token });
  expect(JSON.stringify(data)).toContain('Devolva até o fim do prazo');
  await stage.pass(3 * day);
  expect(await market.read(sale, sale.buyer)).toMatchObject({ state: 'lapsed', actions: [] });
  const { rows } = await sql<{ id: string }>`
    select label_id as id from returns where order_id = ${sale.id}`.execute(stage.db);
  expect(market.carrier.cancelled).toContain(rows[0]!.id);
  await stage.pass(9 * day);
  expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'released', backCents: 0 });
});

test('a return does not lapse while its carrier gives no answer', async () => {
  const sale = await labelled();
  await stage.moveClock(6 * day);
  await sql`update returns set next_check_at = market_now() where order_id = ${sale.id}`.execute(stage.db);
  market.carrier.isAway = true;
  await stage.drain();
  await stage.moveClock(2.5 * day);
  await stage.drain();
  expect(await market.read(sale, sale.buyer)).toMatchObject({ state: 'to_post' });
  market.carrier.isAway = false;
  await market.reportBack(sale, 'posted');
  expect(await stage.standing(sale)).toEqual(refunded);
});

test('a label of the provider that gives no answer is refused, and the buyer posts at a counter instead', async () => {
  const sale = await market.delivered();
  await market.regret(sale);
  market.carrier.isAway = true;
  const refusal = await market.tryDo(sale, sale.buyer, 'return/label');
  expect([refusal.status, refusal.body.code]).toEqual([503, 'unavailable']);
  market.carrier.isAway = false;
  await market.act(sale, sale.buyer, 'return/posting', own);
  expect(await market.read(sale, sale.buyer)).toMatchObject({ state: 'posted', way: 'own' });
  await market.act(sale, sale.seller, 'return/receipt');
  expect(await stage.standing(sale)).toEqual(refunded);
});

test('a regret posted at a counter: silence of the seller refunds it, and the buyer has the postage as balance', async () => {
  const sale = await market.receivedByTable();
  await market.regret(sale);
  const read = await market.read(sale, sale.buyer);
  expect(read).toMatchObject({ way: 'own', to: { city: expect.any(String), street: expect.any(String) } });
  expect((await market.read(sale, sale.seller)).to).toBeNull();
  await market.act(sale, sale.buyer, 'return/posting', { ...own, trackingCode: 'AA123456785BR' });
  expect(await market.read(sale, sale.buyer)).toMatchObject({
    state: 'posted',
    trackingCode: 'AA123456785BR',
  });
  await stage.pass(25 * day);
  await stage.pass(3 * day);
  expect(await stage.standing(sale)).toMatchObject({
    order: 'refunded',
    money: 'reversed',
    backCents: sale.totalCents,
  });
  expect((await stage.purse(sale.buyer)).purchaseCreditCents).toBe(read.postageCents);
  expect(read.postageCents).toBeGreaterThan(0);
  expect((await market.read(sale, sale.buyer)).to).toBeNull();
});

test('the seller confirms what came back before the time is over', async () => {
  const sale = await market.receivedByTable();
  await market.regret(sale);
  await market.act(sale, sale.buyer, 'return/posting', own);
  await market.act(sale, sale.seller, 'return/receipt');
  expect(await stage.standing(sale)).toMatchObject({ order: 'refunded', backCents: sale.totalCents });
});

test('a picked up thing is handed back: the seller confirms it, or is silent for 48 hours', async () => {
  for (const way of ['confirms', 'silent']) {
    const sale = await pickedUp();
    await market.regret(sale);
    expect(await market.read(sale, sale.buyer)).toMatchObject({
      way: 'hand',
      actions: ['hand_back', 'cancel'],
    });
    await market.act(sale, sale.buyer, 'return/handover');
    if (way === 'confirms') await market.act(sale, sale.seller, 'return/receipt');
    else {
      await stage.pass(47 * hour);
      expect(await market.read(sale, sale.buyer)).toMatchObject({ state: 'checking' });
      await stage.pass(hour);
    }
    expect(await stage.standing(sale)).toEqual({ order: 'refunded', money: 'reversed', backCents: 10_000 });
  }
});

async function pickedUp(): Promise<Placed> {
  const sale = await market.parcels.pickupPaid({ priceCents: 10_000 });
  const { code } = (await stage.view(sale, sale.buyer)).deal.pickup;
  await market.act(sale, sale.seller, 'handover', { code });
  return sale;
}

test('the buyer keeps the thing after all: the sale goes on', async () => {
  const sale = await labelled();
  await market.act(sale, sale.buyer, 'return/cancellation');
  expect(await market.read(sale, sale.buyer)).toMatchObject({ state: 'cancelled' });
  await stage.pass(9 * day);
  expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'released', backCents: 0 });
});

async function decide(sale: Placed, body: object, who = stage.admin) {
  const { id } = await stage.lastRefund(sale);
  return stage.request('POST', `/staff/refunds/${id}/decision`, {
    token: who.token,
    key: true,
    body: { note, ...body },
  });
}

test('a contest stands in the team’s queue of refunds with its words and photos, and not before', async () => {
  const waiting = await market.delivered();
  await market.regret(waiting);
  const sale = await market.contested();
  const { data } = await stage.request('GET', '/staff/refunds', { token: stage.admin.token });
  const hashes = data.items.map(({ order }: { order: { hash: string } }) => order.hash);
  expect(hashes).not.toContain(waiting.hash);
  const row = data.items.find(({ order }: { order: { hash: string } }) => order.hash === sale.hash);
  expect(row.contested).toMatchObject({ words: wrong, way: 'own', files: [{ name: 'foto.pdf' }] });
  expect(await market.read(sale, sale.buyer)).toMatchObject({
    state: 'contested',
    contest: { words: wrong },
  });
  await decide(sale, { decision: 'approve' });
  await market.act(waiting, waiting.buyer, 'return/cancellation');
});

test('lists and the page say who is next in each state of a return (N12)', async () => {
  const sale = await market.receivedByTable();
  const { token } = stage.admin;
  async function expectNext(kind: string, until?: string): Promise<void> {
    for (const [who, list] of [
      [sale.buyer, '/purchases'],
      [sale.seller, '/sales'],
    ] as const) {
      const { data } = await stage.request('GET', list, { token: who.token });
      const row = data.items.find(({ hash }: { hash: string }) => hash === sale.hash);
      expect(row.waits).toMatchObject({ for: kind, until: until ?? expect.any(String) });
      expect((await stage.view(sale, who)).deal.waits).toEqual(row.waits);
    }
    const { data } = await stage.request('GET', `/staff/orders/${sale.id}`, { token });
    expect(data.underWay).toBe('return');
  }
  await market.regret(sale);
  await expectNext('return_posting', (await market.read(sale, sale.buyer)).postBy);
  await market.act(sale, sale.buyer, 'return/posting', own);
  const { dueAt } = await market.read(sale, sale.buyer);
  await expectNext('return_transit', dueAt);
  const { now } = await stage.view(sale, sale.buyer);
  await stage.pass(Date.parse(dueAt) - Date.parse(now) + hour);
  await expectNext('return_check', (await market.read(sale, sale.buyer)).dueAt);
  await market.contest(sale);
  await expectNext('return_contest');
  await decide(sale, { decision: 'approve' });
  expect((await stage.view(sale, sale.buyer)).deal.waits).toBeNull();
});

test('staff decide a contest for the buyer: everything goes back', async () => {
  const sale = await market.contested();
  const answer = await decide(sale, { decision: 'approve' });
  expect(answer.status, answer.text).toBe(200);
  expect(await stage.standing(sale)).toMatchObject({ order: 'refunded', backCents: sale.totalCents });
  expect(await market.read(sale, sale.buyer)).toMatchObject({ outcome: 'full', decisionNote: note });
});

test('staff decide a contest for the seller: nothing goes back and the sale goes on', async () => {
  const sale = await market.contested();
  const answer = await decide(sale, { decision: 'reject' });
  expect(answer.status, answer.text).toBe(200);
  await stage.pass(9 * day);
  expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'released', backCents: 0 });
  expect(await market.read(sale, sale.seller)).toMatchObject({ outcome: 'none', decisionNote: note });
});

test('staff decide a contest in part: a part goes back and the rest is the seller’s', async () => {
  const sale = await market.contested();
  const answer = await decide(sale, { decision: 'approve', amountCents: 4_000 });
  expect(answer.status, answer.text).toBe(200);
  await stage.pass(9 * day);
  expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'released', backCents: 4_000 });
  expect(await market.read(sale, sale.seller)).toMatchObject({ outcome: 'partial' });
});

test('a part of a contest that is not less than the whole is refused, and so is one of another refund', async () => {
  const sale = await market.contested();
  const refusal = await decide(sale, { decision: 'approve', amountCents: sale.totalCents });
  expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([400, ['amountCents']]);
  await decide(sale, { decision: 'approve' });
});

test('reports of a return that come late, twice and backwards move its money once', async () => {
  const sale = await labelled();
  const start = (await market.now()).getTime();
  await stage.moveClock(5 * day);
  const at = (hours: number) => new Date(start + hours * hour);
  await market.reportBack(sale, 'delivered', at(96));
  expect(await stage.standing(sale)).toEqual(refunded);
  await market.reportBack(sale, 'moved', at(60));
  await market.reportBack(sale, 'posted', at(24));
  await market.reportBack(sale, 'posted', at(24));
  await market.reportBack(sale, 'delivered', at(96));
  expect(await stage.standing(sale)).toEqual(refunded);
  expect(await debtOf(sale)).toBe(4_000);
  expect(await market.read(sale, sale.seller)).toMatchObject({ parcelState: 'delivered' });
});

test('a refunded return that is lost changes nothing for the buyer', async () => {
  const sale = await labelled();
  await market.reportBack(sale, 'posted');
  await market.reportBack(sale, 'lost');
  expect(await stage.standing(sale)).toEqual(refunded);
  expect(await market.read(sale, sale.seller)).toMatchObject({ state: 'completed', parcelState: 'lost' });
});

test('a seller who refunds everything ends the return, and the buyer keeps the thing', async () => {
  const sale = await labelled();
  await market.act(sale, sale.seller, 'refunds', { amountCents: sale.totalCents, note });
  expect(await stage.standing(sale)).toEqual(refunded);
  expect(await market.read(sale, sale.buyer)).toMatchObject({ state: 'cancelled', actions: [] });
});

test('a partial refund of the seller beside a return leaves the rest to it', async () => {
  const sale = await labelled();
  await market.act(sale, sale.seller, 'refunds', { amountCents: 3_000, note });
  await market.reportBack(sale, 'posted');
  expect(await stage.standing(sale)).toEqual(refunded);
});

test('the carrier’s report, the seller’s word and the buyer’s cancellation at once end a return in one way', async () => {
  const sale = await labelled();
  market.carrier.report(
    `${sale.hash}-volta-${(await market.read(sale, sale.buyer)).id}`,
    'posted',
    await market.now(),
  );
  await Promise.all([
    market.tryDo(sale, sale.buyer, 'return/cancellation'),
    market.tryDo(sale, sale.seller, 'return/receipt'),
    market.askBack(sale),
    ...Array.from({ length: 6 }, () => market.tryDo(sale, sale.seller, 'return/receipt')),
  ]);
  const { state } = await market.read(sale, sale.buyer);
  const { order } = await stage.standing(sale);
  expect([
    ['completed', 'refunded'],
    ['cancelled', 'delivered'],
  ]).toContainEqual([state, order]);
});

test('the platform pays the way back where the setting says so', async () => {
  const before = await market.account('guarantee_fund');
  await stage.setRules({ shipping: { ...defaultShippingRules, returnFreight: 'platform' } });
  const sale = await market.delivered();
  await stage.setRules({ shipping: defaultShippingRules });
  await market.regret(sale);
  await market.act(sale, sale.buyer, 'return/label');
  await market.reportBack(sale, 'posted');
  expect((await market.account('guarantee_fund')) - before).toBe(-2_000);
  expect(await debtOf(sale)).toBe(2_000);
});

test('no complaint is opened while a return goes on', async () => {
  const sale = await labelled();
  const refusal = await market.tryDo(sale, sale.buyer, 'complaints', {
    reason: 'damaged',
    wish: 'full',
    words: 'A caixa chegou rasgada e a peça de dentro está quebrada.',
  });
  expect([refusal.status, refusal.body.detail]).toEqual([
    409,
    expect.stringContaining('devolução em andamento'),
  ]);
});
