import { generateCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { documentsOf, typed } from '#test/accounts/documents.ts';
import type { Person } from '#test/accounts/people.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

/** What changes between a sending of documents and its decision, or after it (F51, F58). */
let market: Market;
let documents: ReturnType<typeof documentsOf>;
let support: Person;
let admin: Person;
beforeAll(async () => {
  market = await createMarket();
  documents = documentsOf(market);
  support = await market.user({ role: 'support' });
  admin = await market.user({ role: 'admin' });
});
beforeEach(async () => void (await sql`delete from attempts`.execute(market.ctx.db)));
afterAll(() => market.close());

const newcomer = () => market.user({ level: 'N1' });
const accountOf = async ({ token }: Person) => (await market.request('GET', '/account', { token })).data;
const ageOf = async ({ token }: Person) => (await market.request('GET', '/guardianship', { token })).data.age;

test('a withdrawn approval proves no birth any more, and one that staff stored stays (F58)', async () => {
  const [ana, bia] = [await newcomer(), await newcomer()];
  const id = await documents.approved(ana, [support], typed(generateCpf()));
  expect(await ageOf(ana)).toBe('adult');
  await documents.revoke(support, id);
  expect(await ageOf(ana)).toBe('unproven');
  await documents.approved(ana, [support]);
  expect(await ageOf(ana)).toBe('adult');
  const other = await documents.approved(bia, [support], typed(generateCpf()));
  const corrected = await market.request('PUT', `/staff/users/${bia.id}/birth`, {
    token: admin.token,
    body: { bornOn: '1990-02-01', reason: 'O documento tem outro dia, e a digitação errou.' },
  });
  expect(corrected.status, corrected.text).toBe(200);
  await documents.revoke(support, other);
  expect(await ageOf(bia)).toBe('adult');
});

test('who loses a document to its owner loses the birth that it proved', async () => {
  const cpf = generateCpf();
  const thief = await newcomer();
  await documents.approved(thief, [support], typed(cpf));
  const owner = await newcomer();
  const id = await documents.sent(owner, typed(cpf));
  await documents.refuse(support, id, 'in_use');
  await documents.claim(owner, id);
  await documents.decide(support, id);
  expect((await documents.decide(admin, id)).status).toBe(200);
  expect([await ageOf(thief), await ageOf(owner)]).toEqual(['unproven', 'adult']);
});

test('staff whose account has the document decide nothing about a claim to it', async () => {
  const cpf = generateCpf();
  const holder = await market.user({ role: 'admin', level: 'N1' });
  await documents.approved(holder, [support], typed(cpf));
  const owner = await newcomer();
  const id = await documents.sent(owner, typed(cpf));
  expect((await documents.refuse(holder, id, 'altered')).body.code).toBe('own_decision');
  await documents.refuse(support, id, 'in_use');
  await documents.claim(owner, id);
  expect((await documents.open(holder, id)).body.code).toBe('own_decision');
  expect((await documents.decide(support, id)).status).toBe(200);
  expect((await documents.decide(holder, id)).body.code).toBe('own_decision');
  expect((await documents.refuse(holder, id, 'altered')).body.code).toBe('own_decision');
  expect((await documents.decide(admin, id)).status).toBe(200);
});

test('documents for N2 do not replace an approval for N3, also in PostgreSQL (§4.14)', async () => {
  const ana = await newcomer();
  const { rows } = await sql<{ soon: string }>`
    select (market_now() + interval '30 days')::date::text as soon`.execute(market.ctx.db);
  const first = await documents.approved(ana, [support, admin], {
    ...typed(generateCpf()),
    level: 'N3',
    expiresOn: rows[0]!.soon,
  });
  const lower = await documents.trySending(ana);
  expect([lower.status, lower.body.code]).toEqual([409, 'wrong_state']);
  expect(lower.body.detail).toContain('nível 3');
  await sql`insert into document_checks (user_id, level, kind, full_name, document, born_on)
    select user_id, 'N2', kind, full_name, document, born_on from document_checks where id = ${first}`.execute(
    market.ctx.db,
  );
  const forced = sql`update document_checks set state = 'replaced' where id = ${first}`.execute(
    market.ctx.db,
  );
  await expect(forced).rejects.toThrow('are not replaced by others for N2');
});

test('documents of another number than the account declared meanwhile are not approved', async () => {
  const ana = await newcomer();
  const id = await documents.sent(ana, typed(generateCpf()));
  const declared = generateCpf();
  const identity = await market.request('PUT', '/account/identity', {
    token: ana.token,
    body: typed(declared),
  });
  expect(identity.status, identity.text).toBe(200);
  const before = await accountOf(ana);
  const answer = await documents.decide(support, id);
  expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state']);
  expect(await accountOf(ana)).toEqual(before);
  expect((await documents.refuse(support, id, 'other_person')).status).toBe(200);
});

test('a document that ended while it waited is refused, not approved', async () => {
  const ana = await newcomer();
  const { rows } = await sql<{ today: string }>`
    select (market_now() at time zone 'America/Sao_Paulo')::date::text as today`.execute(market.ctx.db);
  const id = await documents.sent(ana, { ...typed(generateCpf()), expiresOn: rows[0]!.today });
  await market.moveClock(86_400_000);
  const answer = await documents.decide(support, id);
  expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state']);
  expect(answer.body.detail).toContain('venceu');
  expect((await documents.refuse(support, id, 'expired')).status).toBe(200);
});
