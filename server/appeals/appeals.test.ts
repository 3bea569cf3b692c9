import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { appealKindNames, appealKinds } from '#domain/appeals/kinds.ts';
import type { AppealKindName } from '#domain/appeals/kinds.ts';
import type { Person } from '#test/accounts/people.ts';
import { decisionsOf } from '#test/appeals/decisions.ts';
import type { Made } from '#test/appeals/further-decisions.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let decider: Person;
let other: Person;
let make: Record<AppealKindName, () => Promise<Made>>;
beforeAll(async () => {
  sales = await openSales();
  decider = await sales.user({ role: 'admin' });
  other = await sales.user({ role: 'admin' });
  make = decisionsOf(sales, decider);
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const words = 'A decisão está errada: o texto já tinha tudo o que pediram.';
const reason = 'Conferimos de novo e a primeira decisão não se sustenta.';

/** The newest decision of this kind about the person, as the database keeps it: a banned person cannot ask. */
async function decisionOf(person: Person, kind: AppealKindName): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(event_id) as id from appealable_decisions where person_id = ${person.id} and kind = ${kind}`.execute(
    sales.db,
  );
  expect(rows[0]!.id, kind).not.toBeNull();
  return rows[0]!.id!;
}

const appealAs = (who: Person, id: number, text = words) =>
  sales.request('POST', `/decisions/${id}/appeal`, { token: who.token, key: true, body: { words: text } });

const decide = (who: Person, id: number, decision: 'uphold' | 'overturn') =>
  sales.request('POST', `/staff/appeals/${id}/decision`, {
    token: who.token,
    key: true,
    body: { decision, reason },
  });

const queueOf = async (who: Person) =>
  (await sales.request('GET', '/staff/appeals', { token: who.token })).data.items as {
    id: number;
    overdue: boolean;
  }[];

const ownOf = async (who: Person) =>
  (await sales.request('GET', '/decisions', { token: who.token })).data.items;

async function titlesOf(who: Person): Promise<string[]> {
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: who.token });
  return data.items.map(({ title }: { title: string }) => title);
}

/** A closed account has only its letter's key, which a proven sign-in gives as well. */
async function keyOf(person: Person): Promise<string> {
  const refused = await sales.request('POST', '/sessions', {
    body: { login: person.email, password: 'senha-de-teste-2026' },
  });
  expect([refused.status, refused.body.code]).toEqual([403, 'account_banned']);
  return refused.body.meta.appealKey;
}

async function appealed(kind: AppealKindName): Promise<{ made: Made; id: number; decisionId: number }> {
  const made = await make[kind]();
  const decisionId = await decisionOf(made.person, kind);
  const answer =
    kind === 'account.banned'
      ? await sales.request('POST', '/public/linked-appeals', {
          body: { key: await keyOf(made.person), words },
        })
      : await appealAs(made.person, decisionId);
  expect(answer.status, answer.text).toBe(201);
  return { made, id: answer.data.id, decisionId };
}

/** Kinds whose effect cannot come back: the reply says so. */
const final: readonly AppealKindName[] = ['listing.removed_by_staff', 'receipt.rejected'];

describe.each(appealKindNames)('%s', (kind) => {
  test('is appealed once, not decided by its decider, and undone when another person overturns it (N04)', async () => {
    const { made, id, decisionId } = await appealed(kind);
    expect(await made.isOver()).toBe(false);
    if (kind !== 'account.banned') {
      expect((await appealAs(made.person, decisionId)).body.code).toBe('wrong_state');
      expect((await appealAs(await sales.user(), decisionId)).status).toBe(404);
      expect((await ownOf(made.person))[0]).toMatchObject({
        kind,
        canAppeal: false,
        appeal: { state: 'open' },
      });
    }
    expect((await queueOf(decider)).map((item) => item.id)).not.toContain(id);
    expect((await queueOf(other)).map((item) => item.id)).toContain(id);
    expect((await decide(decider, id, 'overturn')).body.code).toBe('own_decision');
    const decided = await decide(other, id, 'overturn');
    expect(decided.status, decided.text).toBe(200);
    expect(decided.data).toMatchObject({ state: 'overturned', reason, undone: !final.includes(kind) });
    expect(await made.isOver()).toBe(!final.includes(kind));
    if (final.includes(kind)) expect(decided.data.remainder).toBeTruthy();
    expect((await decide(other, id, 'uphold')).body.code).toBe('already_decided');
  });

  test('stays as it is when another person upholds it', async () => {
    const { made, id } = await appealed(kind);
    const decided = await decide(other, id, 'uphold');
    expect(decided.data, decided.text).toMatchObject({ state: 'upheld', undone: null, remainder: null });
    expect(await made.isOver()).toBe(false);
  });
});

test('the rows of SQL are the kinds of the code', async () => {
  const { rows } = await sql<{ kind: AppealKindName; affected: string; byTime: boolean }>`
    select kind, affected, by_time as "byTime" from appeal_kinds order by kind`.execute(sales.db);
  expect(rows).toEqual(
    appealKindNames.toSorted().map((kind) => {
      const { affected, byTime } = appealKinds[kind];
      return { kind, affected, byTime };
    }),
  );
});

test('of twenty appeals at once one is opened, and of twenty decisions one takes effect', async () => {
  const { person } = await make['listing.suspended']();
  const decisionId = await decisionOf(person, 'listing.suspended');
  const answers = await Promise.all(Array.from({ length: 20 }, () => appealAs(person, decisionId)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'wrong_state']));
  const { id } = answers.find(({ status }) => status === 201)!.data;
  const decisions = await Promise.all(
    Array.from({ length: 20 }, (_, index) => decide(other, id, index % 2 === 0 ? 'overturn' : 'uphold')),
  );
  expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(decisions.map(({ body }) => body.code))).toEqual(new Set([undefined, 'already_decided']));
});

test('an appeal after 72 hours is refused with the end of the time', async () => {
  const { person } = await make['listing.suspended']();
  const decisionId = await decisionOf(person, 'listing.suspended');
  await sales.moveClock(3 * day);
  const late = await appealAs(person, decisionId);
  expect([late.status, late.body.code]).toEqual([409, 'wrong_state']);
  expect(late.body.detail).toContain('O prazo para recorrer acabou em');
  expect((await ownOf(person))[0]).toMatchObject({ canAppeal: false, appeal: null });
});

test('support sees and decides what is not for admins, and a person without a role sees nothing', async () => {
  const support = await sales.user({ role: 'support' });
  const { id } = await appealed('account.restricted');
  expect((await queueOf(support)).map((item) => item.id)).not.toContain(id);
  expect((await decide(support, id, 'uphold')).body.code).toBe('forbidden');
  const { id: open } = await appealed('question.hidden');
  expect((await decide(support, open, 'uphold')).status).toBe(200);
  const stranger = await sales.user();
  expect((await decide(stranger, id, 'uphold')).body.code).toBe('forbidden');
});

test('after 72 hours without a decision admins are notified once and the appeal stays on top', async () => {
  const { made, id } = await appealed('listing.suspended');
  await sales.moveClock(3 * day);
  const titles = await titlesOf(other);
  expect(titles).toContain('Um recurso passou do prazo');
  expect(await titlesOf(other)).toEqual(titles);
  expect(await titlesOf(decider)).not.toContain('Um recurso passou do prazo');
  expect((await queueOf(other)).find((item) => item.id === id)).toMatchObject({ overdue: true });
  expect(await titlesOf(made.person)).toContain('Seu recurso passou do prazo');
  expect((await decide(other, id, 'overturn')).status).toBe(200);
});

test('a refusal whose appeal nobody decides goes back to the team in the person’s favour', async () => {
  const { made, id } = await appealed('listing.rejected');
  const money = await appealed('withdrawal.rejected');
  await sales.moveClock(3 * day);
  await sales.drain();
  expect((await ownOf(made.person))[0].appeal).toMatchObject({ state: 'overturned', undone: true });
  const { rows } = await sql<{ state: string }>`
    select l.state from listings l where l.seller_id = ${made.person.id}`.execute(sales.db);
  expect(rows[0]!.state).toBe('in_review');
  expect(await money.made.isOver()).toBe(true);
  expect((await decide(other, id, 'uphold')).body.code).toBe('already_decided');
});

test('what an appeal sent to the team again is decided by another person than before, where there is one', async () => {
  const listing = await appealed('listing.rejected');
  const money = await appealed('withdrawal.rejected');
  const documents = await appealed('account.documents_refused');
  await sales.moveClock(3 * day);
  await sales.drain();
  const newest = async (
    table: 'listings' | 'withdrawals' | 'document_checks',
    owner: string,
    { id }: Person,
  ) => {
    const { rows } = await sql<{ id: number }>`
      select max(id) as id from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(sales.db);
    return rows[0]!.id;
  };
  const note = 'Um motivo escrito em uma frase inteira.';
  const again = {
    [`/reviews/${await newest('listings', 'seller_id', listing.made.person)}/decision`]: {
      decision: 'reject',
      reasons: ['title_unclear'],
      note,
    },
    [`/withdrawals/${await newest('withdrawals', 'user_id', money.made.person)}/decision`]: {
      decision: 'reject',
      note,
    },
    [`/document-checks/${await newest('document_checks', 'user_id', documents.made.person)}/decision`]: {
      decision: 'refuse',
      refusal: 'unreadable',
      note,
    },
  };
  for (const [path, body] of Object.entries(again)) {
    const decideAs = ({ token }: Person) =>
      sales.request('POST', `/staff${path}`, { token, key: true, body });
    const same = await decideAs(decider);
    expect([path, same.status, same.body.code]).toEqual([path, 403, 'own_decision']);
    const another = await decideAs(other);
    expect([path, another.status], another.text).toEqual([path, 200]);
  }
});

test('a listing that changed after its refusal goes back to the review and not on sale', async () => {
  const { made, id } = await appealed('listing.changes_requested');
  const { rows } = await sql<{ id: number }>`
    select id from listings where seller_id = ${made.person.id}`.execute(sales.db);
  const title = 'Outro título, que a equipe não viu';
  const saved = await sales.request('PATCH', `/listings/${rows[0]!.id}`, {
    token: made.person.token,
    body: { title },
  });
  expect(saved.status, saved.text).toBe(200);
  const decided = await decide(other, id, 'overturn');
  expect(decided.data.remainder).toContain('voltou para a revisão');
  expect((await sales.listing(rows[0]!.id)).state).toBe('in_review');
});

test('the count of the queue is that of the appeals which the viewer may decide', async () => {
  await appealed('account.restricted');
  await appealed('question.hidden');
  for (const who of [other, await sales.user({ role: 'support' })]) {
    const { items } = (await sales.request('GET', '/staff/appeals', { token: who.token })).data;
    const queues = (await sales.request('GET', '/staff/queues', { token: who.token })).data.items;
    expect(queues.find(({ queue }: { queue: string }) => queue === 'appeals').count).toBe(items.length);
  }
});

test('the key of a closed account opens its decision only, and a wrong one nothing', async () => {
  const { person } = await make['account.banned']();
  const key = await keyOf(person);
  const read = await sales.request('POST', '/public/linked-decisions', { body: { key } });
  expect(read.data).toMatchObject({ kind: 'account.banned', canAppeal: true, appeal: null });
  const forged = key.replace(/^\d+/, (id) => String(Number(id) - 1));
  for (const wrong of [forged, `${key}x`, 'nada', ''])
    expect((await sales.request('POST', '/public/linked-decisions', { body: { key: wrong } })).status).toBe(
      404,
    );
  const twice = [1, 2].map(() => sales.request('POST', '/public/linked-appeals', { body: { key, words } }));
  expect((await Promise.all(twice)).map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('open numbers count decisions by kind with those overturned, from five of a kind on (N10)', async () => {
  for (let each = 0; each < 5; each++) await make['question.hidden']();
  const { id } = await appealed('question.hidden');
  await decide(other, id, 'overturn');
  await make['rating.removed']();
  const { rows } = await sql<{ kind: string; decided: number; overturned: number }>`
    select d.kind, count(*)::int as decided, count(*) filter (where a.state = 'overturned')::int as overturned
    from appealable_decisions d left join appeals a on a.decision_id = d.event_id
    group by d.kind having count(*) >= 5`.execute(sales.db);
  const { byKind } = (await sales.request('GET', '/public/transparency')).data;
  expect(byKind).toHaveLength(rows.length);
  expect(byKind).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))));
  expect(JSON.stringify(byKind)).toContain('question.hidden');
});

const write = (statement: ReturnType<typeof sql>) => statement.execute(sales.db);

describe('PostgreSQL', () => {
  test('takes no appeal of another person, no late one and no second one', async () => {
    const { person } = await make['listing.suspended']();
    const decisionId = await decisionOf(person, 'listing.suspended');
    const insert = (who: Person) =>
      write(
        sql`insert into appeals (decision_id, appellant_id, words) values (${decisionId}, ${who.id}, ${words})`,
      );
    await expect(insert(other)).rejects.toThrow('about another person');
    await insert(person);
    await expect(insert(person)).rejects.toThrow('appeals_once');
    const { person: late } = await make['listing.suspended']();
    const lateId = await decisionOf(late, 'listing.suspended');
    await sales.moveClock(3 * day);
    await expect(
      write(
        sql`insert into appeals (decision_id, appellant_id, words) values (${lateId}, ${late.id}, ${words})`,
      ),
    ).rejects.toThrow('is over');
  });

  test('lets nobody of the decision, no stranger and no clock decide, and decides once', async () => {
    const { id, made } = await appealed('listing.suspended');
    const set = (who: number | null, state = 'overturned') =>
      write(sql`update appeals set state = ${state}, decided_by = ${who}, decided_at = market_now(), reason = 'x'
        where id = ${id}`);
    await expect(set(decider.id)).rejects.toThrow('another person of the team');
    await expect(set(made.person.id)).rejects.toThrow(/another person|appeals_not_own/);
    await expect(set((await sales.user()).id)).rejects.toThrow('another person of the team');
    await expect(set(null)).rejects.toThrow('waits for a person');
    await set(other.id, 'upheld');
    await expect(set(other.id)).rejects.toThrow('is decided');
    await expect(write(sql`delete from appeals where id = ${id}`)).rejects.toThrow();
    await expect(write(sql`update appealable_decisions set deciders = '{1}'`)).rejects.toThrow();
  });
});
