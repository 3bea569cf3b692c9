import { sql } from 'kysely';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketNow } from '#server/database/transaction.ts';
import { password } from '#test/accounts/people.ts';
import type { Person } from '#test/accounts/people.ts';
import { withSecondFactor } from '#test/accounts/second-factor.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { endSuspensions } from './standing.ts';

let sales: Sales;
let admin: Person;
let second: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await withSecondFactor(sales, await sales.user({ role: 'admin' }));
  second = await withSecondFactor(sales, await sales.user({ role: 'admin' }));
});
afterAll(() => sales.close());

const reason = 'Muitas reclamações em poucos dias.';
const words = 'Os pedidos foram entregues, e a conversa mostra isso.';

type Event = 'restrict' | 'suspend' | 'ban' | 'reinstate';
type Step =
  | { what: Event; days: number }
  | { what: 'ask_closure' }
  | { what: 'keep' }
  | { what: 'wait' }
  | { what: 'overturn'; which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('restrict' as const, 'suspend' as const),
      days: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom('ban' as const, 'reinstate' as const),
      days: fc.constant(0),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ what: 'ask_closure' as const }, { what: 'keep' as const }) },
  { weight: 2, arbitrary: fc.constant({ what: 'wait' as const }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('overturn' as const), which: fc.nat(3) }) },
);

const everyState: Step[] = [
  { what: 'ask_closure' },
  { what: 'keep' },
  { what: 'restrict', days: 1 },
  { what: 'ask_closure' },
  { what: 'overturn', which: 0 },
  { what: 'suspend', days: 3 },
  { what: 'ban', days: 0 },
  { what: 'overturn', which: 0 },
  { what: 'wait' },
  { what: 'overturn', which: 0 },
];

/** What the account should be, from the list of decisions alone. */
class Model {
  private sanctions: { id: number; event: Exclude<Event, 'reinstate'>; endsOn: number }[] = [];
  private today = 0;
  closing = false;

  decide(id: number, event: Event, days: number): void {
    if (event === 'reinstate') this.sanctions = [];
    else this.sanctions.push({ id, event, endsOn: event === 'suspend' ? this.today + days : Infinity });
    if (event === 'suspend' || event === 'ban') this.closing = false;
  }

  overturn(id: number): void {
    this.sanctions = this.sanctions.filter((each) => each.id !== id);
  }

  wait(): void {
    this.today++;
  }

  /** [state, days left of a suspension] */
  get standing(): [string, number | null] {
    const left = this.sanctions.filter(({ endsOn }) => endsOn > this.today);
    const suspension = left.find(({ event }) => event === 'suspend');
    if (left.some(({ event }) => event === 'ban')) return ['banned', null];
    if (suspension) return ['suspended', suspension.endsOn - this.today];
    if (this.closing) return ['closing', null];
    return [left.length > 0 ? 'restricted' : 'active', null];
  }
}

test('an account is what its sanctions in force make of it, for any order of decisions, appeals and days', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const person = await sales.user();
      const model = new Model();
      for (const each of steps) {
        await take(person, model, each);
        expect(await standingOf(person), JSON.stringify(steps)).toEqual(model.standing);
        seen.add(model.standing[0]);
      }
    }),
    { numRuns: 20, examples: [[everyState]] },
  );
  expect([...seen].toSorted()).toEqual(['active', 'banned', 'closing', 'restricted', 'suspended']);
});

async function take(person: Person, model: Model, given: Step): Promise<void> {
  if (given.what === 'wait') {
    model.wait();
    await sales.moveClock(day);
    await endSuspensions(sales.ctx);
  } else if (given.what === 'overturn') {
    await overturn(person, model, given.which);
  } else if (given.what === 'ask_closure') {
    const { status } = await own(person, 'POST', '/account-closures', { username: person.username });
    if (status === 201) model.closing = true;
  } else if (given.what === 'keep') {
    const { status } = await own(person, 'DELETE', '/account-closures/current');
    if (status === 200) model.closing = false;
  } else {
    const { what: event, days } = given;
    const until = new Date((await marketNow(sales.db)).getTime() + (days - 0.5) * day).toISOString();
    const answer = await sales.request('PUT', `/staff/users/${person.id}/state`, {
      token: admin.token,
      body: { event, reason, ...(event === 'suspend' && { until }) },
    });
    if (answer.status === 200) model.decide(await newestDecision(person), event, days);
    else expect(answer.body.code, answer.text).toBe('wrong_state');
  }
}

/** The person appeals against one of the decisions that may be appealed, and the second admin overturns it. */
async function overturn(person: Person, model: Model, which: number): Promise<void> {
  const { rows } = await sql<{ id: number; kind: string }>`
    select d.event_id as id, d.kind from appealable_decisions d where d.person_id = ${person.id}
      and d.appeal_until > market_now() and not exists (select from appeals a where a.decision_id = d.event_id)
    order by d.event_id desc`.execute(sales.db);
  const wanted = rows[which];
  if (!wanted) return;
  const banned = model.standing[0] === 'banned';
  if (banned && wanted.kind !== 'account.banned') return;
  const { status, data } = banned
    ? await sales.request('POST', '/public/linked-appeals', { body: { key: await keyOf(person), words } })
    : await own(person, 'POST', `/decisions/${wanted.id}/appeal`, { words });
  expect(status).toBe(201);
  const decided = await sales.request('POST', `/staff/appeals/${data.id}/decision`, {
    token: second.token,
    key: true,
    body: { decision: 'overturn', reason },
  });
  expect(decided.status, decided.text).toBe(200);
  model.overturn(wanted.id);
}

/** A call of the person, who signs in again when a ban ended the session. */
async function own(person: Person, method: 'POST' | 'DELETE', path: string, body?: object) {
  const answer = await sales.request(method, path, { token: person.token, key: true, body });
  if (answer.status !== 401) return answer;
  const { data } = await sales.request('POST', '/sessions', { body: { login: person.email, password } });
  person.token = data?.token;
  return data ? sales.request(method, path, { token: person.token, key: true, body }) : answer;
}

async function keyOf(person: Person): Promise<string> {
  const refused = await sales.request('POST', '/sessions', { body: { login: person.email, password } });
  return refused.body.meta.appealKey;
}

async function newestDecision({ id }: Person): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from events where subject_kind = 'user' and subject_id = ${id}
      and kind in ('account.restricted', 'account.suspended', 'account.banned', 'account.reinstated')`.execute(
    sales.db,
  );
  return rows[0]!.id;
}

async function standingOf({ id }: Person): Promise<[string, number | null]> {
  const { rows } = await sql<{ state: string; days: number | null }>`
    select state, ceil(extract(epoch from suspended_until - market_now()) / 86400)::int as days
    from users where id = ${id}`.execute(sales.db);
  return [rows[0]!.state, rows[0]!.days];
}
