import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { onePersonPaths } from '#domain/settings/one-person-settings.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { currentRules, invalidateRules } from '#server/settings/queries.ts';
import type { Person } from '#test/accounts/people.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { confirm } from '#test/staff/two-people.ts';

let sales: Sales;
let admin: Person;
beforeEach(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterEach(() => sales.close());

const reason = 'Combinado na reunião de novembro';

async function change(changes: Record<string, SettingValue>, as = admin) {
  const { data } = await sales.request('GET', '/staff/settings', { token: as.token });
  return sales.request('POST', '/staff/settings/versions', {
    token: as.token,
    key: true,
    body: { basedOn: data.version.id, changes, reason },
  });
}

const setRole = (person: Person, role: string, as = admin) =>
  sales.request('PUT', `/staff/users/${person.id}/role`, {
    token: as.token,
    body: { role, username: person.username, reason },
  });

const stop = (id: number, as: Person) =>
  sales.request('POST', `/staff/proposals/${id}/stop`, {
    token: as.token,
    key: true,
    body: { reason: 'Ninguém combinou isto.' },
  });

const list = async (as = admin) => (await sales.request('GET', '/staff/proposals', { token: as.token })).data;

async function rules() {
  invalidateRules(sales.db);
  return (await currentRules(sales.db)).rules;
}

async function roleOf({ id }: Person): Promise<string> {
  const { rows } = await sql<{ role: string }>`select role from users where id = ${id}`.execute(sales.db);
  return rows[0]!.role;
}

/** Texts of the mails to an address, or of all mails. */
async function letters(to?: string): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`select subject || ' ' || text_body as words from mails
    where recipient = coalesce(${to ?? null}, recipient) order by id`.execute(sales.db);
  return rows.map(({ words }) => words);
}

const loose = {
  'withdrawal.twoPeopleCents': 100_000_000,
  'refunds.twoPeopleCents': 100_000_000,
  'receipts.twoPeopleAboveCents': 100_000_000,
  'security.staffNeedsSecondFactor': false,
};

describe('with two admins', () => {
  let second: Person;
  beforeEach(async () => {
    second = await sales.user({ role: 'admin' });
  });

  test('one admin alone neither raises two-person limits nor switches second factors off (T111)', async () => {
    const { status, data } = await change(loose);
    expect([status, data.version, data.pending.takesEffectAt]).toEqual([201, null, null]);
    const own = await confirm(sales, data.pending.id, admin);
    expect([own.status, own.body.code]).toEqual([409, 'second_person_needed']);
    await sales.moveClock(2 * day);
    await sales.drain();
    expect((await rules()).withdrawal.twoPeopleCents).toBe(defaultRules.withdrawal.twoPeopleCents);
    expect((await confirm(sales, data.pending.id, second)).data.state).toBe('applied');
    expect((await rules()).withdrawal.twoPeopleCents).toBe(100_000_000);
    expect((await rules()).security.staffNeedsSecondFactor).toBe(false);
    const again = await confirm(sales, data.pending.id, second);
    expect([again.status, again.body.code]).toEqual([409, 'already_decided']);
  });

  test('an account promoted after the proposal does not confirm it', async () => {
    const pending = (await change(loose)).data.pending;
    const puppet = await sales.user();
    const promotion = (await setRole(puppet, 'admin')).data;
    expect([promotion.role, await roleOf(puppet)]).toEqual(['user', 'user']);
    expect((await confirm(sales, promotion.pending.id, admin)).status).toBe(409);
    await confirm(sales, promotion.pending.id, second);
    expect(await roleOf(puppet)).toBe('admin');
    const late = await sales.user({ role: 'admin' });
    const tried = await confirm(sales, pending.id, late);
    expect([tried.status, tried.body.code]).toEqual([409, 'second_person_needed']);
    expect(tried.body.detail).toContain('já era admin');
    await expect(
      sql`update staff_proposals set state = 'applied', confirmed_by = ${late.id} where id = ${pending.id}`.execute(
        sales.db,
      ),
    ).rejects.toThrow('another admin of before the proposal confirms');
  });

  test('PostgreSQL refuses every guarded write without its proposal', async () => {
    const puppet = await sales.user();
    await expect(
      sql`update users set role = 'admin' where id = ${puppet.id}`.execute(sales.db),
    ).rejects.toThrow('a role is proposed');
    await expect(
      sql`insert into rule_versions (rules, starts_at, author_id, reason, based_on)
        select jsonb_set(rules, '{withdrawal,twoPeopleCents}', '100000000'), market_now(), ${admin.id}, 'x', id
        from rule_versions order by id desc limit 1`.execute(sales.db),
    ).rejects.toThrow('a setting is proposed');
    await expect(
      sql`insert into credentials (service, provider, sealed, author_id)
        values ('mail', 'smtp', 'x', ${admin.id})`.execute(sales.db),
    ).rejects.toThrow('credentials are proposed');
    const { pending } = (await change(loose)).data;
    for (const by of [sql`${admin.id}`, sql`null`])
      await expect(
        sql`update staff_proposals set state = 'applied', confirmed_by = ${by} where id = ${pending.id}`.execute(
          sales.db,
        ),
      ).rejects.toThrow();
    const support = await sales.user({ role: 'support' });
    await expect(
      sql`insert into staff_proposals (kind, subject_id, payload, reason, proposed_by)
        values ('role', ${puppet.id}, '{}', 'x', ${support.id})`.execute(sales.db),
    ).rejects.toThrow('an active admin proposes');
  });

  test('when twenty confirm and stop at once, one decides and the change is written once or not at all', async () => {
    const third = await sales.user({ role: 'admin' });
    const { pending } = (await change({ 'withdrawal.minCents': 4_321 })).data;
    const tries = Array.from({ length: 20 }, (_, place) =>
      place % 2 ? stop(pending.id, third) : confirm(sales, pending.id, second),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status, body }) => status === 200 || body.code === 'already_decided')).toBe(true);
    const { rows } = await sql<{ written: number; state: string }>`
      select (select count(*)::int from rule_versions where author_id is not null) as written, state
      from staff_proposals where id = ${pending.id}`.execute(sales.db);
    expect(rows[0]!.written).toBe(rows[0]!.state === 'applied' ? 1 : 0);
  });

  test('a proposal whose setting changed meanwhile is refused with the reason', async () => {
    const [one, other] = [
      (await change({ 'withdrawal.minCents': 3_000 })).data.pending,
      (await change({ 'withdrawal.minCents': 4_000 })).data.pending,
    ];
    await confirm(sales, one.id, second);
    const late = await confirm(sales, other.id, second);
    expect([late.status, late.body.code]).toEqual([409, 'settings_changed']);
    expect(late.body.detail).toContain('«Saque mínimo» mudou depois da proposta');
    const harmless = (await change({ maxUnpaidOrders: 9 })).data;
    expect([harmless.pending, harmless.version.changes.length]).toEqual([null, 1]);
  });

  test('an expired proposal cannot be confirmed', async () => {
    const { pending } = (await change(loose)).data;
    await sales.moveClock(8 * day);
    const late = await confirm(sales, pending.id, second);
    expect([late.status, late.body.code]).toEqual([409, 'wrong_state']);
    await sales.drain();
    expect((await list()).closed[0]).toMatchObject({ id: pending.id, state: 'expired' });
  });

  test('support sees and stops a proposal, but cannot confirm it', async () => {
    const support = await sales.user({ role: 'support' });
    const { pending } = (await change(loose)).data;
    expect((await list(support)).pending[0]).toMatchObject({ id: pending.id, proposedBy: admin.username });
    expect((await confirm(sales, pending.id, support)).status).toBe(403);
    expect((await stop(pending.id, support)).data.state).toBe('stopped');
    expect((await confirm(sales, pending.id, second)).body.detail).toContain(`@${support.username} parou`);
  });

  test('an admin cannot approve a payment with an invented statement line', async () => {
    const receipts = paymentProofsOf(sales);
    const sale = await receipts.sent({ priceCents: 5_000 });
    await receipts.load(admin, [`E1FAKE;${new Date().toISOString()};50.00;ANA SOUZA;11144477735`]);
    const { rows } = await sql<{ id: number }>`select id from bank_lines where bank_id = 'E1FAKE'`.execute(
      sales.db,
    );
    const line = rows[0]!.id;
    const tried = await receipts.approve(admin, sale.receiptId, line);
    expect([tried.status, tried.body.code]).toEqual([403, 'own_decision']);
    await expect(
      sql`update receipts set state = 'approved', bank_line_id = ${line}, decided_by = ${admin.id},
        decided_at = market_now() where id = ${sale.receiptId}`.execute(sales.db),
    ).rejects.toThrow('who loaded a line does not decide by it');
    await expect(
      sql`update receipts set proposed_by = ${sale.buyer.id} where id = ${sale.receiptId}`.execute(sales.db),
    ).rejects.toThrow('buyer and seller do not decide');
    expect((await receipts.approve(second, sale.receiptId, line)).status).toBe(200);
  });
});

test('a change takes effect at once while the admin has the only account', async () => {
  const { pending } = (await change({ 'company.document': '11.222.333/0001-81' })).data;
  await sales.drain();
  expect((await rules()).company.document).toBe('11.222.333/0001-81');
  expect((await list()).closed[0]).toMatchObject({ id: pending.id, state: 'applied', confirmedBy: null });
  await sales.user();
  const later = (await change({ 'company.document': '11.444.777/0001-61' })).data.pending;
  expect(Date.parse(later.takesEffectAt) - Date.now()).toBeGreaterThan(23 * hour);
});

describe('with one admin alone', () => {
  beforeEach(async () => {
    await sales.user();
  });

  test('a change takes effect after a day, and the whole team gets a mail at once', async () => {
    const support = await sales.user({ role: 'support' });
    const { pending } = (await change({ 'withdrawal.minCents': 4_321 })).data;
    expect(Date.parse(pending.takesEffectAt) - Date.now()).toBeGreaterThan(23 * hour);
    await sales.drain();
    for (const address of [admin.email, support.email, defaultRules.company.email])
      expect((await letters(address)).join('\n'), address).toContain('Uma mudança vai valer sem outro admin');
    expect((await confirm(sales, pending.id, admin)).status).toBe(409);
    await sales.moveClock(23 * hour);
    await sales.drain();
    expect((await rules()).withdrawal.minCents).toBe(defaultRules.withdrawal.minCents);
    await sales.moveClock(25 * hour);
    await sales.drain();
    expect((await rules()).withdrawal.minCents).toBe(4_321);
    expect((await list()).closed[0]).toMatchObject({ id: pending.id, state: 'applied', confirmedBy: null });
  });

  test('any member of staff stops it', async () => {
    const support = await sales.user({ role: 'support' });
    const { pending } = (await change(loose)).data;
    expect((await stop(pending.id, support)).status).toBe(200);
    await sales.moveClock(2 * day);
    await sales.drain();
    expect((await rules()).security.staffNeedsSecondFactor).toBe(
      defaultRules.security.staffNeedsSecondFactor,
    );
  });

  test('an admin promoted meanwhile cannot confirm it, and the delay itself is guarded', async () => {
    const { pending } = (await change(loose)).data;
    const puppet = await sales.user({ role: 'admin' });
    const tried = await confirm(sales, pending.id, puppet);
    expect([tried.status, tried.body.code]).toEqual([409, 'second_person_needed']);
    await expect(
      sql`update staff_proposals set state = 'applied', confirmed_by = ${puppet.id} where id = ${pending.id}`.execute(
        sales.db,
      ),
    ).rejects.toThrow('the wait is not over');
    await stop(pending.id, puppet);
    expect((await change({ 'proposals.aloneDelayMs': hour })).data.version).toBeNull();
  });

  test('an admin who suspends or bans the others does not count as the only one while a proposal could last', async () => {
    for (const state of ['suspended', 'banned'] as const) {
      const other = await sales.user({ role: 'admin' });
      await sql`update users set state = ${state}, state_reason = 'Sem motivo nenhum',
        suspended_until = case ${state} when 'suspended' then market_now() + interval '30 days' end
        where id = ${other.id}`.execute(sales.db);
    }
    const early = (await change(loose)).data.pending;
    expect(early.takesEffectAt).toBeNull();
    await sales.moveClock(7 * day + hour);
    await sales.drain();
    expect((await rules()).security.staffNeedsSecondFactor).toBe(true);
    expect((await change(loose)).data.pending.takesEffectAt).not.toBeNull();
  });

  test('the promotion of a second account of the same admin is delayed too', async () => {
    const puppet = await sales.user();
    const { pending } = (await setRole(puppet, 'admin')).data;
    expect(pending.takesEffectAt).not.toBeNull();
    await sales.drain();
    expect(await roleOf(puppet)).toBe('user');
    await sales.moveClock(25 * hour);
    await sales.drain();
    expect(await roleOf(puppet)).toBe('admin');
  });
});

test('PostgreSQL and the application agree on the settings that one person may change', async () => {
  const { rows } = await sql<{ path: string }>`select path from one_person_settings order by path`.execute(
    sales.db,
  );
  expect(rows.map(({ path }) => path)).toEqual(onePersonPaths.toSorted());
});
