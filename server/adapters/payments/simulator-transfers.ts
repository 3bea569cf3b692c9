import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { Movement, PaymentProvider, TransferStatus } from './payment-provider.ts';

/** Amounts are looked at modulo R$ 100,00. */
const sentinel = 10_000;

/** One statement a transfer: asked again, a known one only moves from process to done. */
export async function refundReceipt(
  db: Kysely<DB>,
  refund: Parameters<PaymentProvider['refund']>[0],
): Promise<TransferStatus> {
  const { reference, endToEndId, amountCents } = refund;
  const { rows } = await sql<TransferStatus>`
    insert into simulator.refunds (reference, end_to_end_id, amount_cents, state, reason)
    select ${reference}, r.end_to_end_id, ${amountCents}::bigint, first.state,
      case first.state when 'failed' then 'Conta de destino indisponível' end
    from simulator.receipts r cross join lateral (select case
      when ${amountCents}::bigint + coalesce((select sum(amount_cents) from simulator.refunds
        where end_to_end_id = r.end_to_end_id and state <> 'failed'), 0) > r.amount_cents then 'failed'
      when ${amountCents}::bigint % ${sentinel} = 4 then 'failed'
      when ${amountCents}::bigint % ${sentinel} = 3 and not exists (select from simulator.refunds
        where end_to_end_id = r.end_to_end_id and amount_cents = ${amountCents}) then 'failed'
      when ${amountCents}::bigint % ${sentinel} = 5 then 'processing' else 'done' end as state) first
    where r.end_to_end_id = ${endToEndId}
    on conflict (reference) do update set
      state = case simulator.refunds.state when 'processing' then 'done' else simulator.refunds.state end
    returning reference as "providerId", state, reason`.execute(db);
  if (!rows[0]) throw new Error('simulated bank: no such receipt');
  return rows[0];
}

export async function payOut(
  db: Kysely<DB>,
  payout: Parameters<PaymentProvider['pay']>[0],
): Promise<TransferStatus> {
  const { reference, amountCents, pixKey, holderName, document } = payout;
  const { rows } = await sql<TransferStatus>`
    insert into simulator.payouts (reference, amount_cents, pix_key, holder_name, document, state, reason)
    select ${reference}, ${amountCents}::bigint, ${pixKey}, ${holderName}, ${document}, first.state,
      case first.state when 'failed' then 'O banco de destino recusou o Pix' end
    from (select case
      when ${amountCents}::bigint % ${sentinel} = 2 then 'failed'
      when ${amountCents}::bigint % ${sentinel} = 1 and not exists (select from simulator.payouts
        where pix_key = ${pixKey} and amount_cents = ${amountCents}) then 'failed'
      when ${amountCents}::bigint % ${sentinel} = 5 then 'processing' else 'done' end as state) first
    on conflict (reference) do update set
      state = case simulator.payouts.state when 'processing' then 'done' else simulator.payouts.state end
    returning reference as "providerId", state, reason`.execute(db);
  return rows[0]!;
}

export async function findPayout(db: Kysely<DB>, reference: string): Promise<TransferStatus | null> {
  const { rows } = await sql<TransferStatus>`
    update simulator.payouts set state = case state when 'processing' then 'done' else state end
    where reference = ${reference} returning reference as "providerId", state, reason`.execute(db);
  return rows[0] ?? null;
}

/** Everything that came in and went out, as a bank lists it. */
export async function listMovements(db: Kysely<DB>, from: Date, to: Date): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select 'receipt' as kind, end_to_end_id as "movementId", charge_reference as reference,
      amount_cents as "amountCents", at from simulator.receipts where at >= ${from} and at < ${to}
    union all
    select 'refund', reference, reference, amount_cents, created_at from simulator.refunds
    where state = 'done' and created_at >= ${from} and created_at < ${to}
    union all
    select 'payout', reference, reference, amount_cents, created_at from simulator.payouts
    where state = 'done' and created_at >= ${from} and created_at < ${to}
    order by at`.execute(db);
  return rows;
}
