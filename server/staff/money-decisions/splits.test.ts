import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

const limitCents = 3_000;

let sales: Sales;
let admins: Person[];
/** The first two accounts belong to one person: both are paid to one Pix key. */
let accounts: Person[];
const personOf = [0, 0, 1, 2];

beforeAll(async () => {
  sales = await openSales();
  await sales.setRules({
    withdrawal: {
      ...defaultRules.withdrawal,
      minCents: 100,
      twoPeopleCents: limitCents,
      freePerMonth: 100_000,
    },
  });
  admins = [];
  while (admins.length < 3) admins.push(await sales.user({ role: 'admin' }));
  accounts = [];
  while (accounts.length < personOf.length)
    accounts.push((await sales.released({ priceCents: 800_000 })).seller);
});
afterAll(() => sales.close());

interface Item {
  account: number;
  decider: number;
  cents: number;
  /** Time that passes before the decision. */
  hours: number;
}

const items = fc.array(
  fc.record<Item>({
    account: fc.integer({ min: 0, max: personOf.length - 1 }),
    decider: fc.integer({ min: 0, max: 2 }),
    cents: fc.integer({ min: 100, max: limitCents + 300 }),
    hours: fc.constantFrom(0, 0, 0, 1, 7, 23, 24),
  }),
  { minLength: 5, maxLength: 14 },
);

const post = (who: Person, path: string, body: object) =>
  sales.request('POST', path, { token: who.token, key: true, body });

interface Release extends Item {
  at: number;
}

/** Decides the items one after another. @returns the amounts that one person alone released, with their times */
async function playAlone(split: readonly Item[]): Promise<Release[]> {
  const alone: Release[] = [];
  await sales.moveClock(day + hour);
  for (const item of split) {
    await sales.moveClock(item.hours * hour);
    const owner = accounts[item.account]!;
    const asked = await post(owner, '/withdrawals', { amountCents: item.cents });
    expect(asked.status, asked.text).toBe(201);
    const { id } = asked.data;
    const decided = await post(admins[item.decider]!, `/staff/withdrawals/${id}/decision`, {
      decision: 'approve',
      note: '',
    });
    expect(decided.status, decided.text).toBe(200);
    const { rows } = await sql<{ at: Date }>`
      select decided_at as at from withdrawals where id = ${id} and state <> 'in_review'`.execute(sales.db);
    if (decided.data.state === 'approved') alone.push({ ...item, at: rows[0]!.at.getTime() });
    else await post(owner, `/withdrawals/${id}/cancellation`, {});
  }
  return alone;
}

/** The largest amount that one person alone released within 24 h, to one beneficiary or by one decider. */
function mostOf(alone: readonly Release[]): number {
  const within = (release: Release, same: (other: Release) => boolean) =>
    alone
      .filter((other) => same(other) && other.at <= release.at && other.at > release.at - day)
      .reduce((sum, { cents }) => sum + cents, 0);
  return Math.max(
    0,
    ...alone.flatMap((release) => [
      within(release, ({ account }) => personOf[account] === personOf[release.account]),
      within(release, ({ decider }) => decider === release.decider),
    ]),
  );
}

/** Sends payouts of both accounts to one Pix key, as when a document moves from one account to the other. */
async function shareDocument(): Promise<void> {
  const owner = connect(sales.database.ownerUrl, { max: 1, applicationName: 'test' });
  await sql`create or replace function test_one_key() returns trigger language plpgsql as $$
    begin
      if new.user_id = ${sql.lit(accounts[1]!.id)} then new.pix_key := ${sql.lit(accounts[0]!.cpf)}; end if;
      return new;
    end $$`.execute(owner);
  await sql`create trigger test_one_key before insert on withdrawals for each row execute function test_one_key()`.execute(
    owner,
  );
  await owner.destroy();
}

const check = (runs: number) =>
  fc.check(
    fc.asyncProperty(items, async (split) => mostOf(await playAlone(split)) <= limitCents),
    { numRuns: runs, endOnFailure: true },
  );

test('no split over items, deciders, accounts and hours releases more than the limit without two people', async () => {
  await shareDocument();
  const { failed, counterexample, errorInstance } = await check(12);
  expect([failed, counterexample, errorInstance]).toEqual([false, null, null]);
}, 300_000);

test('without the sums a split releases more, and the property test detects it', async () => {
  const owner = connect(sales.database.ownerUrl, { max: 1, applicationName: 'test' });
  await sql`create or replace function money_decision_sums(about_kind text, decider bigint, people text[],
      apart_from_order bigint, out person_cents bigint, out alone_cents bigint, out first_cents bigint,
      out window_ms bigint) language sql stable as 'select 0::bigint, 0::bigint, 0::bigint, 86400000::bigint'`.execute(
    owner,
  );
  await owner.destroy();
  const { failed, errorInstance } = await check(20);
  expect([failed, String(errorInstance)]).toEqual([true, expect.stringContaining('returning false')]);
}, 300_000);
