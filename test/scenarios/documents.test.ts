import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultDocumentRules } from '#domain/accounts/documents/rules.ts';
import { documentsOf } from '#test/accounts/documents.ts';
import type { Person } from '#test/accounts/people.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

/** §4.14, F51: documents by the clock. */
let market: Market;
let documents: ReturnType<typeof documentsOf>;
let staff: Person[];
beforeAll(async () => {
  market = await createMarket();
  documents = documentsOf(market);
  staff = [await market.user({ role: 'support' }), await market.user({ role: 'admin' })];
});
beforeEach(async () => void (await sql`delete from attempts`.execute(market.ctx.db)));
afterAll(() => market.close());

const day = 86_400_000;
const person = () => market.user({ level: 'N2' });

async function pass(days: number): Promise<void> {
  await market.moveClock(days * day);
  await market.drain();
}

/** A token that the clock has not ended. */
async function awake(who: Person): Promise<Person> {
  await sql`update sessions set expires_at = market_now() + interval '10 years',
    absolute_expires_at = market_now() + interval '10 years' where user_id = ${who.id}`.execute(
    market.ctx.db,
  );
  return who;
}

async function filesOf(checkId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from document_files where check_id = ${checkId}`.execute(market.ctx.db);
  return rows.map(({ key }) => key);
}

async function titlesOf({ token }: Person): Promise<string[]> {
  const { data } = await market.request('GET', '/notifications', { token });
  return data.items.map(({ title }: { title: string }) => title);
}

test('the files of decided documents are deleted after 90 days, and those that wait stay', async () => {
  const [ana, bia] = [await awake(await person()), await awake(await person())];
  const decided = await documents.approved(ana, staff.slice(0, 1));
  const waiting = await documents.sent(bia);
  const keys = await filesOf(decided);
  expect(keys).toHaveLength(2);
  await pass(89);
  expect(await filesOf(decided)).toEqual(keys);
  await pass(2);
  expect(await filesOf(decided)).toEqual([]);
  for (const key of keys) expect(await market.ctx.files.read(key)).toBeNull();
  expect((await documents.own(ana)).check.filesRemovedAt).not.toBeNull();
  expect(await filesOf(waiting)).toHaveLength(2);
});

test('an approval ends with the document, N3 ends with it, and the person sends again', async () => {
  const ana = await awake(await person());
  const { rows } = await sql<{ last: string }>`
    select (market_now() + interval '100 days')::date::text as last`.execute(market.ctx.db);
  const expiresOn = rows[0]!.last;
  await documents.approved(ana, staff, { level: 'N3', expiresOn });
  await sql`update users set level_granted_at = market_now() where id = ${ana.id}`.execute(market.ctx.db);
  expect(await documents.own(ana)).toMatchObject({ approved: { level: 'N3', validUntil: expiresOn } });
  expect((await documents.trySending(ana)).body.code).toBe('wrong_state');
  await pass(99);
  expect(await documents.own(ana)).toMatchObject({ check: { state: 'approved' }, maySend: true });
  await pass(3);
  expect(await documents.own(ana)).toMatchObject({ check: { state: 'expired' }, approved: null });
  const { data } = await market.request('GET', '/account', { token: ana.token });
  expect([data.level, data.documentProven]).toEqual(['N2', true]);
  expect(await titlesOf(ana)).toEqual(
    expect.arrayContaining(['Seus documentos foram aprovados', 'A validade dos seus documentos acabou']),
  );
  await documents.approved(ana, staff.slice(0, 1));
});

test('a renewal replaces the approval when it is given, not before', async () => {
  const ana = await awake(await person());
  const { rows } = await sql<{ soon: string }>`
    select (market_now() + interval '30 days')::date::text as soon`.execute(market.ctx.db);
  const first = await documents.approved(ana, staff.slice(0, 1), { expiresOn: rows[0]!.soon });
  await documents.sent(ana);
  expect(await documents.own(ana)).toMatchObject({ check: { state: 'sent' }, approved: { level: 'N2' } });
  await documents.decide(staff[0]!, (await documents.own(ana)).check.id);
  const { rows: former } = await sql<{ state: string }>`
    select state from document_checks where id = ${first}`.execute(market.ctx.db);
  expect(former).toEqual([{ state: 'replaced' }]);
});

test('where the rules ask for documents at N2, a declared identity alone gives N1', async () => {
  const ana = await awake(await person());
  const levelOf = async () => (await market.request('GET', '/account', { token: ana.token })).data.level;
  expect(await levelOf()).toBe('N2');
  await market.setRules({ documents: { ...defaultDocumentRules, neededFrom: 'N2' } });
  await pass(1);
  expect(await levelOf()).toBe('N1');
  await documents.approved(ana, staff.slice(0, 1));
  expect(await levelOf()).toBe('N2');
  await market.setRules({ documents: { ...defaultDocumentRules, neededFrom: 'none' } });
  await pass(1);
});

test('files that are not sent are deleted after a day', async () => {
  const ana = await awake(await person());
  await documents.fileOf(ana, 'front');
  await pass(2);
  const { rows } = await sql`select from document_files where owner_id = ${ana.id}`.execute(market.ctx.db);
  expect(rows).toHaveLength(0);
});

test('a person whose account is closed leaves no document', async () => {
  const ana = await awake(await person());
  const id = await documents.approved(ana, staff.slice(0, 1));
  const keys = await filesOf(id);
  await sql`update sessions set proved_at = market_now(), second_factor_at = market_now() where user_id = ${ana.id}`.execute(
    market.ctx.db,
  );
  const asked = await market.request('POST', '/account-closures', {
    token: ana.token,
    key: true,
    body: { username: ana.username },
  });
  expect(asked.status, asked.text).toBe(201);
  await pass(15);
  const { rows } = await sql`select from document_checks where user_id = ${ana.id}`.execute(market.ctx.db);
  expect([rows.length, await filesOf(id)]).toEqual([0, []]);
  for (const key of keys) expect(await market.ctx.files.read(key)).toBeNull();
});
