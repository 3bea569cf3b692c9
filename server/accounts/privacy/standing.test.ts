import { sql } from 'kysely';
import { defaultSecurityRules } from '#domain/accounts/accounts.ts';
import { defaultVerificationRules } from '#domain/accounts/verification.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutRequestId } from '#test/http-request.ts';
import { password } from '#test/accounts/people.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { setProof, withSecondFactor } from '#test/accounts/second-factor.ts';

let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await withSecondFactor(sales, await sales.user({ role: 'admin' }));
  support = await withSecondFactor(sales, await sales.user({ role: 'support' }));
});
afterAll(() => sales.close());

const reason = 'Vendeu um código que já tinha sido usado.';

test('a suspended person cannot start anything new but keeps orders, notices and balance (§4.14, N02)', async () => {
  const sale = await sales.paid();
  const { seller } = sale;
  const answer = await set(support, seller, { event: 'suspend', until: await inDays(7) });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.data).toMatchObject({ id: seller.id, state: 'suspended' });
  expect((await sales.listing(sale.listingId)).state).toBe('paused');

  const other = await sales.publishedListing();
  const refused = [
    await sales.order(seller, other),
    await post(seller, '/listings', { categoryId: 1 }),
    await post(seller, `/listings/${other.id}/questions`, { text: 'Ainda tem um desses aí?' }),
    await sales.request('PUT', `/listings/${sale.listingId}/pause`, {
      token: seller.token,
      body: { paused: false },
    }),
  ];
  for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'account_suspended']);
  await sales.act(sale, seller, 'delivery-start');
  await sales.act(sale, seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
  expect((await sales.request('GET', '/balances', { token: seller.token })).status).toBe(200);
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: seller.token });
  expect(data.items.map(({ title }: { title: string }) => title)).toContain('Sua conta foi suspensa');
  expect(JSON.stringify(data.items)).toContain(reason);
  expect(await lettersTo(seller)).toContain('Sua conta foi suspensa');
});

test('a suspension ends automatically at its time', async () => {
  const person = await sales.user();
  await set(admin, person, { event: 'suspend', until: await inDays(2) });
  await sales.moveClock(2 * day - hour);
  await sales.drain();
  expect(await stateOf(person)).toEqual(['suspended', reason]);
  await sales.moveClock(hour + 60_000);
  await sales.drain();
  expect(await stateOf(person)).toEqual(['active', '']);
  expect(await lettersTo(person)).toContain('Sua conta voltou ao normal');
});

test('the end of a suspension does not end an earlier restriction (§4.17)', async () => {
  const person = await sales.user({ level: 'N2' });
  const restricted = 'Muitas reclamações em poucos dias.';
  await set(admin, person, { event: 'restrict', reason: restricted });
  await set(support, person, { event: 'suspend', until: await inDays(1) });
  await sales.moveClock(day + 60_000);
  await sales.drain();
  expect(await stateOf(person)).toEqual(['restricted', restricted]);
  const { data } = await sales.request('GET', '/notifications', { token: person.token });
  expect(data.items.map(({ title }: { title: string }) => title)).toContain('A suspensão acabou');
  expect((await set(admin, person, { event: 'reinstate' })).data.state).toBe('active');
  await set(support, person, { event: 'suspend', until: await inDays(1) });
  await sales.moveClock(day + 60_000);
  await sales.drain();
  expect(await stateOf(person)).toEqual(['active', '']);
});

test('a ban ends every session at the next call and pauses all listings (T49)', async () => {
  const { seller, id } = await sales.publishedListing();
  expect((await set(admin, seller, { event: 'ban' })).data.state).toBe('banned');
  expect((await sales.request('GET', '/user', { token: seller.token })).status).toBe(401);
  expect((await sales.listing(id)).state).toBe('paused');
  const login = { login: seller.email, password };
  expect((await sales.request('POST', '/sessions', { body: login })).body.code).toBe('account_banned');
  await sales.drain();
  expect(await lettersTo(seller)).toContain('Sua conta foi encerrada pela equipe');
  expect((await set(admin, seller, { event: 'reinstate' })).data.state).toBe('active');
  expect((await sales.request('POST', '/sessions', { body: login })).status).toBe(201);
});

test('support suspends for seven days at most; longer sanctions need an admin (§4.15)', async () => {
  const person = await sales.user();
  for (const order of [
    { event: 'suspend', until: await inDays(8) },
    { event: 'restrict' },
    { event: 'ban' },
    { event: 'reinstate' },
  ]) {
    const answer = await set(support, person, order);
    expect([answer.status, answer.body.code], order.event).toEqual([403, 'forbidden']);
  }
  expect((await set(admin, person, { event: 'restrict' })).data.state).toBe('restricted');
  expect((await set(admin, person, { event: 'suspend', until: await inDays(60) })).data.state).toBe(
    'suspended',
  );
});

test('a restricted person has a quarter of the level’s limits, and withdraws as before', async () => {
  const person = await sales.user({ level: 'N2' });
  const limits = async () => (await sales.request('GET', '/account', { token: person.token })).data.limits;
  const whole = defaultVerificationRules.N2;
  expect(await limits()).toEqual(whole);
  await set(admin, person, { event: 'restrict' });
  expect(await limits()).toEqual({
    activeListings: 12,
    maxPriceCents: 50_000,
    salesPerMonthCents: 500_000,
    withdrawPerDayCents: whole.withdrawPerDayCents,
    buyPerDayCents: 125_000,
  });
  const dear = await sales.publishedListing({ priceCents: 125_001 });
  const refused = await sales.order(person, dear);
  expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
  expect(refused.body.detail).toContain('Sua conta tem limites por enquanto e permite comprar até');
  await sales.drain();
  expect(await lettersTo(person)).toContain('Sua conta tem limites por enquanto');
  expect((await set(admin, person, { event: 'reinstate' })).data.state).toBe('active');
  expect((await sales.order(person, dear)).status).toBe(201);
});

test('a limit that a restriction reduces to zero does not ask for verification', async () => {
  const person = await sales.user({ level: 'N2' });
  await sales.setRules({ verification: { ...defaultVerificationRules, restrictedBps: 0 } });
  await set(admin, person, { event: 'restrict' });
  const refused = await sales.order(person, await sales.publishedListing());
  expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
  await sales.setRules({ verification: defaultVerificationRules });
});

test('requesting and cancelling a closure does not lift a restriction', async () => {
  const person = await sales.user({ level: 'N2' });
  await set(admin, person, { event: 'restrict' });
  await sales.request('POST', '/account-closures', {
    token: person.token,
    body: { username: person.username },
  });
  const own = async () => (await sales.request('GET', '/account', { token: person.token })).data;
  expect(await own()).toMatchObject({ state: 'closing', limits: { buyPerDayCents: 125_000 } });
  await sales.request('DELETE', '/account-closures/current', { token: person.token });
  expect(await own()).toMatchObject({ state: 'restricted', limits: { buyPerDayCents: 125_000 } });
});

test('the longest suspension by support is a setting', async () => {
  const person = await sales.user();
  await sales.setRules({ security: { ...defaultSecurityRules, supportSuspensionMs: 2 * 86_400_000 } });
  const long = await set(support, person, { event: 'suspend', until: await inDays(3) });
  expect([long.status, long.body.code]).toEqual([403, 'forbidden']);
  const brief = await set(support, person, { event: 'suspend', until: await inDays(1) });
  expect(brief.data.state).toBe('suspended');
  await sales.setRules({ security: defaultSecurityRules });
});

test('staff cannot sanction themselves, and only an admin can sanction staff', async () => {
  const other = await withSecondFactor(sales, await sales.user({ role: 'support' }));
  expect((await set(admin, admin, { event: 'restrict' })).body.code).toBe('own_decision');
  expect((await end(support, support)).body.code).toBe('own_decision');
  expect((await set(support, other, { event: 'restrict' })).body.code).toBe('forbidden');
  expect((await end(support, other)).body.code).toBe('forbidden');
  expect((await set(admin, other, { event: 'restrict' })).status).toBe(200);
  const nobody = await set(admin, { ...other, id: 999_999 }, { event: 'restrict' });
  expect([nobody.status, nobody.body.code]).toEqual([404, 'not_found']);
});

test('a sanction needs a recent proof, a reason and, for a suspension, a future date', async () => {
  const person = await sales.user();
  await setProof(sales, admin, 'stale');
  const answer = await put(admin, person, { event: 'restrict', reason });
  expect(answer.body.code).toBe('step_up_required');
  for (const [body, field] of [
    [{ event: 'restrict', reason: 'curto' }, 'reason'],
    [{ event: 'suspend' }, 'until'],
    [{ event: 'suspend', until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ event: 'suspend', until: '2026-99-99T00:00:00Z' }, 'until'],
    [{ event: 'ban', until: await inDays(3) }, 'until'],
  ] as const) {
    const refused = await set(admin, person, body);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
  }
});

test('an invalid transition is refused with the allowed ones, also concurrently', async () => {
  const person = await sales.user();
  const until = await inDays(1);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => set(admin, person, { event: 'suspend', until })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(refused.body).toMatchObject({
    code: 'wrong_state',
    meta: { state: 'suspended', allowed: ['reinstate', 'ban'] },
  });
});

test('a sanction cancels a pending closure', async () => {
  const person = await sales.user();
  const body = { username: person.username };
  await sales.request('POST', '/account-closures', { token: person.token, body });
  await set(admin, person, { event: 'suspend', until: await inDays(30) });
  const blocked = await sales.request('POST', '/account-closures', { token: person.token, body });
  expect(blocked.body.meta.reasons).toEqual(['Esta conta está suspensa. Fale com o atendimento.']);
  const { data } = await sales.request('GET', '/privacy', { token: person.token });
  expect(data.closure).toBeNull();
});

test('staff end every session of a person, who is notified', async () => {
  const person = await sales.user();
  await sales.request('POST', '/sessions', { body: { login: person.email, password } });
  expect((await end(support, person)).data).toEqual({ ended: 2 });
  expect((await sales.request('GET', '/user', { token: person.token })).status).toBe(401);
  const stranger = await sales.user();
  const foreign = await sales.request('DELETE', `/staff/users/${person.id}/sessions`, {
    token: stranger.token,
  });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden']);
  const absent = await sales.request('DELETE', '/staff/users/999999/sessions', { token: stranger.token });
  expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
});

const put = (staff: Person, person: Person, body: object) =>
  sales.request('PUT', `/staff/users/${person.id}/state`, { token: staff.token, body });

async function set(staff: Person, person: Person, order: { event: string; until?: string; reason?: string }) {
  await setProof(sales, staff, 'fresh');
  return put(staff, person, { reason, ...order });
}

const end = (staff: Person, person: Person) =>
  sales.request('DELETE', `/staff/users/${person.id}/sessions`, { token: staff.token });

const post = (person: Person, path: string, body: object) =>
  sales.request('POST', path, { token: person.token, key: true, body });

async function inDays(days: number): Promise<string> {
  const { rows } = await sql<{ at: Date }>`
    select market_now() + ${days} * interval '1 day' - interval '1 minute' as at`.execute(sales.db);
  return rows[0]!.at.toISOString();
}

async function stateOf({ id }: Person): Promise<[string, string]> {
  const { rows } = await sql<{ state: string; state_reason: string }>`
    select state, state_reason from users where id = ${id}`.execute(sales.db);
  return [rows[0]!.state, rows[0]!.state_reason];
}

async function lettersTo({ email }: Person): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from mails where recipient = ${email} order by id`.execute(sales.db);
  return rows.map(({ subject }) => subject);
}
