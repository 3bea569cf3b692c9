import { sql } from 'kysely';
import type { Market } from '#test/market.ts';
import type { Person } from './people.ts';

/** Gives a person a second factor that their sessions have shown just now, as staff need. */
export async function withSecondFactor(market: Pick<Market, 'ctx'>, person: Person): Promise<Person> {
  const { db } = market.ctx;
  await sql`insert into totp_secrets (user_id, secret_sealed, confirmed_at)
    values (${person.id}, '\\x00', market_now()) on conflict do nothing`.execute(db);
  await sql`update sessions set second_factor_at = market_now() where user_id = ${person.id}`.execute(db);
  return person;
}

/** The proof of a person's sessions is as fresh as if it had been given now, or too old. */
export async function setProof(
  market: Pick<Market, 'ctx'>,
  person: Person,
  age: 'fresh' | 'stale',
): Promise<void> {
  const at = age === 'fresh' ? sql`market_now()` : sql`market_now() - interval '1 day'`;
  await sql`update sessions set proved_at = case when state = 'active' then ${at} end,
      second_factor_at = case when second_factor_at is not null then ${at} end
    where user_id = ${person.id}`.execute(market.ctx.db);
}
