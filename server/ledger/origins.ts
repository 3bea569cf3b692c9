import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * The tables `asked`, `parts` and `origins` for a `with` clause: for each withdrawal the incoming movements that its money
 * came from, first in, first out (decision 59), with the order and payment method of each. The rest of an account is
 * always its newest money, so the search goes back from the request only as far as the balance reached: the remaining
 * balance `kept` is skipped, and the amount is taken from the movements before it. A movement can be in several
 * withdrawals, each with its own part.
 * @param lines the maximum number of movements of an account that are read, newest first
 * @param most the maximum number of parts of each withdrawal, the largest first
 */
export function originsOf(
  ids: readonly number[],
  { lines, most: parts }: { lines: number; most: number },
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
      where f.place <= ${parts})`;
}
