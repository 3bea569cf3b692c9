import { setTimeout as sleep } from 'node:timers/promises';
import { isValidCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { invalidateRules } from '#server/settings/queries.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { sendPayout } from './payouts.ts';

let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(() => sales.close());

const ring = () => drain(sales.ctx, allSweeps);

/** A seller with R$ 90,10 free for each R$ 100,00 sold. */
async function seller(priceCents = 10_000): Promise<{ person: Person; cpf: string; availableCents: number }> {
  const sale = await sales.released({ priceCents });
  return {
    person: sale.seller,
    cpf: sale.seller.cpf,
    availableCents: (await balances(sale.seller)).availableCents,
  };
}

function strangersCpf(): string {
  const endings = Array.from({ length: 100 }, (_, ending) => `000012345${String(ending).padStart(2, '0')}`);
  return endings.find((cpf) => isValidCpf(cpf))!;
}

async function balances(person: Person) {
  const answer = await sales.request('GET', '/balances', { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

const inTransit = (cents: number) => ({ held: { withdrawal_in_transit: { cents } } });

function ask(person: Person, amountCents: number) {
  return sales.request('POST', '/withdrawals', { token: person.token, key: true, body: { amountCents } });
}

async function asked(person: Person, amountCents: number): Promise<number> {
  const answer = await ask(person, amountCents);
  expect(answer.status, answer.text).toBe(201);
  return answer.data.id;
}

function decide(staff: Person, id: number, decision: 'approve' | 'reject' = 'approve', note = '') {
  return sales.request('POST', `/staff/withdrawals/${id}/decision`, {
    token: staff.token,
    key: true,
    body: { decision, note },
  });
}

async function queue(staff: Person, tab = 'pendentes') {
  return (await sales.request('GET', `/staff/withdrawals?tab=${tab}`, { token: staff.token })).data;
}

async function withdrawal(id: number) {
  const { rows } = await sql<{ state: string; attempts: number; last_error: string | null }>`
    select state, attempts, last_error from withdrawals where id = ${id}`.execute(sales.db);
  return rows[0]!;
}

describe('requesting', () => {
  test('reserves the amount at once, stores the holder and shows the key masked', async () => {
    const { person, cpf } = await seller();
    const answer = await ask(person, 5_000);
    expect(answer.data).toMatchObject({
      state: 'requested',
      amountCents: 5_000,
      feeCents: 0,
      netCents: 5_000,
    });
    expect(answer.data.pixKey).toBe(`***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`);
    expect(await balances(person)).toMatchObject({ availableCents: 4_010, ...inTransit(5_000) });
    expect((await balances(person)).withdrawal).toEqual({
      arrivesBy: expect.any(String),
      waitsUntil: null,
      missing: [],
      coolDownMs: 86_400_000,
      minCents: 1_000,
      nextFeeCents: 250,
      debtBps: 5_000,
      holderName: 'Ana Souza',
      pixKey: `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`,
    });
  });

  test('is free once a month, the next costs R$ 2,50, and a new month starts free (§4.10)', async () => {
    const { person } = await seller();
    await asked(person, 2_000);
    expect((await ask(person, 2_000)).data).toMatchObject({ feeCents: 250, netCents: 1_750 });
    await sales.moveClock(31 * day);
    expect((await balances(person)).withdrawal.nextFeeCents).toBe(0);
  });

  test('does not use up the free one when the withdrawal is returned', async () => {
    const { person } = await seller();
    const id = await asked(person, 2_000);
    await decide(admin, id, 'reject', 'Confira os dados');
    expect((await ask(person, 2_000)).data.feeCents).toBe(0);
  });

  test('is refused below the minimum and above the balance, with the figures', async () => {
    const { person } = await seller();
    const small = await ask(person, 999);
    expect([small.status, small.body.code, small.body.meta]).toEqual([
      422,
      'withdrawal_below_minimum',
      { minCents: 1_000 },
    ]);
    const large = await ask(person, 9_011);
    expect([large.status, large.body.code, large.body.meta]).toEqual([
      409,
      'insufficient_balance',
      { availableCents: 9_010 },
    ]);
    expect(large.body.detail.replaceAll('\u00a0', ' ')).toBe('Seu saldo disponível é R$ 90,10.');
  });

  test('is refused until the e-mail is confirmed', async () => {
    const answer = await ask(await sales.user({ verified: false }), 2_000);
    expect([answer.status, answer.body.code]).toEqual([422, 'email_not_verified']);
  });
});

describe('cancelling', () => {
  test('returns every centavo before the decision, and is refused after it', async () => {
    const { person, availableCents } = await seller();
    const id = await asked(person, 5_000);
    const back = () =>
      sales.request('POST', `/withdrawals/${id}/cancellation`, { token: person.token, key: true });
    expect((await back()).data.state).toBe('cancelled');
    expect(await balances(person)).toMatchObject({ availableCents, ...inTransit(0) });
    const again = await back();
    expect([again.status, again.body.code, again.body.meta]).toEqual([
      409,
      'wrong_state',
      { state: 'cancelled', allowed: [] },
    ]);
  });

  test("another's withdrawal is 404", async () => {
    const { person } = await seller();
    const id = await asked(person, 5_000);
    const stranger = await sales.user();
    const answer = await sales.request('POST', `/withdrawals/${id}/cancellation`, {
      token: stranger.token,
      key: true,
    });
    expect(answer.status).toBe(404);
  });
});

describe('deciding', () => {
  test('an approval pays by Pix: the fee is earned and the withdrawal paid', async () => {
    const { person, cpf } = await seller();
    await asked(person, 2_000);
    const id = await asked(person, 5_000);
    const answer = await decide(support, id);
    expect(answer.data).toEqual({ id, state: 'approved' });
    expect(await withdrawal(id)).toMatchObject({ state: 'paid', attempts: 1 });
    const { rows } =
      await sql`select amount_cents, document from simulator.payouts where pix_key = ${cpf}`.execute(
        sales.db,
      );
    expect(rows).toEqual([{ amount_cents: 4_750, document: cpf }]);
  });

  test('a refusal returns every centavo and needs a reason', async () => {
    const { person, availableCents } = await seller();
    const id = await asked(person, 5_000);
    const mute = await decide(support, id, 'reject');
    expect([mute.status, Object.keys(mute.body.errors)]).toEqual([400, ['note']]);
    await decide(support, id, 'reject', 'Nome diferente do documento');
    expect(await balances(person)).toMatchObject({ availableCents });
    const list = await sales.request('GET', '/withdrawals', { token: person.token });
    expect(list.data.items[0]).toMatchObject({
      state: 'rejected',
      decisionNote: 'Nome diferente do documento',
    });
  });

  test('one’s own withdrawals are on numbered pages, newest first', async () => {
    const { person } = await seller();
    const ids: number[] = [];
    for (let count = 0; count < 21; count++) {
      const id = await asked(person, 1_000);
      await sales.request('POST', `/withdrawals/${id}/cancellation`, { token: person.token, key: true });
      ids.unshift(id);
    }
    const page = (query: string) => sales.request('GET', `/withdrawals${query}`, { token: person.token });
    const first = (await page('')).data;
    expect(first.items.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 20));
    const { items, total } = (await page('?page=2')).data;
    expect([items.map(({ id }: { id: number }) => id), total]).toEqual([ids.slice(20), 21]);
    expect((await page('?page=3')).data).toEqual({ items: [], total: 21 });
    for (const wrong of ['?page=0', '?page=dois'])
      expect([(await page(wrong)).status, Object.keys((await page(wrong)).body.errors)]).toEqual([
        400,
        ['page'],
      ]);
    const stranger = await sales.user();
    expect((await sales.request('GET', '/withdrawals', { token: stranger.token })).data.total).toBe(0);
  });

  test('the second decision is 409 and says who decided and when', async () => {
    const { person } = await seller();
    const id = await asked(person, 5_000);
    await decide(support, id);
    const second = await decide(admin, id, 'reject', 'Tarde demais');
    expect([second.status, second.body.code]).toEqual([409, 'already_decided']);
    expect(second.body.meta).toMatchObject({ by: support.username, state: 'paid' });
    expect(Date.parse(second.body.meta.at)).not.toBeNaN();
  });

  test('no one decides their own, support none above R$ 2.000,00, and users none at all', async () => {
    const own = await sales.released({ priceCents: 10_000, seller: admin });
    const ownId = await asked(own.seller, 5_000);
    const mine = await decide(admin, ownId);
    expect([mine.status, mine.body.code]).toEqual([403, 'own_decision']);
    const rich = await seller(300_000);
    const richId = await asked(rich.person, 200_001);
    const above = await decide(support, richId);
    expect([above.status, above.body.code]).toEqual([403, 'forbidden']);
    expect((await decide(rich.person, richId)).status).toBe(403);
    expect((await decide(admin, 999_999)).status).toBe(404);
    expect((await decide(admin, richId)).status).toBe(200);
  });

  test('one that staff open is in review; its owner is notified once and may still cancel (§4.10)', async () => {
    const { person } = await seller();
    const id = await asked(person, 2_000);
    const open = (who: Person) =>
      sales.request('PUT', `/staff/holds/withdrawals/${id}`, { token: who.token, body: { takeOver: true } });
    for (const who of [support, support, admin]) expect((await open(who)).status).toBe(200);
    expect(await withdrawal(id)).toMatchObject({ state: 'in_review' });
    await sales.drain();
    const { data } = await sales.request('GET', '/notifications', { token: person.token });
    expect(data.items.filter(({ title }: { title: string }) => title === 'Saque em análise')).toHaveLength(1);
    const cancelled = await sales.request('POST', `/withdrawals/${id}/cancellation`, {
      token: person.token,
      key: true,
    });
    expect(cancelled.data.state, cancelled.text).toBe('cancelled');
    await open(admin);
    expect(await withdrawal(id)).toMatchObject({ state: 'cancelled' });
  });

  test('exactly R$ 5.000,00 needs one person only, and exactly R$ 2.000,00 support only', async () => {
    const { person } = await seller(1_200_000);
    expect((await decide(admin, await asked(person, 500_000))).data.state).toBe('approved');
    const { person: other } = await seller(1_200_000);
    expect((await decide(support, await asked(other, 200_000))).data.state).toBe('approved');
    expect((await decide(support, await asked(other, 200_001))).body.code).toBe('forbidden');
  });

  test('above R$ 5.000,00 two different people approve, and the limits are the current settings', async () => {
    const other = await sales.user({ role: 'admin' });
    const { person } = await seller(1_200_000);
    const id = await asked(person, 600_000);
    const row = async (who: Person) =>
      (await queue(who)).items.find((each: { id: number }) => each.id === id);
    expect(await row(admin)).toMatchObject({ needsTwo: true, firstBy: null, decidable: true });
    expect((await decide(admin, id)).data).toEqual({ id, state: 'in_review' });
    expect((await decide(admin, id)).body.code).toBe('second_person_needed');
    expect(await row(admin)).toMatchObject({ firstBy: admin.username, decidable: false });
    await expect(
      sql`update withdrawals set state = 'approved', decided_by = ${admin.id} where id = ${id}`.execute(
        sales.db,
      ),
    ).rejects.toThrow('withdrawals_two_people');
    expect((await decide(other, id)).data).toEqual({ id, state: 'approved' });
    expect(await withdrawal(id)).toMatchObject({ state: 'paid' });
    const small = await asked(person, 5_000);
    await sales.setRules({ withdrawal: { ...defaultRules.withdrawal, supportLimitCents: 4_999 } });
    // What two people let go a moment ago counts for its person (ADR 0075).
    await sales.moveClock(day + 2_000);
    invalidateRules(sales.db);
    expect((await decide(support, small)).body.code).toBe('forbidden');
    await sales.setRules({ withdrawal: defaultRules.withdrawal });
    await sales.moveClock(2_000);
    invalidateRules(sales.db);
    expect((await decide(support, small)).status).toBe(200);
  });

  test('the queue shows tabs, counts, holder and the reasons against a decision', async () => {
    const { person } = await seller();
    const id = await asked(person, 5_000);
    const row = (await queue(support)).items.find((each: { id: number }) => each.id === id);
    expect(row).toMatchObject({
      holderMatches: true,
      decidable: true,
      notDecidableBecause: null,
      balanceAfterCents: 4_010,
      user: { username: person.username },
    });
    const before = (await queue(support)).counts;
    await decide(support, id);
    const after = await queue(support, 'pagos');
    expect(after.counts).toEqual({ ...before, pendentes: before.pendentes - 1, pagos: before.pagos + 1 });
    expect(after.items[0]).toMatchObject({ id, state: 'paid', decidable: false });
  });
});

describe('paying out', () => {
  test('a payout that fails once is delayed and succeeds with the next attempt', async () => {
    const { person } = await seller(50_000);
    const id = await asked(person, 10_001);
    await decide(support, id);
    expect(await withdrawal(id)).toMatchObject({ state: 'failed', attempts: 1 });
    await ring();
    expect(await withdrawal(id)).toMatchObject({ state: 'failed', attempts: 1 });
    await sales.moveClock(defaultRules.withdrawal.retryMs);
    await ring();
    expect(await withdrawal(id)).toMatchObject({ state: 'paid', attempts: 2 });
  });

  test('one that always fails is returned completely after three attempts, fee included', async () => {
    const { person, availableCents } = await seller(50_000);
    const first = await asked(person, 2_000);
    const id = await asked(person, 10_252);
    await decide(support, id);
    await sales.moveClock(defaultRules.withdrawal.retryMs);
    await ring();
    expect(await withdrawal(id)).toMatchObject({ state: 'failed', attempts: 2 });
    await sales.moveClock(defaultRules.withdrawal.retryMs);
    await ring();
    expect(await withdrawal(id)).toMatchObject({ state: 'returned', attempts: 3 });
    expect(await balances(person)).toMatchObject({ availableCents: availableCents - 2_000 });
    expect(await withdrawal(first)).toMatchObject({ state: 'requested' });
  });

  test('an answer that never arrives is unknown, not failed: the payout is checked and paid once (T25)', async () => {
    const { person, cpf } = await seller();
    const id = await asked(person, 5_000);
    const { pay } = sales.bank;
    // The bank booked it, and the line broke before its answer arrived.
    vi.spyOn(sales.bank, 'pay').mockImplementationOnce(async (payout) => {
      await pay(payout);
      throw new Error('timeout');
    });
    await decide(support, id);
    expect(await withdrawal(id)).toMatchObject({ state: 'processing', attempts: 1 });
    await Promise.all([ring(), ring()]);
    expect(await withdrawal(id)).toMatchObject({ state: 'paid', attempts: 1 });
    const { rows } = await sql`select count(*)::int from simulator.payouts where pix_key = ${cpf}`.execute(
      sales.db,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('the bank is never called twice at the same moment, since it may have no idempotency keys', async () => {
    const { person } = await seller();
    const id = await asked(person, 5_000);
    const { pay } = sales.bank;
    let [asking, most] = [0, 0];
    vi.spyOn(sales.bank, 'pay').mockRejectedValueOnce(new Error('timeout'));
    await decide(support, id);
    vi.spyOn(sales.bank, 'pay').mockImplementation(async (payout) => {
      most = Math.max(most, ++asking);
      await sleep(100);
      asking -= 1;
      return pay(payout);
    });
    await Promise.all(Array.from({ length: 20 }, () => sendPayout(sales.ctx, id)));
    expect(most).toBe(1);
    expect(await withdrawal(id)).toMatchObject({ state: 'paid', attempts: 1 });
  });

  test('one in process at the bank stays so until the bank finishes', async () => {
    const { person } = await seller(50_000);
    const id = await asked(person, 10_005);
    await decide(support, id);
    expect(await withdrawal(id)).toMatchObject({ state: 'processing' });
    await ring();
    expect(await withdrawal(id)).toMatchObject({ state: 'paid' });
  });

  test('never goes to a key that belongs to another person at the bank, even if it was approved', async () => {
    const { person, availableCents } = await seller();
    await sql`update users set cpf = ${strangersCpf()} where id = ${person.id}`.execute(sales.db);
    const id = await asked(person, 5_000);
    const { data } = await sales.request('GET', '/staff/withdrawals', { token: admin.token });
    expect(data.items.find((each: { id: number }) => each.id === id)).toMatchObject({
      holderMatches: false,
      decidable: false,
      notDecidableBecause: 'O titular da chave no banco não é o titular da conta.',
    });
    await decide(admin, id);
    expect(await withdrawal(id)).toMatchObject({
      state: 'returned',
      last_error: 'A chave Pix não está neste documento',
    });
    expect(await balances(person)).toMatchObject({ availableCents });
  });
});

test('the bank is asked for the owner of the key of pending withdrawals, and not of decided ones', async () => {
  const { person } = await seller();
  const refused = await asked(person, 2_000);
  await decide(support, refused, 'reject', 'Confira os dados');
  const waiting = await asked(person, 2_000);
  const bank = vi.spyOn(sales.ctx.payments, 'keyBelongsTo');
  const { items } = await queue(admin, 'recusados');
  expect(bank).not.toHaveBeenCalled();
  expect(items.find(({ id }: { id: number }) => id === refused)).toMatchObject({
    holderMatches: null,
    balanceAfterCents: 7_010,
    notDecidableBecause: 'Este saque já foi decidido.',
  });
  const { items: open } = await queue(admin);
  expect(open.find(({ id }: { id: number }) => id === waiting)).toMatchObject({ holderMatches: true });
  expect(bank).toHaveBeenCalledTimes(open.length);
});

test('the statement lists every movement with the balance after it', async () => {
  const { person } = await seller();
  const id = await asked(person, 2_000);
  await decide(support, id, 'reject', 'Confira os dados');
  const { data } = await sales.request('GET', '/transactions', { token: person.token });
  expect(
    data.items.map((line: { description: string; amountCents: number; balanceCents: number }) => [
      line.description,
      line.amountCents,
      line.balanceCents,
    ]),
  ).toEqual([
    ['Saque devolvido ao saldo', 2_000, 9_010],
    ['Saque pedido', -2_000, 7_010],
    ['Venda liberada', 9_010, 9_010],
  ]);
  expect(data.items[2].order.code).toMatch(/^[0-9A-Z]{4,}$/);
  expect(data.next).toBeNull();
});

const missing = async (person: Person) => (await balances(person)).withdrawal.missing;

test('the balances name what is missing before the first withdrawal', async () => {
  await sales.setRules({ security: defaultRules.security });
  sales.forgetCaches();
  expect(await missing(await sales.user({ level: 'N1' }))).toEqual(['identity', 'second_factor']);
  expect(await missing(await sales.user({ totp: true }))).toEqual([]);
  await sales.setRules({ security: { ...defaultRules.security, withdrawalNeedsSecondFactor: false } });
  sales.forgetCaches();
  expect(await missing(await sales.user({ level: 'N1' }))).toEqual(['identity']);
});
