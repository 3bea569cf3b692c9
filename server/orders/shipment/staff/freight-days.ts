import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { FreightDay, listFreightDays } from '#contract/shipping/staff-shipments.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { addDays, saoPauloDay } from '#domain/business-days.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx } from '#server/context.ts';
import { marketNow } from '#server/database/transaction.ts';
import { bookedFreight, freightOwedCents } from '#server/ledger/freight.ts';
import { betweenDays } from '#server/lists/table.ts';

/** Days that the page shows by itself, and the most that one query reads. */
const shownDays = 30;
const maxDays = 366;

/**
 * S06, S15: what carriers charged for the labels that the platform bought, beside what was quoted, paid and booked, by
 * the day of the posting. A charge that the carrier corrects after the posting differs from what was booked.
 * @throws `forbidden` for support · `invalid_request` for more than a year
 */
export async function readFreightDays(
  ctx: Ctx,
  viewer: Viewer,
  query: Query<typeof listFreightDays>,
): Promise<Reply<typeof listFreightDays>> {
  const answer = can(viewer, 'read_freight', undefined);
  if (!answer.ok) fail(answer.reason, { detail: 'Só administradores conferem os fretes.' });
  const to = query.to ?? saoPauloDay(await marketNow(ctx.db));
  const from = query.from ?? addDays(to, 1 - shownDays);
  if (from > to || from < addDays(to, -maxDays))
    fail('invalid_request', { errors: { from: 'Escolha um período de até um ano, do começo ao fim.' } });
  const days = betweenDays(sql`s.posted_at`, from, to).map((condition) => condition!);
  const { rows } = await sql<FreightDay>`
    select (s.posted_at at time zone 'America/Sao_Paulo')::date::text as day, s.carrier, count(*)::int as count,
      sum(s.quoted_cents)::bigint as "quotedCents", sum(o.freight_cents)::bigint as "paidCents",
      sum(s.charged_cents)::bigint as "chargedCents", sum(booked.spent)::bigint as "spentCents",
      sum(booked.owed)::bigint as "bookedCents"
    from shipments s join orders o on o.id = s.order_id cross join lateral (${bookedFreight(sql`s.order_id`)}) booked
    where s.label_id is not null and s.posted_at is not null and ${sql.join(days, sql` and `)}
    group by 1, 2 order by 1 desc, 2`.execute(ctx.db);
  return { items: rows, owedCents: await freightOwedCents(ctx.db) };
}
