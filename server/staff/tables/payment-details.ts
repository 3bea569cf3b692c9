import { sql } from 'kysely';
import type { StaffPaymentDetail } from '#contract/payments/staff-payments.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { historyOf } from '#server/staff/history.ts';
import { paymentColumns, presentPayment } from './payments.ts';
import type { PaymentRow } from './payments.ts';
import { chargebackOf } from '#server/ledger/chargebacks.ts';

interface Detail extends PaymentRow {
  attempts: StaffPaymentDetail['attempts'];
  events: StaffPaymentDetail['events'];
  taken: StaffPaymentDetail['taken'];
}

/** One payment, with the order's payment attempts and the provider's notices (index provider_events_of_charge). */
export async function readStaffPayment({ db }: Ctx, id: number): Promise<StaffPaymentDetail> {
  const { rows } = await sql<Detail>`
    select ${paymentColumns},
      (select jsonb_agg(jsonb_build_object('id', a.id, 'method', a.method, 'state', a.state,
        'amountCents', a.amount_cents, 'declinedReason', a.declined_reason, 'createdAt', a.created_at) order by a.id)
        from payments a where a.order_id = t.order_id) as attempts,
      (select coalesce(jsonb_agg(jsonb_build_object('at', e.received_at, 'eventId', e.event_id,
        'kind', e.body ->> 'kind', 'processedAt', e.processed_at, 'attempts', e.attempts)
          order by e.received_at desc), '[]')
        from (select * from provider_events p
          where coalesce(p.body ->> 'reference', p.body ->> 'providerId') in (t.reference, t.provider_id)
            and p.provider = t.provider
          order by p.received_at desc limit 50) e) as events,
      ${chargebackOf(sql`t.id`)} as taken
    from payments t where t.id = ${id}`.execute(db);
  const row = rows[0] ?? fail('not_found');
  return {
    ...presentPayment(row),
    attempts: row.attempts.map((each) => ({ ...each, createdAt: iso(each.createdAt) })),
    events: row.events.map((each) => ({
      ...each,
      at: iso(each.at),
      processedAt: each.processedAt && iso(each.processedAt),
    })),
    taken: row.taken,
    history: await historyOf(db, { kind: 'payment', id }),
  };
}

/** JSON made by PostgreSQL has another format for instants. */
function iso(instant: string): string {
  return new Date(instant).toISOString();
}
