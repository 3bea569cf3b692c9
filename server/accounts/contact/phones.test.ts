import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => void (market = await createMarket()));
afterAll(() => market.close());

const minute = 60_000;
let made = 0;
const fresh = () => `+55219${String(11_111_110 + ++made)}`;
const ask = ({ token }: Person, phone: string, ip?: string) =>
  market.request('POST', '/phone-confirmations', { token, body: { phone }, ip });
const confirm = ({ token }: Person, code: string) =>
  market.request('POST', '/phone-confirmations/codes', { token, body: { code } });
const newcomer = () => market.user({ level: 'N0' });

async function codeOf(phone: string): Promise<string> {
  await market.drain();
  const { rows } = await sql<{ body: string }>`
    select body from text_messages where phone = ${phone} order by id desc limit 1`.execute(market.ctx.db);
  return /\b(\d{6})\b/.exec(rows[0]!.body)![1]!;
}

test('six digits sent by SMS confirm a number in any notation', async () => {
  const person = await newcomer();
  const answer = await ask(person, '(21) 98765-4321');
  expect([answer.status, answer.data]).toEqual([202, { resendAfterSeconds: 60 }]);
  const done = await confirm(person, await codeOf('+5521987654321'));
  expect(done.data).toMatchObject({ phone: '(21) *****-4321', level: 'N1' });
  expect(done.text).not.toContain('98765');
});

test.each([
  ['a landline', '1133334444'],
  ['an area code that does not exist', '(20) 98765-4321'],
  ['the eight digits of long ago', '(11) 8765-4321'],
  ['a foreign number', '+1 415 555 2671'],
  ['a number with an extension', '11987654321 ramal 3'],
  ['a service number', '0800 123 4567'],
  ['words', 'meu celular'],
])('%s is refused at its field', async (_what, phone) => {
  const answer = await ask(await newcomer(), phone);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['phone']]);
});

test('another code is allowed after a minute, and invalidates the older one', async () => {
  const person = await newcomer();
  const phone = fresh();
  await ask(person, phone);
  const first = await codeOf(phone);
  const soon = await ask(person, phone);
  expect([soon.status, soon.body.meta.retryAfterSeconds > 0]).toEqual([429, true]);
  await market.moveClock(minute + 1_000);
  expect((await ask(person, phone)).status).toBe(202);
  const second = await codeOf(phone);
  if (first !== second) expect((await confirm(person, first)).body.code).toBe('wrong_code');
  expect((await confirm(person, second)).status).toBe(200);
});

test('a code lives for ten minutes and five tries, at once or one by one', async () => {
  const [late, guesser] = [await newcomer(), await newcomer()];
  const [phone, other] = [fresh(), fresh()];
  await ask(guesser, other);
  const right = await codeOf(other);
  const wrong = right === '000000' ? '000001' : '000000';
  const answers = await Promise.all(Array.from({ length: 19 }, () => confirm(guesser, wrong)));
  expect(answers.filter(({ body }) => body.code === 'wrong_code')).toHaveLength(5);
  expect((await confirm(guesser, right)).body.code).toBe('too_many_requests');
  await ask(late, phone);
  const code = await codeOf(phone);
  await market.moveClock(10 * minute + 1_000);
  expect((await confirm(late, code)).body.code).toBe('code_expired');
  expect((await confirm(await newcomer(), '123456')).body.code).toBe('code_expired');
});

test('the fourth code of a day is refused, to one number and to one account, raced or not (T53)', async () => {
  const phone = fresh();
  const askers = await Promise.all(Array.from({ length: 12 }, newcomer));
  const raced = await Promise.all(askers.map((asker) => ask(asker, phone)));
  expect(raced.map(({ status }) => status).filter((status) => status === 202)).toHaveLength(3);
  expect(raced.find(({ status }) => status === 429)!.body.code).toBe('too_many_requests');
  const person = await newcomer();
  for (let round = 0; round < 4; round++) {
    expect((await ask(person, fresh())).status).toBe(round < 3 ? 202 : 429);
    await market.moveClock(minute + 1_000);
  }
  await market.moveClock(24 * 60 * minute);
  expect((await ask(person, phone)).status).toBe(202);
});

test('one network requests at most thirty codes a day across accounts (T53)', async () => {
  const ip = '203.0.113.7';
  const statuses: number[] = [];
  for (let round = 0; round < 31; round++) statuses.push((await ask(await newcomer(), fresh(), ip)).status);
  expect(statuses.slice(0, 30).every((status) => status === 202)).toBe(true);
  expect(statuses[30]).toBe(429);
});

test('a number belongs to one account; only a person with its code learns that it is taken (T37)', async () => {
  const [first, second] = [await newcomer(), await newcomer()];
  const phone = fresh();
  await ask(first, phone);
  await confirm(first, await codeOf(phone));
  const asked = await ask(second, phone);
  expect(asked.status).toBe(202);
  const answer = await confirm(second, await codeOf(phone));
  expect([answer.status, answer.body.code]).toEqual([409, 'phone_taken']);
  expect(Object.keys(answer.body.errors)).toEqual(['phone']);
});

test('when two accounts enter the codes of one number at once, one gets it', async () => {
  const people = [await newcomer(), await newcomer(), await newcomer()];
  const phone = fresh();
  const codes: string[] = [];
  for (const person of people) {
    await ask(person, phone);
    codes.push(await codeOf(phone));
  }
  const answers = await Promise.all(people.map((person, index) => confirm(person, codes[index]!)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('a change of number needs a recent proof, delays withdrawals and sends a mail', async () => {
  const person = await market.user();
  const phone = fresh();
  const stale = sql`update sessions set proved_at = market_now() - interval '11 minutes' where user_id = ${person.id}`;
  await stale.execute(market.ctx.db);
  expect((await ask(person, phone)).body.code).toBe('step_up_required');
  await sql`update sessions set proved_at = market_now() where user_id = ${person.id}`.execute(market.ctx.db);
  expect((await ask(person, phone)).status).toBe(202);
  expect((await confirm(person, await codeOf(phone))).status).toBe(200);
  await market.drain();
  const { rows } = await sql<{ changed: boolean; mails: number }>`
    select security_changed_at is not null as changed,
      (select count(*) from mails where recipient = u.email)::int as mails from users u where id = ${person.id}`.execute(
    market.ctx.db,
  );
  expect(rows[0]).toEqual({ changed: true, mails: 1 });
});
