import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { StaffPaymentDetail } from '#contract/payments/staff-payments.ts';

/**
 * For queries: the amounts of a payment that the payer's bank charged back (P26) and who bears them, as JSON; null without
 * a chargeback.
 */
export function chargebackOf(paymentId: RawBuilder<unknown>) {
  return sql<StaffPaymentDetail['taken']>`(select case when x.sale + x.again > 0 then
      jsonb_build_object('saleCents', x.sale, 'againCents', x.again, 'debtor', u.username,
        'owedCents', coalesce((select a.debits - a.credits from money.accounts a
          where a.kind = 'chargeback_debt' and a.shard = 0 and a.case_id = x.user_id), 0)) end
    from (select max(user_id) as user_id,
        coalesce(sum(case direction when 'taken' then amount_cents else -amount_cents end), 0) as again,
        (select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = ${paymentId} and r.taken) as sale
      from chargebacks where payment_id = ${paymentId}) x left join users u on u.id = x.user_id)`;
}
