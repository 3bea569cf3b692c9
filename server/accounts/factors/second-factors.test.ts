import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { totpCode } from './totp.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const call = (person: Person, method: string, path: string, body?: unknown) =>
  market.request(method, path, { token: person.token, body });

const confirmation = '/second-factors/totp/confirmation';

/** Turns the app on by the API. */
async function enrol(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await call(person, 'POST', '/second-factors/totp')).data;
  const answer = await call(person, 'POST', confirmation, { code: totpCode(secret, Date.now()) });
  expect(answer.status).toBe(201);
  return { secret, recoveryCodes: answer.data.recoveryCodes };
}

async function anotherSession({ username }: Person): Promise<string> {
  const { data } = await market.request('POST', '/sessions', { body: { login: username, password } });
  return data.token;
}

/** Subjects of the mails to a person, oldest first. */
async function letters({ email }: Person): Promise<string[]> {
  await market.drain();
  const { rows } = await sql<{ subject: string }>`
    select subject from mails where recipient = ${email} order by id`.execute(market.ctx.db);
  return rows.map(({ subject }) => subject);
}

async function notices(person: Person): Promise<string[]> {
  await market.drain();
  const { data } = await call(person, 'GET', '/notifications');
  return data.items.map(({ title }: { title: string }) => title);
}

test('turning the app on needs a right code, ends the other sessions and notifies the owner', async () => {
  const person = await market.user();
  const other = await anotherSession(person);
  const begun = await call(person, 'POST', '/second-factors/totp');
  expect(begun.status).toBe(201);
  expect(begun.data.uri).toContain(`secret=${begun.data.secret}`);
  expect((await call(person, 'GET', '/second-factors')).data).toMatchObject({ totpSince: null });
  expect((await call(person, 'GET', '/user')).data.twofactor).toBe('disabled');
  const right = totpCode(begun.data.secret, Date.now());
  const wrong = right === '000000' ? '000001' : '000000';
  expect((await call(person, 'POST', confirmation, { code: wrong })).body).toMatchObject({
    status: 401,
    code: 'wrong_code',
  });
  const done = await call(person, 'POST', confirmation, { code: `${right.slice(0, 3)} ${right.slice(3)}` });
  expect(done.status).toBe(201);
  expect(done.data.recoveryCodes).toHaveLength(10);
  for (const code of done.data.recoveryCodes)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect((await market.request('GET', '/user', { token: other })).status).toBe(401);
  expect((await call(person, 'GET', '/user')).data.twofactor).toBe('enabled');
  expect((await call(person, 'GET', '/second-factors')).data).toEqual({
    totpSince: expect.any(String),
    recoveryCodesLeft: 10,
    passkeys: [],
    mandatory: false,
  });
  expect(await letters(person)).toContain('Verificação em duas etapas ativada');
  expect(await notices(person)).toContain('Verificação em duas etapas ativada');
  const { rows } =
    await sql`select from users where id = ${person.id} and security_changed_at is not null`.execute(
      market.ctx.db,
    );
  expect(rows).toHaveLength(1);
});

test('the secret is returned once and stored encrypted (T47)', async () => {
  const person = await market.user();
  const { secret } = await enrol(person);
  const again = await call(person, 'POST', '/second-factors/totp');
  expect(again.body).toMatchObject({ status: 409, code: 'already_requested' });
  expect(again.text).not.toContain(secret);
  const { rows } = await sql<{ sealed: Buffer; codes: Buffer[] }>`
    select secret_sealed as sealed, (select array_agg(code_hash) from recovery_codes r where r.user_id = t.user_id) as codes
    from totp_secrets t where user_id = ${person.id}`.execute(market.ctx.db);
  expect(rows[0]!.sealed.toString('latin1')).not.toContain(secret);
  for (const hash of rows[0]!.codes) expect(hash).toHaveLength(32);
});

test('an encrypted secret with a flipped bit accepts no code', async () => {
  const person = await market.user({ totp: true });
  const code = await person.code();
  await sql`update totp_secrets set secret_sealed = set_bit(secret_sealed, 200, 1 - get_bit(secret_sealed, 200))
    where user_id = ${person.id}`.execute(market.ctx.db);
  const answer = await call(person, 'POST', '/sessions/current/proofs', { method: 'totp', code });
  expect(answer.status).toBe(500);
});

test('of two unconfirmed secrets the newest counts, and without one the answer is 404', async () => {
  const person = await market.user();
  expect((await call(person, 'POST', confirmation, { code: '123456' })).status).toBe(404);
  const first = (await call(person, 'POST', '/second-factors/totp')).data.secret;
  const second = (await call(person, 'POST', '/second-factors/totp')).data.secret;
  expect(second).not.toBe(first);
  const stale = await call(person, 'POST', confirmation, { code: totpCode(first, Date.now()) });
  expect(stale.body.code).toBe('wrong_code');
  const fresh = await call(person, 'POST', confirmation, { code: totpCode(second, Date.now()) });
  expect(fresh.status).toBe(201);
  expect((await call(person, 'POST', confirmation, { code: totpCode(second, Date.now()) })).status).toBe(404);
});

test('twenty confirmations at once turn the app on once', async () => {
  const person = await market.user();
  const { secret } = (await call(person, 'POST', '/second-factors/totp')).data;
  const code = totpCode(secret, Date.now());
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(person, 'POST', confirmation, { code })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => ![201, 404, 429].includes(status))).toEqual([]);
  const { recoveryCodesLeft } = (await call(person, 'GET', '/second-factors')).data;
  expect(recoveryCodesLeft).toBe(10);
});

test('a concurrent sign-in cannot skip a second step that is being turned on', async () => {
  const person = await market.user();
  const { secret } = (await call(person, 'POST', '/second-factors/totp')).data;
  const signIns = Array.from({ length: 5 }, () => anotherSession(person));
  await Promise.race(signIns);
  const confirmed = call(person, 'POST', confirmation, { code: totpCode(secret, Date.now()) });
  const tokens = await Promise.all(signIns);
  expect((await confirmed).status).toBe(201);
  for (const token of tokens) {
    const { status, data } = await market.request('GET', '/user', { token });
    expect([status, data?.twofactor]).toSatisfy(([code, step]) => code === 401 || step === 'pending');
  }
});

test('turning the app on or off needs a proof of the last ten minutes (T47)', async () => {
  const own = await createMarket();
  const person = await own.user();
  const enrolled = await own.user({ totp: true });
  await own.moveClock(11 * 60_000);
  const begin = await own.request('POST', '/second-factors/totp', { token: person.token });
  expect(begin.body).toMatchObject({ status: 403, code: 'step_up_required' });
  for (const [method, path] of [
    ['DELETE', '/second-factors/totp'],
    ['POST', '/second-factors/recovery-codes'],
    ['POST', '/passkeys/challenges'],
  ] as const) {
    const answer = await own.request(method, path, { token: enrolled.token });
    expect(answer.body).toMatchObject({ status: 403, code: 'step_up_required' });
  }
  const bare = await own.request('DELETE', '/second-factors/totp', { token: person.token });
  expect(bare.body.code).toBe('second_factor_required');
  await own.close();
});

test('turning the app off deletes the recovery codes and ends the other sessions', async () => {
  const person = await market.user();
  await enrol(person);
  expect((await call(person, 'DELETE', '/second-factors/totp')).data).toEqual({ ok: true });
  expect((await call(person, 'GET', '/second-factors')).data).toMatchObject({
    totpSince: null,
    recoveryCodesLeft: 0,
  });
  expect((await call(person, 'GET', '/user')).data.twofactor).toBe('disabled');
  expect(await letters(person)).toContain('Aplicativo autenticador desativado');
  expect(await notices(person)).toContain('Aplicativo autenticador desativado');
  const again = await call(person, 'DELETE', '/second-factors/totp');
  expect(again.body.code).toBe('second_factor_required');
});

test('turning off an app that is not set up is refused', async () => {
  const person = await market.user({ totp: true });
  // Another second factor, so that the recent proof is accepted.
  await sql`insert into passkeys (user_id, credential_id, public_key, device_type, backed_up, name)
    values (${person.id}, ${`chave-${person.id}`}, '', 'singleDevice', false, 'Chave')`.execute(
    market.ctx.db,
  );
  expect((await call(person, 'DELETE', '/second-factors/totp')).status).toBe(200);
  expect((await call(person, 'DELETE', '/second-factors/totp')).status).toBe(404);
});

test('staff cannot turn off their last second factor, and get the reason', async () => {
  const staff = await market.user({ role: 'support', totp: true });
  expect((await call(staff, 'GET', '/second-factors')).data.mandatory).toBe(true);
  const refused = await call(staff, 'DELETE', '/second-factors/totp');
  expect(refused.body).toMatchObject({ status: 403, code: 'forbidden' });
  expect(refused.body.detail).toMatch(/equipe/);
  expect((await call(staff, 'GET', '/user')).data.twofactor).toBe('enabled');
});

test('recovery codes are replaced as a set: the old ones stop working', async () => {
  const person = await market.user();
  const { recoveryCodes: old } = await enrol(person);
  const renewed = await call(person, 'POST', '/second-factors/recovery-codes');
  expect(renewed.status).toBe(201);
  expect(renewed.data.recoveryCodes).toHaveLength(10);
  expect(new Set([...old, ...renewed.data.recoveryCodes]).size).toBe(20);
  const proof = (code: string) =>
    call(person, 'POST', '/sessions/current/proofs', { method: 'recovery', code });
  expect((await proof(old[0]!)).body.code).toBe('wrong_code');
  expect((await proof(renewed.data.recoveryCodes[0])).status).toBe(201);
  expect(await letters(person)).toContain('Códigos reserva novos');
  const bare = await market.user();
  const refused = await call(bare, 'POST', '/second-factors/recovery-codes');
  expect(refused.body).toMatchObject({ status: 403, code: 'second_factor_required' });
});
