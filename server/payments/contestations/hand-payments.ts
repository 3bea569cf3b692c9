import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { HandPayment } from '#server/payments/refunds.ts';

/**
 * P26 meets §4.8: the bank took what a refund owed while a Pix for it waited for its second person. The refund is paid by
 * what the bank took, as no word of one person is; whether that Pix left as well only somebody who looks at the account
 * can say, so admins and whoever recorded it are told.
 */
export async function doubtHandPayment(tx: Tx, orderId: number, payment: HandPayment): Promise<void> {
  const { recordedBy, ...facts } = payment;
  const { rows } = await sql<{ id: number }>`
    select id from users where state = 'active' and (role = 'admin' or role = 'support' and id = ${recordedBy})
    order by id`.execute(tx);
  for (const { id } of rows)
    await record(tx, {
      kind: 'staff.hand_payment_doubtful',
      actor: null,
      subject: { kind: 'user', id },
      data: { orderId, ...facts },
    });
}
