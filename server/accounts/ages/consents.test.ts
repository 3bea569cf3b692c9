import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAgedSales } from '#test/accounts/ages.ts';
import type { AgedSales } from '#test/accounts/ages.ts';
import { setProof } from '#test/accounts/second-factor.ts';

let sales: AgedSales;
beforeAll(async () => void (sales = await openAgedSales()));
afterAll(() => sales.close());

test('a guardian who knows the birth consents, sets a limit, changes it and takes the consent back (F58)', async () => {
  const guardian = await sales.adult();
  const { minor, id } = await sales.guarded(30_000, guardian);
  expect(await sales.see(minor)).toMatchObject({
    age: 'minor',
    limits: { perOrderCents: 30_000, perMonthCents: 30_000, spentCents: 0 },
    guardian: { username: guardian.username, isGiven: true, monthlyLimitCents: 30_000 },
  });
  await sales.place(minor, await sales.shelf(20_000));
  expect((await sales.see(guardian)).minors).toEqual([
    expect.objectContaining({ username: minor.username, spentCents: 20_000 }),
  ]);
  expect((await sales.order(minor, await sales.shelf(20_000))).body.detail).toContain(
    'Seu responsável autorizou',
  );
  expect((await sales.give(guardian, id, { monthlyLimitCents: 40_000 })).status).toBe(200);
  await sales.place(minor, await sales.shelf(20_000));
  expect((await sales.end(guardian, id)).status).toBe(200);
  expect((await sales.order(minor, await sales.shelf(1_000))).body.code).toBe('limit_reached');
  expect((await sales.end(guardian, id)).body.code).toBe('not_found');
});

test('both sides are notified, without amounts or names in the titles', async () => {
  const guardian = await sales.adult();
  const { minor, id } = await sales.guarded(10_000, guardian);
  await sales.end(minor, id);
  await sales.drain();
  const titles = async (who: { id: number }) => {
    const { rows } = await sql<{ title: string }>`
      select title from notifications where user_id = ${who.id} order by title`.execute(sales.db);
    return rows.map(({ title }) => title);
  };
  expect(await titles(guardian)).toEqual([
    'Autorização de responsável encerrada',
    'Pedido para você ser responsável',
  ]);
  expect(await titles(minor)).toEqual(['Seu responsável autorizou suas compras']);
});

test('the reply to a request tells nothing of the named account (T145)', async () => {
  const bornOn = await sales.birthOf(15);
  const replies = [];
  for (const named of ['ninguem_aqui', (await sales.user()).username, (await sales.aged(16)).username]) {
    const minor = await sales.user({ level: 'N1' });
    const { status, data } = await sales.ask(minor, named, bornOn);
    const { guardian } = await sales.see(minor);
    replies.push([status, data, Object.keys(guardian), guardian.isGiven]);
    expect(guardian.username).toBe(named);
  }
  const real = await sales.user({ level: 'N1' });
  const { status, data } = await sales.ask(real, (await sales.adult()).username, bornOn);
  const { guardian } = await sales.see(real);
  replies.push([status, data, Object.keys(guardian), guardian.isGiven]);
  for (const reply of replies) expect(reply).toEqual(replies[0]);
});

test.each([
  ['an adult birth', 18, 'wrong_state'],
  ['a child', 11, 'invalid_request'],
])('a request with %s is refused', async (_words, years, code) => {
  const person = await sales.user({ level: 'N1' });
  const refused = await sales.ask(person, (await sales.adult()).username, await sales.birthOf(years));
  expect(refused.body.code).toBe(code);
});

test('one names another person, and has one request at a time', async () => {
  const minor = await sales.user({ level: 'N1' });
  const bornOn = await sales.birthOf(15);
  expect((await sales.ask(minor, `@${minor.username}`, bornOn)).body.errors.guardian).toBe(
    'Informe a conta de outra pessoa.',
  );
  await sales.ask(minor, 'alguem', bornOn);
  expect((await sales.ask(minor, 'outra', bornOn)).body.code).toBe('already_requested');
  await sales.moveClock(8 * 86_400_000);
  expect((await sales.see(minor)).guardian).toBeNull();
  expect((await sales.ask(minor, 'outra', bornOn)).status).toBe(201);
});

test('three wrong births end a request, and another person finds none', async () => {
  const [guardian, stranger] = [await sales.adult(), await sales.adult()];
  const minor = await sales.user({ level: 'N1' });
  await sales.ask(minor, guardian.username, await sales.birthOf(15));
  const id = await sales.requestTo(guardian, minor);
  const wrong = { bornOn: '2010-01-01', monthlyLimitCents: 1_000 };
  expect((await sales.give(stranger, id, wrong)).body.code).toBe('not_found');
  for (let tries = 1; tries <= 3; tries++)
    expect((await sales.give(guardian, id, wrong)).body.errors.bornOn).toContain('Confira com quem pediu');
  expect((await sales.give(guardian, id, { ...wrong, bornOn: await sales.birthOf(15) })).body.code).toBe(
    'not_found',
  );
});

test('a consent needs a recent proof of identity, and stays below the maximum', async () => {
  const guardian = await sales.adult();
  const minor = await sales.user({ level: 'N1' });
  const bornOn = await sales.birthOf(15);
  await sales.ask(minor, guardian.username, bornOn);
  const id = await sales.requestTo(guardian, minor);
  const tooMuch = await sales.give(guardian, id, { bornOn, monthlyLimitCents: 100_001 });
  expect(tooMuch.body.errors.monthlyLimitCents).toMatch(/até R\$\s1\.000,00/);
  await setProof(sales, guardian, 'stale');
  expect((await sales.give(guardian, id, { bornOn, monthlyLimitCents: 1_000 })).body.code).toBe(
    'step_up_required',
  );
});

test('accounts of one document are one person, who cannot be their own guardian', async () => {
  const guardian = await sales.adult();
  const minor = await sales.user({ level: 'N1' });
  const bornOn = await sales.birthOf(15);
  await sql`update users set cpf = ${guardian.cpf} where id = ${minor.id}`.execute(sales.db);
  await sales.ask(minor, guardian.username, bornOn);
  const id = await sales.requestTo(guardian, minor);
  expect((await sales.give(guardian, id, { bornOn, monthlyLimitCents: 1_000 })).body.code).toBe('forbidden');
});

test('twenty consents at once give one guardian no more minors than the rules allow', async () => {
  const guardian = await sales.adult();
  const asked = [];
  for (let index = 0; index < 20; index++) {
    const minor = await sales.user({ level: 'N1' });
    const bornOn = await sales.birthOf(15, 40 + index);
    await sales.ask(minor, guardian.username, bornOn);
    asked.push({ bornOn, id: await sales.requestTo(guardian, minor) });
  }
  const given = await Promise.all(
    asked.map(({ id, bornOn }) => sales.give(guardian, id, { bornOn, monthlyLimitCents: 1_000 })),
  );
  expect(given.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(given.find(({ status }) => status !== 200)!.body).toMatchObject({ code: 'limit_reached' });
});

test('a guardian who is suspended, or leaves, allows nothing', async () => {
  const guardian = await sales.adult();
  const { minor } = await sales.guarded(30_000, guardian);
  const shelf = await sales.shelf(6_000);
  await sql`update users set state = 'suspended', suspended_until = market_now() + interval '1 day'
    where id = ${guardian.id}`.execute(sales.db);
  expect((await sales.order(minor, shelf)).body.code).toBe('limit_reached');
});

test('PostgreSQL refuses consents that no proven adult gives, and changes of ended ones', async () => {
  const guardian = await sales.adult();
  const { minor, id } = await sales.guarded(30_000, guardian);
  const change = (set: string, of = id) =>
    sql`update guardian_consents set ${sql.raw(set)} where id = ${of}`.execute(sales.db);
  await expect(change('monthly_limit_cents = 100001')).rejects.toThrow(/beyond the maximum/);
  await expect(change('given_at = market_now()')).rejects.toThrow(/was given/);
  await expect(change('monthly_limit_cents = 0')).rejects.toThrow('guardian_consents_limit');
  await sales.end(minor, id);
  await expect(change('ended_at = null, end_reason = null')).rejects.toThrow(/has ended/);
  const { rows } = await sql<{ id: number }>`
    insert into guardian_consents (minor_id, guardian_name, guardian_id, born_on, expires_at)
    values (${minor.id}, 'fulana', ${(await sales.user()).id}, '2012-01-01', market_now() + interval '1 day')
    returning id`.execute(sales.db);
  await expect(change('given_at = market_now(), monthly_limit_cents = 100', rows[0]!.id)).rejects.toThrow(
    /no proven adult/,
  );
});

test('who became an adult before the answer is no minor any more, and nothing fails', async () => {
  const guardian = await sales.adult();
  const waiting = await sales.user({ level: 'N1' });
  const bornOn = await sales.birthOf(17, 364);
  await sales.ask(waiting, guardian.username, bornOn);
  const asked = await sales.requestTo(guardian, waiting);
  const { id } = await sales.guarded(10_000, guardian, 17, 364);
  await sales.moveClock(3 * 86_400_000);
  const late = await sales.give(guardian, asked, { bornOn, monthlyLimitCents: 1_000 });
  expect([late.status, late.body.code]).toEqual([404, 'not_found']);
  const changed = await sales.give(guardian, id, { monthlyLimitCents: 1_000 });
  expect([changed.status, changed.body.code]).toEqual([404, 'not_found']);
  expect((await sales.see(guardian)).minors).toEqual([]);
  expect((await sales.see(waiting)).age).toBe('unproven');
});

test('a guardian changes a limit after the rules allow fewer minors', async () => {
  const guardian = await sales.adult();
  const { id } = await sales.guarded(10_000, guardian);
  await sales.guarded(10_000, guardian, 15, 50);
  await sales.setAges({ minorsPerGuardian: 1 });
  const changed = await sales.give(guardian, id, { monthlyLimitCents: 5_000 });
  await sales.setAges({});
  expect(changed.status, changed.text).toBe(200);
});

test('a guardian whose own proof is gone changes no limit', async () => {
  const guardian = await sales.adult();
  const { id } = await sales.guarded(10_000, guardian);
  await sql`delete from proven_births where user_id = ${guardian.id}`.execute(sales.db);
  const changed = await sales.give(guardian, id, { monthlyLimitCents: 5_000 });
  expect([changed.status, changed.body.code]).toEqual([404, 'not_found']);
  expect((await sales.end(guardian, id)).status).toBe(200);
});
