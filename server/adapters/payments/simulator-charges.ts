import { randomBytes, randomUUID } from 'node:crypto';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import { writeBoleto } from '#domain/payments/boletos.ts';
import type { BoletoNumbers } from '#domain/payments/boletos.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import type { Cents } from '#domain/money.ts';
import type { DeclineReason } from '#domain/payments/payments.ts';
import { batchWhileBusy } from '#server/concurrency/batch.ts';
import { asyncCommit } from '#server/database/async-commit.ts';
import type {
  BoletoCharge,
  CardCharge,
  CardOrder,
  ChargeKey,
  ChargeOrder,
  ChargeStatus,
  PixCharge,
  PixOrder,
} from './payment-provider.ts';
import { readTestToken } from './simulator-card-fields.ts';

/** Sentinel amounts are compared modulo R$ 100,00. */
const sentinel = 10_000;

export async function openPixCharge(db: Kysely<DB>, charge: PixOrder): Promise<PixCharge> {
  await simulateOutage(db, charge);
  const providerId = await insertCharge(db, { charge, method: 'pix' });
  return { providerId, pixCode: pixCodeOf(charge), receiverName: charge.receiverName };
}

export async function openBoleto(db: Kysely<DB>, charge: ChargeOrder): Promise<BoletoCharge> {
  await simulateOutage(db, charge);
  const providerId = await insertCharge(db, { charge, method: 'boleto' });
  return { providerId, ...numbersOf(charge), url: `/dev/boletos/${charge.reference}` };
}

/** The numbers depend only on the charge, so they are the same each time. */
export function numbersOf(
  charge: Pick<ChargeOrder, 'reference' | 'amountCents' | 'expiresAt'>,
): BoletoNumbers {
  const { reference, amountCents, expiresAt } = charge;
  const free = BigInt(`0x${reference.slice(0, 20).replaceAll(/[^0-9a-f]/g, '0')}`);
  return writeBoleto({
    bank: '001',
    dueDay: saoPauloDay(expiresAt),
    amountCents,
    free: String(free).slice(0, 25).padStart(25, '0'),
  });
}

/** The token decides about the card; a second call for a charge returns the first answer. */
export async function openCardCharge(db: Kysely<DB>, charge: CardOrder): Promise<CardCharge> {
  await simulateOutage(db, charge);
  const { outcome, reason, brand, last4 } = readTestToken(charge.token);
  const { reference, amountCents, description, expiresAt } = charge;
  const { rows } = await sql<{ id: string; state: 'approved' | 'declined' | 'in_review'; reason: string }>`
    with opened as (
      insert into simulator.charges (reference, id, amount_cents, description, expires_at, method, card_brand,
        card_last4, card_state, card_reason)
      values (${reference}, ${randomUUID()}, ${amountCents}, ${description}, ${expiresAt}, 'card', ${brand}, ${last4},
        ${outcome}, ${reason})
      on conflict (reference) do update set description = excluded.description
      returning id, card_state as state, card_reason as reason, amount_cents, xmax = 0 as fresh),
    received as (
      insert into simulator.receipts (end_to_end_id, charge_reference, amount_cents)
      select 'C' || id, ${reference}, amount_cents from opened where fresh and state = 'approved')
    select id, state, reason from opened`.execute(db);
  const { id: providerId, state, reason: declinedReason } = rows[0]!;
  if (state === 'approved') return { providerId, state: 'paid' };
  return state === 'in_review'
    ? { providerId, state }
    : { providerId, state, declinedReason: declinedReason as DeclineReason };
}

interface NewCharge {
  charge: ChargeOrder;
  method: 'pix' | 'boleto';
}

/** @returns the bank's id of the charge; a second call for a charge returns the first id */
const insertCharge = batchWhileBusy(async (db: Kysely<DB>, opened: NewCharge[]): Promise<string[]> => {
  const column = <K extends keyof ChargeOrder>(name: K) => opened.map(({ charge }) => charge[name]);
  const { rows } = await sql<{ reference: string; id: string }>`
    insert into simulator.charges (reference, id, amount_cents, description, expires_at, method)
    select charge.* from unnest(${column('reference')}::text[], ${opened.map(() => randomUUID())}::text[],
      ${column('amountCents')}::bigint[], ${column('description')}::text[], ${column('expiresAt')}::timestamptz[],
      ${opened.map(({ method }) => method)}::text[]) charge, ${asyncCommit}
    on conflict (reference) do update set description = excluded.description returning reference, id`.execute(
    db,
  );
  const ids = new Map(rows.map(({ reference, id }) => [reference, id]));
  return opened.map(({ charge }) => ids.get(charge.reference)!);
});

interface FoundCharge extends Omit<ChargeStatus, 'card' | 'declinedReason'> {
  reason: DeclineReason | null;
  brand: string | null;
  last4: string | null;
}

export async function findCharge(
  db: Kysely<DB>,
  { reference, providerId }: ChargeKey,
): Promise<ChargeStatus | null> {
  const key = reference === undefined ? sql`c.id = ${providerId}` : sql`c.reference = ${reference}`;
  const { rows } = await sql<FoundCharge>`
    select c.reference, c.id as "providerId", r."incomingPayments", c.card_reason as reason, c.card_brand as brand,
      c.card_last4 as last4,
      coalesce(c.contestation = 'open', false) as contested, c.taken_cents + r.refunded as "returnedCents",
      case when r."incomingPayments" <> '[]' then 'paid' when c.cancelled_at is not null then 'cancelled'
        when c.card_state = 'declined' then 'declined' when c.card_state = 'in_review' then 'in_review'
        when c.expires_at <= market_now() then 'expired' else 'pending' end as state
    from simulator.charges c cross join lateral (
      select coalesce(json_agg(json_build_object('endToEndId', end_to_end_id, 'amountCents', amount_cents, 'at', at,
        'payerDocument', payer_document) order by at, end_to_end_id), '[]')::jsonb as "incomingPayments",
        (select coalesce(sum(b.amount_cents), 0)::bigint from simulator.refunds b where b.state = 'done'
          and b.end_to_end_id in (select end_to_end_id from simulator.receipts where charge_reference = c.reference))
          as refunded
      from simulator.receipts where charge_reference = c.reference) r
    where ${key}`.execute(db);
  const found = rows[0];
  if (!found) return null;
  const { reason, brand, last4, ...status } = found;
  return {
    ...status,
    ...(reason && status.state === 'declined' && { declinedReason: reason }),
    ...(brand && last4 && { card: { brand, last4 } }),
  };
}

export interface SimulatedPayment {
  amountCents?: Cents;
  copies?: number;
  /** CPF of a payer other than the buyer. */
  payerDocument?: string;
}

/** Records a payment of a charge: the whole amount or another. @returns the movement and the charged amount, or null */
export async function receive(
  db: Kysely<DB>,
  reference: string,
  { amountCents, payerDocument }: SimulatedPayment,
): Promise<{ endToEndId: string; chargedCents: Cents } | null> {
  const endToEndId = newEndToEndId();
  const { rows } = await sql<{ charged: Cents }>`
    with charge as (select reference, amount_cents from simulator.charges where reference = ${reference}),
    received as (
      insert into simulator.receipts (end_to_end_id, charge_reference, amount_cents, payer_document)
      select ${endToEndId}, reference, coalesce(${amountCents ?? null}::bigint, amount_cents), ${payerDocument ?? null}
      from charge)
    select amount_cents as charged from charge`.execute(db);
  const charged = rows[0]?.charged;
  return charged === undefined ? null : { endToEndId, chargedCents: charged };
}

/** The bank finishes its examination of a card. @returns whether there was one */
export async function endReview(
  db: Kysely<DB>,
  reference: string,
  outcome: 'approved' | 'declined',
): Promise<boolean> {
  const { rows } = await sql`
    with decided as (
      update simulator.charges set card_state = ${outcome},
        card_reason = case ${outcome} when 'declined' then 'high_risk' end
      where reference = ${reference} and card_state = 'in_review' and cancelled_at is null
      returning id, reference, amount_cents),
    received as (
      insert into simulator.receipts (end_to_end_id, charge_reference, amount_cents)
      select 'C' || id, reference, amount_cents from decided where ${outcome} = 'approved')
    select from decided`.execute(db);
  return rows.length === 1;
}

/** A dynamic Pix code whose URL names the charge; the simulator serves nothing there. */
function pixCodeOf({ reference, receiverName }: PixOrder): string {
  const code = generatePixPayload({
    url: `pix.example.com/qr/v2/${reference}`,
    merchantName: receiverName,
    merchantCity: 'São Paulo',
  });
  if (!code) throw new Error(`no Pix code for ${reference}`);
  return code;
}

/** `E` + ISPB + minute in UTC + 11 random characters: 32 characters. */
function newEndToEndId(): string {
  const minute = new Date().toISOString().slice(0, 16).replaceAll(/\D/g, '');
  return `E00000000${minute}${randomBytes(6).toString('hex').slice(0, 11)}`;
}

async function simulateOutage(db: Kysely<DB>, { reference, amountCents }: ChargeOrder): Promise<void> {
  const ending = amountCents % sentinel;
  if (ending !== 91 && ending !== 92) return;
  const { rows } = await sql<{ count: number }>`
    insert into simulator.refusals (reference, count) values (${reference}, 1)
    on conflict (reference) do update set count = simulator.refusals.count + 1 returning count`.execute(db);
  if (ending === 92 || rows[0]!.count === 1) throw new Error('simulated bank: service unavailable');
}
