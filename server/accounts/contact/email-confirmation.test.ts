import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => void (market = await createMarket()));
afterAll(() => market.close());

const minute = 60_000;

async function letters(email: string) {
  await market.drain();
  const { rows } = await sql<{ text_body: string; html_body: string; url: string }>`
    select text_body, html_body, url from mails where recipient = ${email} order by id desc`.execute(
    market.ctx.db,
  );
  return rows.map((row) => ({ ...row, code: /Código: (\d{6})/.exec(row.text_body)?.[1] ?? '' }));
}

async function newcomer(): Promise<Person> {
  const person = await market.user({ verified: false });
  await resend(person);
  return person;
}

const resend = ({ token }: Person) => market.request('POST', '/email-confirmations/current', { token });
const confirm = ({ token }: Person, code: string) =>
  market.request('POST', '/email-confirmations/codes', { token, body: { code } });
const isVerified = async ({ token }: Person) =>
  (await market.request('GET', '/user', { token })).data.email_verified;

function another(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

test('one mail holds a link and six digits, in text and in HTML, and the digits confirm the address', async () => {
  const person = await newcomer();
  const [letter] = await letters(person.email);
  expect(letter!.html_body).toContain(letter!.code);
  expect(letter!.html_body).toContain(`href="${market.ctx.config.publicUrl}/verification?token=`);
  expect((await confirm(person, `${letter!.code.slice(0, 3)} ${letter!.code.slice(3)}`)).data).toEqual({
    ok: true,
  });
  expect(await isVerified(person)).toBe(true);
  expect((await confirm(person, letter!.code)).body.code).toBe('code_expired');
});

test('a new mail invalidates the digits of the older one but not its link', async () => {
  const person = await newcomer();
  const [first] = await letters(person.email);
  await resend(person);
  const [second] = await letters(person.email);
  if (first!.code !== second!.code)
    expect((await confirm(person, first!.code)).body).toMatchObject({
      code: 'wrong_code',
      meta: { triesLeft: 4 },
    });
  const token = new URL(first!.url).searchParams.get('token');
  const opened = await market.request('POST', '/email-confirmations', {
    token: person.token,
    body: { token },
  });
  expect(opened.status).toBe(200);
  expect(await isVerified(person)).toBe(true);
});

test('digits live for ten minutes, the link for three days', async () => {
  const person = await newcomer();
  const [letter] = await letters(person.email);
  await market.moveClock(10 * minute + 1_000);
  expect((await confirm(person, letter!.code)).body.code).toBe('code_expired');
  const token = new URL(letter!.url).searchParams.get('token');
  expect((await market.request('POST', '/email-confirmations', { body: { token } })).status).toBe(200);
});

test('of twenty guesses at once five are checked, and then the right digits are refused (T53)', async () => {
  const person = await newcomer();
  const [letter] = await letters(person.email);
  const wrong = another(letter!.code);
  const answers = await Promise.all(Array.from({ length: 19 }, () => confirm(person, wrong)));
  expect(answers.filter(({ body }) => body.code === 'wrong_code')).toHaveLength(5);
  expect((await confirm(person, letter!.code)).body.code).toBe('too_many_requests');
  expect(await isVerified(person)).toBe(false);
});

test("another person's digits are refused", async () => {
  const [one, other] = [await newcomer(), await newcomer()];
  const [letter] = await letters(one.email);
  const answer = await confirm(other, letter!.code);
  expect(['wrong_code']).toContain(answer.body.code);
  expect(await isVerified(one)).toBe(false);
});

test('no code is stored in a form that a list of all codes reveals', async () => {
  const person = await newcomer();
  const [letter] = await letters(person.email);
  const { rows } = await sql<{ code_hash: Buffer }>`
    select code_hash from one_time_secrets where user_id = ${person.id} order by id desc limit 1`.execute(
    market.ctx.db,
  );
  const { createHash } = await import('node:crypto');
  expect(rows[0]!.code_hash).not.toEqual(createHash('sha256').update(letter!.code).digest());
});

test('an address that another account proved meanwhile is not proven twice (T50)', async () => {
  const [squatter, owner] = [await newcomer(), await newcomer()];
  await sql`update users set email = ${owner.email} where id = ${squatter.id}`.execute(market.ctx.db);
  await resend(squatter);
  const [toSquatter, toOwner] = await letters(owner.email);
  const [first, second] = await Promise.all([
    confirm(squatter, toSquatter!.code),
    confirm(owner, toOwner!.code),
  ]);
  expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1);
  const { rows } =
    await sql`select from users where email = ${owner.email} and email_verified_at is not null`.execute(
      market.ctx.db,
    );
  expect(rows).toHaveLength(1);
});
