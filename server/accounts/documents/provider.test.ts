import { generateCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultDocumentRules } from '#domain/accounts/documents/rules.ts';
import { documentsOf } from '#test/accounts/documents.ts';
import type { Person } from '#test/accounts/people.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
let documents: ReturnType<typeof documentsOf>;
let support: Person;
beforeAll(async () => {
  market = await createMarket();
  documents = documentsOf(market);
  support = await market.user({ role: 'support' });
});
beforeEach(async () => void (await sql`delete from attempts`.execute(market.ctx.db)));
afterAll(() => market.close());

async function sentBy(fullName: string, change: object = {}): Promise<{ person: Person; id: number }> {
  const person = await market.user({ level: 'N1' });
  const identity = { fullName, birthDate: '1990-01-31', document: generateCpf() };
  return { person, id: await documents.sent(person, { ...identity, ...change }) };
}

const queued = async (id: number) => {
  const { data } = await market.request('GET', '/staff/document-checks', { token: support.token });
  return data.items.find((item: { id: number }) => item.id === id);
};

test.each([
  ['Ana Souza', 'match'],
  ['Ana Divergente', 'mismatch'],
  ['Ana Incerta', 'unsure'],
])('what the provider says of %s stands in the queue, and staff decide', async (fullName, answer) => {
  const { person, id } = await sentBy(fullName);
  expect(await queued(id)).toMatchObject({ provider: 'waiting' });
  await market.drain();
  expect(await queued(id)).toMatchObject({ provider: answer, state: 'sent' });
  await documents.decide(support, id);
  expect((await documents.own(person)).check.state).toBe('approved');
});

test('what staff have decided is not sent to the provider any more', async () => {
  const { id } = await sentBy('Ana Souza');
  expect((await documents.decide(support, id)).status).toBe(200);
  await market.drain();
  const { rows } = await sql<{ answer: string }>`
    select provider_answer as answer from document_checks where id = ${id}`.execute(market.ctx.db);
  expect(rows).toEqual([{ answer: 'unavailable' }]);
});

test('a provider that is away delays nothing: staff decide, and after five tries nothing is asked', async () => {
  const [one, other] = [await sentBy('Ana Foradoar'), await sentBy('Bia Foradoar')];
  for (let each = 0; each < 6; each++) {
    await market.drain();
    await market.moveClock(17 * 60_000);
    if (each === 1) expect((await documents.decide(support, one.id)).status).toBe(200);
  }
  expect(await queued(other.id)).toMatchObject({ provider: 'unavailable', state: 'sent' });
  const { rows } = await sql<{ tries: number }>`
    select provider_tries as tries from document_checks where id = ${other.id}`.execute(market.ctx.db);
  expect(rows).toEqual([{ tries: 5 }]);
  await documents.decide(support, other.id);
  expect((await documents.own(other.person)).check.state).toBe('approved');
});

test('where the rules say so a match approves N2 by itself, but never N3', async () => {
  await market.setRules({
    documents: { ...defaultDocumentRules, neededFrom: 'none', providerApproves: true },
  });
  const two = await sentBy('Ana Souza');
  const three = await sentBy('Ana Souza', { level: 'N3' });
  const doubtful = await sentBy('Ana Incerta');
  await market.drain();
  expect((await documents.own(two.person)).check.state).toBe('approved');
  expect((await documents.own(three.person)).check.state).toBe('sent');
  expect((await documents.own(doubtful.person)).check.state).toBe('sent');
  await market.setRules({ documents: { ...defaultDocumentRules, neededFrom: 'none' } });
});

test('PostgreSQL refuses an approval without staff and without a match', async () => {
  const { id } = await sentBy('Ana Divergente');
  await market.drain();
  const forced = sql`update document_checks set state = 'approved', decided_at = market_now(),
    valid_until = '2099-01-01' where id = ${id}`.execute(market.ctx.db);
  await expect(forced).rejects.toThrow('document_checks_eyes');
});
