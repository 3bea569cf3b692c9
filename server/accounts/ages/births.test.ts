import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ageOn } from '#domain/accounts/verification.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { ageOf, correctBirth, proveBirth } from './births.ts';

let market: Market;
let staff: Awaited<ReturnType<Market['user']>>;
beforeAll(async () => {
  market = await createMarket();
  staff = await market.user({ role: 'support' });
});
afterAll(() => market.close());

const day = 86_400_000;
const prove = (id: number, bornOn: string, source: 'document' | 'guardian' = 'document', by = staff.id) =>
  inTransaction(market.ctx.db, (tx) => proveBirth(tx, id, bornOn, source, by));
const insert = (
  id: number,
  columns: { bornOn?: string; source?: string; by?: number | null; reason?: string },
) =>
  sql`insert into proven_births (user_id, born_on, source, proven_by, reason) values (${id},
    ${columns.bornOn ?? '1990-01-01'}::date, ${columns.source ?? 'document'}, ${columns.by ?? null},
    ${columns.reason ?? null})`.execute(market.ctx.db);

test('a birth is proven once, and the same day again changes nothing (F58)', async () => {
  const { id } = await market.user();
  expect(await ageOf(market.ctx.db, id)).toBeNull();
  await prove(id, '1990-01-31');
  await prove(id, '1990-01-31');
  const { years } = (await ageOf(market.ctx.db, id))!;
  expect(years).toBeGreaterThan(30);
  expect(await ageOf(market.ctx.db, id)).toMatchObject({
    bornOn: '1990-01-31',
    isAdult: true,
    source: 'document',
  });
  const { rows } =
    await sql`select from events where kind = 'account.birth_proven' and subject_id = ${id}`.execute(
      market.ctx.db,
    );
  expect(rows).toHaveLength(1);
});

test('another day is refused, with what to do', async () => {
  const { id } = await market.user();
  await prove(id, '1990-01-31');
  await expect(prove(id, '1991-01-31')).rejects.toMatchObject({
    code: 'wrong_state',
    extras: { detail: expect.stringContaining('A equipe corrige com um motivo') },
  });
});

test.each(['2001-02-29', '1899-12-31', '2190-01-01', 'ontem'])('%s proves no birth', async (bornOn) => {
  const { id } = await market.user();
  await expect(prove(id, bornOn)).rejects.toMatchObject({
    code: 'invalid_request',
    extras: { errors: { bornOn: 'Confira a data de nascimento.' } },
  });
});

test('twenty proofs of different days at once store one', async () => {
  const { id } = await market.user();
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => prove(id, `19${60 + index}-05-05`)),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test("a document takes the place of a guardian's word about the same day", async () => {
  const [child, guardian] = [await market.user(), await market.user()];
  await prove(guardian.id, '1980-05-05');
  await prove(child.id, '2012-05-05', 'guardian', guardian.id);
  expect(await ageOf(market.ctx.db, child.id)).toMatchObject({ isAdult: false, source: 'guardian' });
  await prove(child.id, '2012-05-05');
  expect(await ageOf(market.ctx.db, child.id)).toMatchObject({ source: 'document' });
});

test('an admin corrects a birth with a reason, never their own; the record holds no date', async () => {
  const { id } = await market.user();
  await prove(id, '2012-05-05');
  const viewer = await market.user({ role: 'admin' });
  const correct = (of: number) =>
    inTransaction(market.ctx.db, (tx) =>
      correctBirth(tx, viewer, { id: of, bornOn: '1992-05-05', reason: 'O ano foi lido errado.' }),
    );
  await correct(id);
  expect(await ageOf(market.ctx.db, id)).toMatchObject({
    bornOn: '1992-05-05',
    isAdult: true,
    source: 'staff',
  });
  const { rows } = await sql<{ data: object }>`
    select data from events where kind = 'account.birth_corrected' and subject_id = ${id}`.execute(
    market.ctx.db,
  );
  expect(rows).toEqual([
    { data: { before: { adult: false }, after: { adult: true }, reason: 'O ano foi lido errado.' } },
  ]);
  await expect(correct(viewer.id)).rejects.toMatchObject({ code: 'own_decision' });
});

test('PostgreSQL refuses births that nothing proves, and changes that are not of staff', async () => {
  const [person, other] = [await market.user(), await market.user()];
  const tomorrow = new Date(Date.now() + 2 * day).toISOString().slice(0, 10);
  await expect(insert(person.id, { bornOn: tomorrow })).rejects.toThrow('proven_births_past');
  await expect(insert(person.id, { bornOn: '1899-12-31' })).rejects.toThrow('proven_births_century');
  await expect(insert(person.id, { source: 'declared', by: staff.id })).rejects.toThrow(
    'proven_births_source',
  );
  await expect(insert(person.id, { source: 'staff', by: staff.id })).rejects.toThrow(
    'proven_births_by_staff',
  );
  await expect(insert(person.id, { by: other.id })).rejects.toThrow(/is not staff/);
  await expect(insert(staff.id, { by: staff.id })).rejects.toThrow('proven_births_by_another');
  await expect(insert(person.id, { source: 'guardian', by: other.id })).rejects.toThrow(/no proven adult/);
  await insert(person.id, {});
  const change = (set: string) =>
    sql`update proven_births set ${sql.raw(set)} where user_id = ${person.id}`.execute(market.ctx.db);
  await expect(change(`born_on = '1970-01-01'`)).rejects.toThrow(/by staff only/);
  await expect(
    change(`born_on = '1970-01-01', source = 'staff', proven_by = ${other.id}, reason = 'x'`),
  ).rejects.toThrow(/is not staff/);
  await expect(insert(person.id, {})).rejects.toThrow('proven_births_pkey');
});

test('PostgreSQL and the domain count the same age for any birth and day', async () => {
  const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  const leap = fc.constantFrom('2000-02-29', '2008-02-29', '2009-02-28', '2009-03-01');
  const text = fc.oneof(
    date.map((each) => each.toISOString().slice(0, 10)),
    leap,
  );
  const pairs = fc.sample(fc.tuple(text, text), 2_000);
  const { rows } = await sql<{ years: number }>`
    select age_on(p.birth, p.day) as years from jsonb_to_recordset(${JSON.stringify(
      pairs.map(([birth, on]) => ({ birth, day: on })),
    )}::jsonb) as p (birth date, day date)`.execute(market.ctx.db);
  expect(rows.map(({ years }) => years)).toEqual(pairs.map(([birth, on]) => ageOn(birth, on)));
});

test('a minor is of age at midnight of São Paulo', async () => {
  const { id } = await market.user();
  const { rows } = await sql<{ born: string; midnight: Date; now: Date }>`
    select ((market_now() at time zone 'America/Sao_Paulo')::date + 1 - interval '18 years')::date::text as born,
      ((market_now() at time zone 'America/Sao_Paulo')::date + 1)::timestamp at time zone 'America/Sao_Paulo' as midnight,
      market_now() as now`.execute(market.ctx.db);
  const { born, midnight, now } = rows[0]!;
  await prove(id, born);
  await market.moveClock(midnight.getTime() - now.getTime() - 60_000);
  expect(await ageOf(market.ctx.db, id)).toMatchObject({ years: 17, isAdult: false });
  await market.moveClock(61_000);
  expect(await ageOf(market.ctx.db, id)).toMatchObject({ years: 18, isAdult: true });
});
