import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { withoutRequestId } from '#test/http-request.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSession } from '#server/http/session.ts';

let market: Market;
beforeAll(async () => void (market = await createMarket()));
afterAll(() => market.close());

const day = 86_400_000;
let made = 0;
const fresh = () => `novo${++made}@exemplo.com.br`;
const ask = ({ token }: Person, email: string) =>
  market.request('POST', '/email-changes', { token, body: { email } });
const follow = (change: string, by?: Person) =>
  market.request('POST', '/email-changes/confirmations', {
    body: { token: change },
    ...(by && { token: by.token }),
  });
const account = async ({ token }: Person) => (await market.request('GET', '/account', { token })).data;

async function letters(email: string) {
  await market.drain();
  const { rows } = await sql<{ subject: string; url: string | null; text_body: string }>`
    select subject, url, text_body from mails where recipient = ${email} order by id desc`.execute(
    market.ctx.db,
  );
  return rows;
}

async function linkTo(email: string): Promise<string> {
  const [letter] = (await letters(email)).filter(({ url }) => url?.includes('change='));
  return new URL(letter!.url!).searchParams.get('change')!;
}

async function otherSession({ id }: Person): Promise<string> {
  return openSession(market.ctx.db, { userId: id, ip: '127.0.0.1', userAgent: 'outro' });
}

test.each(['old first', 'new first'])(
  'both addresses confirm, %s, and then the address changes',
  async (order) => {
    const person = await market.user();
    const elsewhere = await otherSession(person);
    const email = fresh();
    expect((await ask(person, email)).status).toBe(202);
    expect((await account(person)).emailChange).toMatchObject({
      email,
      oldConfirmed: false,
      newConfirmed: false,
    });
    const links = [await linkTo(person.email), await linkTo(email)];
    if (order === 'new first') links.reverse();
    const first = await follow(links[0]!, person);
    expect(first.data).toEqual({ changed: false, waitingFor: order === 'new first' ? 'old' : 'new' });
    expect((await account(person)).email).toBe(person.email);
    expect((await follow(links[1]!, person)).data).toEqual({ changed: true, waitingFor: null });
    expect((await follow(links[1]!, person)).data).toEqual({ changed: true, waitingFor: null });
    expect(await account(person)).toMatchObject({ email, emailVerified: true, emailChange: null });
    expect((await market.request('GET', '/user', { token: elsewhere })).status).toBe(401);
    for (const address of [person.email, email])
      expect((await letters(address))[0]!.subject).toContain('mudou');
    const { rows } =
      await sql`select from users where id = ${person.id} and security_changed_at is not null`.execute(
        market.ctx.db,
      );
    expect(rows).toHaveLength(1);
  },
);

test('an address that was never proven needs only the new one confirmed, and gets no mail', async () => {
  const person = await market.user({ verified: false });
  const email = fresh();
  await ask(person, email);
  expect((await follow(await linkTo(email), person)).data).toEqual({ changed: true, waitingFor: null });
  expect(await account(person)).toMatchObject({ email, emailVerified: true });
  expect(await letters(person.email)).toEqual([]);
});

test('the requester does not learn whether the new address has an owner; the owner gets a mail (T37)', async () => {
  const [asker, owner] = [await market.user(), await market.user()];
  const unknown = await ask(asker, fresh());
  const free = (await account(asker)).emailChange;
  const known = await ask(asker, owner.email);
  const taken = (await account(asker)).emailChange;
  expect([known.status, withoutRequestId(known)]).toEqual([unknown.status, withoutRequestId(unknown)]);
  expect({ ...taken, email: '', expiresAt: '' }).toEqual({ ...free, email: '', expiresAt: '' });
  const [letter] = await letters(owner.email);
  expect(letter).toMatchObject({ subject: expect.stringContaining('Tentaram usar'), url: null });
  // The requester's own address gets its mail in both cases.
  expect((await letters(asker.email)).length).toBe(2);
  expect((await follow(await linkTo(asker.email))).data).toEqual({ changed: false, waitingFor: 'new' });
});

test('a newer request, a cancellation and three days void the links', async () => {
  const person = await market.user();
  const [first, second] = [fresh(), fresh()];
  await ask(person, first);
  const old = await linkTo(first);
  await ask(person, second);
  expect((await follow(old)).body.code).toBe('link_expired');
  const cancel = () => market.request('DELETE', '/email-changes/current', { token: person.token });
  expect((await cancel()).status).toBe(200);
  expect((await cancel()).status).toBe(404);
  expect((await follow(await linkTo(second))).body.code).toBe('link_expired');
  const late = await market.user();
  const third = fresh();
  await ask(late, third);
  const link = await linkTo(third);
  await market.moveClock(3 * day + 1_000);
  expect((await follow(link)).body.code).toBe('link_expired');
  expect((await follow('x'.repeat(43))).body.code).toBe('link_expired');
});

test('when two accounts request one address, the first to confirm gets it and the other is refused', async () => {
  const [one, two] = [await market.user({ verified: false }), await market.user({ verified: false })];
  const email = fresh();
  await ask(one, email);
  const first = await linkTo(email);
  await ask(two, email);
  const second = await linkTo(email);
  const answers = await Promise.all([follow(first), follow(second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('email_taken');
});

test('changes raced against each other confirm only the address that was mailed (T54)', async () => {
  const { db } = market.ctx;
  for (let round = 0; round < 3; round++) {
    const person = await market.user({ verified: false });
    const addresses = Array.from({ length: 10 }, fresh);
    // The limit of five requests an hour is another test's.
    const race = addresses.map(async (email) => {
      await sql`delete from attempts where key like '%email-changes%'`.execute(db);
      return ask(person, email);
    });
    await Promise.all(race);
    await market.drain();
    const { rows: mailed } = await sql<{ recipient: string; url: string }>`
      select recipient::text, url from mails where recipient = any(${addresses}::citext[]) and url is not null`.execute(
      db,
    );
    const answers = await Promise.all(
      mailed.map(async ({ recipient, url }) => ({
        recipient,
        changed: (await follow(new URL(url).searchParams.get('change')!)).data?.changed === true,
      })),
    );
    const confirmed = answers.filter(({ changed }) => changed);
    expect(confirmed.length).toBeLessThanOrEqual(1);
    const { rows } = await sql<{ email: string; proven: boolean }>`
      select email::text, email_verified_at is not null as proven from users where id = ${person.id}`.execute(
      db,
    );
    expect(rows[0]).toEqual(
      confirmed[0] ? { email: confirmed[0].recipient, proven: true } : { email: person.email, proven: false },
    );
  }
});

test('one address gets five such mails a day across accounts, and a request needs a recent proof (T53)', async () => {
  const email = fresh();
  for (let round = 0; round < 5; round++) expect((await ask(await market.user(), email)).status).toBe(202);
  expect((await ask(await market.user(), email)).status).toBe(429);
  const person = await market.user();
  await sql`update sessions set proved_at = market_now() - interval '11 minutes' where user_id = ${person.id}`.execute(
    market.ctx.db,
  );
  expect((await ask(person, fresh())).body.code).toBe('step_up_required');
  expect((await ask(await market.user(), person.email)).status).toBe(202);
});

test("one's own address is no change", async () => {
  const person = await market.user();
  const answer = await ask(person, person.email.toUpperCase());
  expect(Object.keys(answer.body.errors)).toEqual(['email']);
});
