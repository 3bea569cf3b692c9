import { sql } from 'kysely';
import type { DeclineReason, ProviderMethod } from '#domain/payments/payments.ts';
import { receiverName } from '#domain/settings/company.ts';
import { isRefusal } from '#server/adapters/payments/failures.ts';
import type { CardCharge, ChargeKey, Payer, PixCharge } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { insertEvents } from '#server/events/events.ts';
import { batchWhileBusy } from '#server/concurrency/batch.ts';
import { asyncCommit } from '#server/database/async-commit.ts';
import { currentRules } from '#server/settings/queries.ts';
import { leaseEnd, isLeaseFree, releaseLease } from './provider-lease.ts';

/** The data that the provider needs to open a charge. */
export interface Charge {
  paymentId: number;
  method: ProviderMethod;
  reference: string;
  amountCents: number;
  description: string;
  expiresAt: Date;
  /** Until when only the holder of this lease may call the provider. */
  leaseUntil: Date;
}

/** A card from the provider's own input fields: the token goes to the provider and is never stored. */
export interface Card {
  token: string;
  brand: string | null;
  installments: number;
}

/**
 * Opens the charge at the provider and stores the data needed to pay it. Called after the commit of the order, by the
 * holder of the lease, because a provider may have no idempotency keys. While the provider is unavailable the payment
 * stays `created` and the sweep asks again, with the same reference, until the order expires.
 * A card is charged with its token (`chargeCard`), unless it is typed on the provider's own page.
 */
export async function chargePayment(ctx: Ctx, charge: Charge): Promise<void> {
  if (charge.method === 'card' && ctx.payments.cardFields) return;
  const stored = await declineIfRefused(ctx, charge, () => openAtProvider(ctx, charge)).catch(
    async (error: unknown) => {
      await releaseLease(ctx.db, { table: 'payments', id: charge.paymentId, until: charge.leaseUntil });
      throw error;
    },
  );
  // Cancelled or expired while the provider was answering, so it must not be paid any more.
  if (stored === false && (await isClosed(ctx.db, charge)))
    await ctx.payments.cancelCharge({ reference: charge.reference });
}

/** @returns whether the answer was stored, because the payment was still `created` */
async function openAtProvider(ctx: Ctx, charge: Charge): Promise<boolean> {
  const order = { ...charge, payer: await payerOf(ctx, charge) };
  if (charge.method === 'pix') {
    const { rules } = await currentRules(ctx.db);
    const opened = await ctx.payments.createPixCharge({
      ...order,
      receiverName: receiverName(rules.company, rules.brand),
    });
    return storePix(ctx.db, { paymentId: charge.paymentId, ...opened });
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
      with opened as (
        update payments set state = 'pending', provider_id = ${providerId}, boleto_line = ${line},
          boleto_barcode = ${barcode}, boleto_url = ${url} where id = ${charge.paymentId} and state = 'created'
        returning order_id),
      ${insertEvents([ready], sql`market_now()`, sql`(select order_id from opened)`)}
      select from opened`.execute(ctx.db);
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
 * Stores opened Pix charges, in a batch with others of the same moment. Commits asynchronously: if the write is lost,
 * the provider is asked again.
 * @returns for each charge whether its payment was still `created`
 */
const storePix = batchWhileBusy(async (db: Db, opened: OpenedPix[]): Promise<boolean[]> => {
  const column = (name: keyof OpenedPix) => opened.map((each) => each[name]);
  const { rows } = await sql<{ id: number }>`
    update payments p set state = 'pending', provider_id = o.provider_id, pix_code = o.pix_code,
      receiver_name = o.receiver_name
    from unnest(${column('paymentId')}::bigint[], ${column('providerId')}::text[], ${column('pixCode')}::text[],
      ${column('receiverName')}::text[]) as o (id, provider_id, pix_code, receiver_name), ${asyncCommit}
    where p.id = o.id and p.state = 'created' returning p.id`.execute(db);
  const stored = new Set(rows.map(({ id }) => id));
  return opened.map(({ paymentId }) => stored.has(paymentId));
});

/**
 * Charges a card. The caller reads the result from the provider afterwards; without an answer the payment is left to
 * reconciliation.
 * @returns the key to read the charge by; null when the provider refused
 */
export async function chargeCard(ctx: Ctx, charge: Charge, card: Card): Promise<ChargeKey | null> {
  const payer = await payerOf(ctx, charge);
  const answer = await declineIfRefused<CardCharge>(ctx, charge, () =>
    ctx.payments.createCardCharge({ ...charge, payer, ...card }),
  );
  if (!answer) return null;
  const { providerId } = answer;
  await sql`update payments set state = 'pending', provider_id = ${providerId}
    where id = ${charge.paymentId} and state = 'created'`.execute(ctx.db);
  return { reference: charge.reference, providerId };
}

/** Declines the payment when the provider refuses, so that the buyer can try again; rethrows every other error. */
async function declineIfRefused<T>(ctx: Ctx, charge: Charge, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.log.warn({ err: error, payment: charge.paymentId }, 'the provider refused a charge');
    await declinePayment(ctx.db, charge.paymentId, error.reason);
    return null;
  }
}

/** Declines an open payment for which nothing was or will be charged. @returns whether it was open */
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
    select coalesce(u.full_name, b.billing_name, u.username::text) as name, u.email::text,
      coalesce(u.cpf, u.cnpj, b.billing_document) as document
    from payments p join orders o on o.id = p.order_id join users u on u.id = o.buyer_id
      -- A later charge of the order, such as the rest of a Pix, is made out to the same person.
      left join lateral (select billing_name, billing_document from payments
        where order_id = o.id and billing_document is not null order by id desc limit 1) b on true
    where p.id = ${paymentId}`.execute(ctx.db);
  return rows[0]!;
}

async function isClosed(db: Queryable, charge: Charge): Promise<boolean> {
  const { rows } = await sql`
    select from payments where id = ${charge.paymentId} and state in ('expired', 'cancelled')`.execute(db);
  return rows.length === 1;
}

const isUnopened = sql`p.state = 'created' and p.end_to_end_id is null and p.expires_at > market_now()
  and ${isLeaseFree}`;

/** Charges that are not open at the provider yet and have no lease, those asked about longest ago first. */
export async function findUnopenedCharges({ db, payments }: Ctx, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from payments p
    where ${isUnopened} and p.provider = ${payments.name}
      and (p.method <> 'card' or ${payments.cardFields === null})
    order by p.asked_until nulls first, p.created_at limit ${limit}`.execute(db);
  return rows;
}

/** Takes the lease of one of them; undefined when another process was first. */
export async function claimUnopenedCharge(db: Queryable, id: number): Promise<Charge | undefined> {
  const { rows } = await sql<Charge>`
    with taken as (
      update payments p set asked_until = ${leaseEnd} where p.id = ${id} and ${isUnopened} returning *)
    select t.id as "paymentId", t.method, t.reference, t.amount_cents as "amountCents", v.title as description,
      t.expires_at as "expiresAt", t.asked_until as "leaseUntil"
    from taken t join orders o on o.id = t.order_id join listing_versions v on v.id = o.listing_version_id`.execute(
    db,
  );
  return rows[0];
}
