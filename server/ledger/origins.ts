import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Tables `asked`, `parts` and `origins` for a `with`: of each withdrawal the lines its money came in by, first in, first
 * out (decision 59), with the order that each is about and how it was paid. What stays in an account is always the
 * newest that came in, so the way back from the request need not be longer than the balance was: `kept` is skipped and
 * the amount is taken of what is before it. A line stands in as many withdrawals as its money left by, each with its own
 * part.
 * @param lines how many lines of an account are looked through, newest first
 * @param most how many parts of each withdrawal are told, the largest
 */
export function originsOf(
  ids: readonly number[],
  { lines, most }: { lines: number; most: number },
): RawBuilder<unknown> {
  return sql`asked as materialized (
      select w.id, t.debit_id as account_id, t.debit_version as version, t.debit_balance as kept, t.amount
      from unnest(${ids}::bigint[]) w (id)
        join money.journals j on j.key = 'withdrawal:' || w.id || ':asked'
        join money.transfers t on t.journal_id = j.id
        join money.accounts c on c.id = t.credit_id and c.kind = 'withdrawal_in_transit'),
    parts as materialized (
      select a.id, s.journal_id, s.amount as brought,
        (least(s.newer + s.amount, a.kept + a.amount) - greatest(s.newer, a.kept))::bigint as cents
      from asked a cross join lateral (
        select l.journal_id, l.amount,
          sum(l.amount) over (order by l.credit_version desc) - l.amount as newer
        from (select t.journal_id, t.amount, t.credit_version from money.transfers t
          where t.credit_id = a.account_id and t.credit_version < a.version
          order by t.credit_version desc limit ${lines}) l) s
      where s.newer < a.kept + a.amount and s.newer + s.amount > a.kept),
    origins as (
      select f.id, f.journal_id, f.cents, f.brought, j.kind, j.at, j.withdrawal_id, j.order_id, p.method, p.confirmed_at
      from (select *, row_number() over (partition by id order by cents desc, journal_id desc) as place from parts) f
        join money.journals j on j.id = f.journal_id
        left join money.journals opened on opened.key = 'capture:order:' || j.order_id
        left join payments p on p.id = opened.payment_id
      where f.place <= ${most})`;
}
