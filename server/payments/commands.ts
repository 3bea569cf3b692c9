import { sql } from 'kysely';
import type { DeclineReason, ProviderMethod } from '#domain/payments/payments.ts';
import { isRefusal } from '#server/adapters/payments/failures.ts';
import type { CardCharge, ChargeKey, Payer, PixCharge } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { insertEvents } from '#server/events/events.ts';
import { batchWhileBusy } from '#server/concurrency/batch.ts';
import { asyncCommit } from '#server/database/async-commit.ts';
import { leaseEnd, isLeaseFree, releaseLease } from './provider-lease.ts';

/** What the bank needs to open a charge. */
export interface Charge {
  paymentId: number;
  method: ProviderMethod;
  reference: string;
  amountCents: number;
  description: string;
  expiresAt: Date;
  /** Until when whoever has it here asks alone. */
  askedUntil: Date;
}

/** A card as the provider's own fields gave it: the token goes to the provider and is kept nowhere. */
export interface Card {
  token: string;
  brand: string | null;
  installments: number;
}

/**
 * Opens the charge at the provider and keeps what is needed to pay it. Called after the order is durable, by whoever
 * took it to ask alone: a provider may know no idempotency keys. When the bank is away the payment stays `created` and
 * the sweep asks again, with the same reference, until the order expires.
 * A card is charged with its token (`chargeCard`), unless it is typed on the provider's own page.
 */
export async function chargePayment(ctx: Ctx, charge: Charge): Promise<void> {
  if (charge.method === 'card' && ctx.payments.cardFields) return;
  const kept = await unlessRefused(ctx, charge, () => open(ctx, charge)).catch(async (error: unknown) => {
    await releaseLease(ctx.db, { table: 'payments', id: charge.paymentId, until: charge.askedUntil });
    throw error;
  });
  // Given up or expired while the bank was answering: nobody should pay it now.
  if (kept === false && (await isClosed(ctx.db, charge)))
    await ctx.payments.cancelCharge({ reference: charge.reference });
}

/** @returns whether the answer was written: the payment was still waiting for it */
async function open(ctx: Ctx, charge: Charge): Promise<boolean> {
  const order = { ...charge, payer: await payerOf(ctx, charge) };
  if (charge.method === 'pix') {
    const opened = await ctx.payments.createPixCharge(order);
    return keepPix(ctx.db, { paymentId: charge.paymentId, ...opened });
  }
  if (charge.method === 'boleto') {
    const { providerId, line, barcode, url } = await ctx.payments.createBoleto(order);
    const ready = {
      kind: 'order.boleto_ready' as const,
      actor: null,
      subject: { kind: 'order' as const, id: 0 },
      data: { until: charge.expiresAt.toISOString() },
    };
    const { rows } = await sql`
      with kept as (
        update payments set state = 'pending', provider_id = ${providerId}, boleto_line = ${line},
          boleto_barcode = ${barcode}, boleto_url = ${url} where id = ${charge.paymentId} and state = 'created'
        returning order_id),
      ${insertEvents([ready], sql`market_now()`, sql`(select order_id from kept)`)}
      select from kept`.execute(ctx.db);
    return rows.length === 1;
  }
  const hosted = await ctx.payments.createCardCharge({ ...order, token: null, brand: null, installments: 1 });
  const { rows } = await sql`
    update payments set state = 'pending', provider_id = ${hosted.providerId}, pay_url = ${hosted.payUrl ?? null}
    where id = ${charge.paymentId} and state = 'created' returning state`.execute(ctx.db);
  return rows.length === 1;
}

interface OpenedPix extends PixCharge {
  paymentId: number;
}

/**
 * What the bank opened, of all that it opens at this moment; if it is lost the bank is asked again.
 * @returns whether the payment still waited for it
 */
const keepPix = batchWhileBusy(async (db: Db, opened: OpenedPix[]): Promise<boolean[]> => {
  const column = (name: keyof OpenedPix) => opened.map((each) => each[name]);
  const { rows } = await sql<{ id: number }>`
    update payments p set state = 'pending', provider_id = o.provider_id, pix_code = o.pix_code,
      receiver_name = o.receiver_name
    from unnest(${column('paymentId')}::bigint[], ${column('providerId')}::text[], ${column('pixCode')}::text[],
      ${column('receiverName')}::text[]) as o (id, provider_id, pix_code, receiver_name), ${asyncCommit}
    where p.id = o.id and p.state = 'created' returning p.id`.execute(db);
  const kept = new Set(rows.map(({ id }) => id));
  return opened.map(({ paymentId }) => kept.has(paymentId));
});

/**
 * Charges a card. What becomes of it is read again by the caller; an answer that never came leaves the payment asked
 * and unanswered, for reconciliation.
 * @returns where the truth can be read; null when the provider refused
 */
export async function chargeCard(ctx: Ctx, charge: Charge, card: Card): Promise<ChargeKey | null> {
  const payer = await payerOf(ctx, charge);
  const answer = await unlessRefused<CardCharge>(ctx, charge, () =>
    ctx.payments.createCardCharge({ ...charge, payer, ...card }),
  );
  if (!answer) return null;
  const { providerId } = answer;
  await sql`update payments set state = 'pending', provider_id = ${providerId}
    where id = ${charge.paymentId} and state = 'created'`.execute(ctx.db);
  return { reference: charge.reference, providerId };
}

/** A refusal is the answer: the buyer may try another card or another way. Silence is thrown on. */
async function unlessRefused<T>(ctx: Ctx, charge: Charge, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.log.warn({ err: error, payment: charge.paymentId }, 'the provider refused a charge');
    await declinePayment(ctx.db, charge.paymentId, error.reason);
    return null;
  }
}

/** Nothing was or will be charged: a payment that waits is declined, with the reason in our words. */
export async function declinePayment(
  db: Queryable,
  paymentId: number,
  reason: DeclineReason,
): Promise<boolean> {
  const { rows } = await sql`
    update payments set state = 'declined', declined_reason = ${reason}
    where id = ${paymentId} and state in ('created', 'pending') returning id`.execute(db);
  return rows.length === 1;
}

async function payerOf(ctx: Ctx, { method, paymentId }: Charge): Promise<Payer | null> {
  if (ctx.payments.asksOfPayer(method) === 'nothing') return null;
  const { rows } = await sql<Payer>`
    select coalesce(u.full_name, u.username::text) as name, u.email::text, coalesce(u.cpf, u.cnpj) as document
    from payments p join orders o on o.id = p.order_id join users u on u.id = o.buyer_id
    where p.id = ${paymentId}`.execute(ctx.db);
  return rows[0]!;
}

async function isClosed(db: Queryable, charge: Charge): Promise<boolean> {
  const { rows } = await sql`
    select from payments where id = ${charge.paymentId} and state in ('expired', 'cancelled')`.execute(db);
  return rows.length === 1;
}

const isUncharged = sql`p.state = 'created' and p.end_to_end_id is null and p.expires_at > market_now()
  and ${isLeaseFree}`;

/** Charges whose order is durable but which the bank doesn't know yet and nobody opens now, each in its turn. */
export async function findUncharged({ db, payments }: Ctx, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from payments p
    where ${isUncharged} and p.provider = ${payments.name}
      and (p.method <> 'card' or ${payments.cardFields === null})
    order by p.asked_until nulls first, p.created_at limit ${limit}`.execute(db);
  return rows;
}

/** Takes one of them to ask alone; nothing when another process was first. */
export async function takeUncharged(db: Queryable, id: number): Promise<Charge | undefined> {
  const { rows } = await sql<Charge>`
    with taken as (
      update payments p set asked_until = ${leaseEnd} where p.id = ${id} and ${isUncharged} returning *)
    select t.id as "paymentId", t.method, t.reference, t.amount_cents as "amountCents", v.title as description,
      t.expires_at as "expiresAt", t.asked_until as "askedUntil"
    from taken t join orders o on o.id = t.order_id join listing_versions v on v.id = o.listing_version_id`.execute(
    db,
  );
  return rows[0];
}
