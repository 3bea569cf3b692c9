import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PrivacyRules } from '#domain/accounts/privacy-rules.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

interface Retention {
  table: string;
  /** SQL condition: rows `t` past their retention. */
  over: RawBuilder<unknown>;
}

/**
 * Retention of each table; docs/privacy.md has the reasons. Sessions, links, counts and stored replies are deleted
 * earlier, in `server/accounts/jobs.ts`.
 */
const retentionRules = (rules: PrivacyRules): readonly Retention[] => [
  // Whole months, at least six (Marco Civil art. 15): the current month and so many before it.
  {
    table: 'access_records',
    over: sql`t.at < date_trunc('month', market_now() at time zone 'America/Sao_Paulo')
      at time zone 'America/Sao_Paulo' - ${rules.accessMonths} * interval '1 month'`,
  },
  { table: 'mails', over: sql`t.created_at < market_now() - ${ms(rules.messagesMs)}` },
  { table: 'text_messages', over: sql`t.created_at < market_now() - ${ms(rules.messagesMs)}` },
  { table: 'notifications', over: sql`t.created_at < market_now() - ${ms(rules.noticesMs)}` },
  {
    table: 'email_changes',
    over: sql`t.created_at < market_now() - ${ms(rules.noticesMs)} and (t.done_at is not null
      or t.cancelled_at is not null or t.expires_at < market_now())`,
  },
  { table: 'listing_views', over: sql`t.day < ${marketDay} - ${Math.floor(rules.visitsMs / dayMs)}::int` },
  // View marks are kept until an hour after their day, when no more views of it are written.
  { table: 'view_marks', over: sql`t.day < ${dayCounted}` },
  { table: 'view_salts', over: sql`t.day < ${dayCounted}` },
  // A week of quotes says how often the carrier gave no answer (S15).
  { table: 'freight_quotes', over: sql`t.expires_at < market_now() - interval '7 days'` },
  {
    table: 'order_addresses',
    over: sql`exists (select from orders o where o.id = t.order_id
      and o.closed_at < market_now() - ${rules.evidenceYears} * interval '1 year')`,
  },
  { table: 'postal_codes', over: sql`t.expires_at < market_now()` },
  { table: 'username_reservations', over: sql`t.until < market_now()` },
  {
    table: 'data_exports',
    over: sql`t.state = 'expired' and t.created_at < market_now() - ${rules.evidenceYears} * interval '1 year'`,
  },
  {
    table: 'order_delivery_data',
    over: sql`t.written_at < market_now() - ${rules.evidenceYears} * interval '1 year' and exists (
      select from orders o where o.id = t.order_id
        and o.closed_at < market_now() - ${rules.evidenceYears} * interval '1 year')`,
  },
  // Messages and notes are deleted with it; files follow, because no message references them.
  {
    table: 'tickets',
    over: sql`t.closed_at < market_now() - ${rules.evidenceYears} * interval '1 year'`,
  },
  // Identities retained after a closure, for the years of evidence.
  { table: 'retained_identities', over: sql`t.keep_until < market_now()` },
  {
    table: 'consents',
    over: sql`t.user_id in (select user_id from account_closures where done_at < market_now() - ${rules.evidenceYears} * interval '1 year')`,
  },
];

const dayMs = 86_400_000;
const marketDay = sql`(market_now() at time zone 'America/Sao_Paulo')::date`;
const dayCounted = sql`(market_now() at time zone 'America/Sao_Paulo' - interval '1 hour')::date`;
const ms = (length: number) => sql`${length}::bigint * interval '1 millisecond'`;

const batch = 5_000;

/** Deletes rows past their retention, a few thousand at a time. */
export async function deleteOld(ctx: Ctx): Promise<number> {
  const { privacy } = (await currentRules(ctx.db)).rules;
  let forgotten = 0;
  for (const { table, over } of retentionRules(privacy)) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select t.ctid from ${sql.table(table)} t where ${over} limit ${batch}))`.execute(ctx.db);
    forgotten += Number(numAffectedRows ?? 0);
  }
  return forgotten;
}
