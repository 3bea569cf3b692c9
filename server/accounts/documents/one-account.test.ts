import { generateCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { documentsOf, typed } from '#test/accounts/documents.ts';
import type { Person } from '#test/accounts/people.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

/** A document confirms one account, and its owner gets it back (§4.14, ADR 0079). */
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

test('of twenty accounts with one CPF that are approved at once, one is', async () => {
  const cpf = generateCpf();
  const people = await Promise.all(Array.from({ length: 20 }, newcomer));
  const ids = await Promise.all(people.map((each) => documents.sent(each, typed(cpf))));
  const answers = await Promise.all(ids.map((id) => documents.decide(support, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['wrong_state']),
  );
  const { rows } = await sql<{ approved: number; proven: number }>`
    select (select count(*)::int from document_checks where document = ${cpf} and state = 'approved') as approved,
      (select count(*)::int from users where proven_document = ${cpf}) as proven`.execute(market.ctx.db);
  expect(rows).toEqual([{ approved: 1, proven: 1 }]);
}, 60_000);

test('PostgreSQL refuses a second approval of one document', async () => {
  const cpf = generateCpf();
  await documents.approved(await newcomer(), [support], typed(cpf));
  const id = await documents.sent(await newcomer(), typed(cpf));
  const forced = sql`update document_checks set state = 'approved', decided_by = ${support.id},
    decided_at = market_now(), valid_until = '2099-01-01' where id = ${id}`.execute(market.ctx.db);
  await expect(forced).rejects.toThrow(/confirms another account/);
});

test('a stranger who sends a number that is in use reads what everybody reads (T138)', async () => {
  const cpf = generateCpf();
  await documents.approved(await newcomer(), [support], typed(cpf));
  const [stranger, first] = [await newcomer(), await newcomer()];
  const inUse = await documents.trySending(stranger, typed(cpf));
  const free = await documents.trySending(first, typed(generateCpf()));
  const shape = (answer: typeof inUse) => ({
    status: answer.status,
    data: { ...answer.data, check: { ...answer.data.check, id: 0, createdAt: '' } },
  });
  expect(shape(inUse)).toEqual(shape(free));
  await documents.refuse(support, inUse.data.check.id, 'other_person');
  const { check } = await documents.own(stranger);
  expect(check).toMatchObject({ refusal: 'other_person', mayClaim: false });
  expect((await documents.claim(stranger, check.id)).body.code).toBe('wrong_state');
});

test('the owner of a document asks for it back, two people decide, and the holder loses it unnamed', async () => {
  const cpf = generateCpf();
  const thief = await newcomer();
  const stolen = await documents.approved(thief, [support, admin], { ...typed(cpf), level: 'N3' });
  const owner = await newcomer();
  const id = await documents.sent(owner, typed(cpf));
  expect((await documents.open(support, id)).data.heldElsewhere).toBe(true);
  expect((await documents.decide(support, id)).body.detail).toContain('Em uso em outra conta');
  await documents.refuse(support, id, 'in_use');
  const refused = await documents.own(owner);
  expect(refused.check).toMatchObject({ state: 'refused', refusal: 'in_use', mayClaim: true });
  expect(JSON.stringify(refused)).not.toContain(thief.username);
  expect((await documents.claim(thief, id)).status).toBe(404);
  expect((await documents.claim(owner, id, 'É meu.')).body.errors).toBeDefined();
  expect((await documents.claim(owner, id)).data.check).toMatchObject({ state: 'claimed', isClaim: true });
  expect((await documents.claim(owner, id)).body.code).toBe('wrong_state');
  expect((await documents.decide(support, id)).data).toMatchObject({ state: 'claimed', needsTwo: true });
  expect((await documents.decide(support, id)).body.code).toBe('wrong_state');
  expect((await documents.decide(admin, id)).data).toMatchObject({ state: 'approved' });
  expect(await accountOf(owner)).toMatchObject({ level: 'N2', documentProven: true });
  expect(await accountOf(thief)).toMatchObject({ level: 'N1', document: null, documentProven: false });
  expect((await documents.own(thief)).check).toMatchObject({ id: stolen, state: 'revoked' });
});

test('a claim that staff refuse changes nothing for the holder', async () => {
  const cpf = generateCpf();
  const holder = await newcomer();
  await documents.approved(holder, [support], typed(cpf));
  const claimant = await newcomer();
  const id = await documents.sent(claimant, typed(cpf));
  await documents.refuse(support, id, 'in_use');
  await documents.claim(claimant, id);
  await documents.refuse(admin, id, 'altered');
  expect(await accountOf(holder)).toMatchObject({ level: 'N2', documentProven: true });
  expect((await documents.own(claimant)).check).toMatchObject({ state: 'refused', mayClaim: false });
});

test('accounts that merely declared a document lose it when its owner is approved', async () => {
  const declaring = await market.user({ level: 'N2' });
  const owner = await newcomer();
  await documents.approved(owner, [support], typed(declaring.cpf));
  expect(await accountOf(declaring)).toMatchObject({ level: 'N1', document: null });
});
