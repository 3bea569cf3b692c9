import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { ChargeKey, Movement, PaymentProvider, TransferStatus } from './payment-provider.ts';

/** Sentinel amounts are compared modulo R$ 100,00. */
const sentinel = 10_000;

/** One statement per refund: a second call for a known one only moves it from `processing` to `done`. */
export async function refundReceipt(
  db: Kysely<DB>,
  refund: Parameters<PaymentProvider['refund']>[0],
): Promise<TransferStatus> {
  const { reference, endToEndId, amountCents } = refund;
  const { rows } = await sql<TransferStatus>`
    insert into simulator.refunds (reference, end_to_end_id, amount_cents, state, reason)
    select ${reference}, r.end_to_end_id, ${amountCents}::bigint, first.state,
      case first.state when 'failed' then 'Conta de destino indisponível' end
    from simulator.receipts r join simulator.charges c on c.reference = r.charge_reference
      cross join lateral (select case
      when c.contestation in ('open', 'lost') then 'failed'
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
  await returnPayout(
    db,
    reference,
    sql`amount_cents % ${sentinel} = 6
    and created_at < market_now() - interval '12 hours'`,
  );
  const { rows } = await sql<TransferStatus>`
    update simulator.payouts set state = case state when 'processing' then 'done' else state end
    where reference = ${reference} returning reference as "providerId", state, reason`.execute(db);
  return rows[0] ?? null;
}

/** The money of a completed payout comes back. @returns whether there was one */
export async function returnPayout(
  db: Kysely<DB>,
  reference: string,
  only: RawBuilder<unknown> = sql`true`,
): Promise<boolean> {
  const { rows } = await sql`
    update simulator.payouts set state = 'failed', returned_at = market_now(),
      reason = 'A conta de destino foi encerrada'
    where reference = ${reference} and state = 'done' and ${only} returning reference`.execute(db);
  return rows.length > 0;
}

/**
 * The payer disputes the charge and their bank decides: a lost charge is taken back by the bank, a later win returns
 * the money. It takes what was not refunded through it, or `takenCents`, at most what was paid.
 */
export async function contestCharge(
  db: Kysely<DB>,
  reference: string,
  { to, takenCents }: { to: 'open' | 'kept' | 'lost' | 'won'; takenCents?: number | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    update simulator.charges c set contestation = ${to}, taken_cents = case ${to} when 'won' then 0 when 'lost' then
        c.taken_cents + least(coalesce(${takenCents ?? null}::bigint, x.stays - c.taken_cents), x.came - c.taken_cents)
        else c.taken_cents end
    from (select coalesce(sum(r.amount_cents), 0)::bigint as came, coalesce(sum(r.amount_cents), 0)::bigint - coalesce(sum(b.sent), 0)::bigint as stays, count(*) as receipts
      from simulator.receipts r left join lateral (select sum(amount_cents) as sent from simulator.refunds
        where end_to_end_id = r.end_to_end_id and state = 'done') b on true
      where r.charge_reference = ${reference}) x
    where c.reference = ${reference} and x.receipts > 0 and c.contestation is distinct from ${to}
    returning c.reference`.execute(db);
  return rows.length === 1;
}

export async function listContested(db: Kysely<DB>): Promise<ChargeKey[]> {
  const { rows } = await sql<ChargeKey>`
    select reference, id as "providerId" from simulator.charges where contestation in ('open', 'lost')`.execute(
    db,
  );
  return rows;
}

/** All incoming and outgoing movements, as a bank lists them. */
export async function listMovements(db: Kysely<DB>, from: Date, to: Date): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select 'receipt' as kind, end_to_end_id as "movementId", charge_reference as reference,
      amount_cents as "amountCents", at from simulator.receipts where at >= ${from} and at < ${to}
    union all
    select 'refund', reference, reference, amount_cents, created_at from simulator.refunds
    where state = 'done' and created_at >= ${from} and created_at < ${to}
    union all
    select 'payout', reference, reference, amount_cents, created_at from simulator.payouts
    where (state = 'done' or returned_at is not null) and created_at >= ${from} and created_at < ${to}
    order by at`.execute(db);
  return rows;
}
