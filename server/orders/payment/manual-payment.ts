import { sql } from 'kysely';
import type { Order } from '#contract/orders/orders.ts';
import type { PaymentProofRefusal, PaymentProofState } from '#domain/payments/payment-proofs.ts';
import { openPaymentProofStates } from '#domain/payments/payment-proofs.ts';
import type { Db } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';

type Manual = NonNullable<NonNullable<NonNullable<Order['deal']>['payment']>['manual']>;

interface Row {
  sending: number;
  state: PaymentProofState;
  refusal: PaymentProofRefusal | null;
  note: string | null;
  created_at: Date;
}

/** How the buyer pays an order manually, with the payment proofs sent so far. Only staff see proposed decisions. */
export async function manualPayment(db: Db, order: { id: number; ruleVersionId: number }): Promise<Manual> {
  const { receipts: rules, company } = await rulesOf(db, order.ruleVersionId);
  const { rows } = await sql<Row>`
    select sending, state, created_at, case state when 'rejected' then refusal end as refusal,
      case state when 'rejected' then note end as note
    from receipts where order_id = ${order.id}
    order by sending`.execute(db);
  const open = rows.find(({ state }) => openPaymentProofStates.includes(state));
  return {
    account: { ...rules.account, holder: company.name, document: company.document },
    receipts: rows.map(({ created_at: sentAt, ...row }) => ({ ...row, sentAt: sentAt.toISOString() })),
    sendingsLeft: Math.max(0, rules.maxSendings - rows.length),
    answerBy: open ? new Date(open.created_at.getTime() + rules.answerMs).toISOString() : null,
  };
}
