import { sql } from 'kysely';
import { defaultRules } from '#domain/settings/rules.ts';
import type { AgeRules } from '#domain/accounts/ages/rules.ts';
import { proveBirth } from '#server/accounts/ages/births.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Person } from './people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

/** A market in which ages are enforced, as in a new installation: its people have no time left to prove them (F58). */
export async function openAgedSales(changes: Partial<AgeRules> = {}) {
  const sales = await openSales();
  const setAges = (more: Partial<AgeRules>) =>
    sales.setRules({ ages: { ...defaultRules.ages, graceDays: 0, ...changes, ...more } });
  await setAges({});

  /** A birth so many years ago, and so many days before today. */
  async function birthOf(years: number, daysAgo = 40): Promise<string> {
    const { rows } = await sql<{ born: string }>`
      select (((market_now() at time zone 'America/Sao_Paulo')::date - ${daysAgo}::int) - make_interval(years => ${years}))::date::text
        as born`.execute(sales.db);
    return rows[0]!.born;
  }

  const prove = (id: number, bornOn: string) =>
    inTransaction(sales.db, (tx) => proveBirth(tx, id, bornOn, 'document', null));

  async function adult(options: Parameters<Sales['user']>[0] = {}): Promise<Person> {
    const person = await sales.user(options);
    await prove(person.id, '1985-03-03');
    return person;
  }

  /** A person with a proven age. */
  async function aged(years: number): Promise<Person> {
    const person = await sales.user({ level: 'N1' });
    await prove(person.id, await birthOf(years));
    return person;
  }

  const ask = (minor: Person, guardian: string, bornOn: string) =>
    sales.request('POST', '/guardian-consents', {
      token: minor.token,
      key: true,
      body: { guardian, bornOn },
    });

  async function requestTo(guardian: Person, minor: Person): Promise<number> {
    const { data } = await sales.request('GET', '/guardianship', { token: guardian.token });
    return data.minors.find(({ username }: { username: string }) => username === minor.username)?.id;
  }

  const give = (guardian: Person, id: number, body: { bornOn?: string; monthlyLimitCents: number }) =>
    sales.request('PUT', `/guardian-consents/${id}`, { token: guardian.token, body });

  const end = (who: Person, id: number) =>
    sales.request('DELETE', `/guardian-consents/${id}`, { token: who.token });

  const see = async (who: Person) => (await sales.request('GET', '/guardianship', { token: who.token })).data;

  /** A minor of this age whose guardian allows so much a month. */
  async function guarded(monthlyLimitCents: number, guardian: Person, years = 15, daysAgo = 40) {
    const minor = await sales.user({ level: 'N1' });
    const bornOn = await birthOf(years, daysAgo);
    await ask(minor, guardian.username, bornOn);
    const id = await requestTo(guardian, minor);
    const given = await give(guardian, id, { bornOn, monthlyLimitCents });
    if (given.status !== 200) throw new Error(given.text);
    return { minor, id, bornOn };
  }

  const shelf = async (priceCents: number, stock = 50) =>
    sales.publishedListing({ priceCents, stock, seller: await adult() });

  return { ...sales, setAges, birthOf, prove, adult, aged, ask, requestTo, give, end, see, guarded, shelf };
}

export type AgedSales = Awaited<ReturnType<typeof openAgedSales>>;
