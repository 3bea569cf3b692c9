import { randomBytes, randomUUID } from 'node:crypto';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { Cents } from '#domain/money.ts';
import type { ChargeStatus, PaymentProvider, ProviderEvent, TransferStatus } from './payment-provider.ts';
import { signNotice, verifyNotice } from './simulator-signature.ts';

/**
 * A pretend bank that ships with the product and keeps its books in the schema `simulator`. Failure is reachable by
 * amounts of whole hundreds of reais and some cents (R$ 100,91; R$ 2.300,91), rare enough to be met by nobody else:
 *
 * | what   | cents   | then |
 * |--------|---------|------|
 * | charge | ,91     | the bank is away the first time, then opens it |
 * | charge | ,92     | the bank is always away |
 * | charge | ,93     | opened and payable, but no notice is ever sent: only reconciliation finds the money |
 * | refund | ,03     | fails once, the next attempt arrives |
 * | refund | ,04     | always fails |
 * | refund | ,05     | stays in process when first asked, is done when asked again |
 * | payout | ,01     | fails once, the next attempt arrives |
 * | payout | ,02     | always fails |
 * | payout | ,05     | stays in process when first asked, is done when asked again |
 *
 * A Pix key of a CPF beginning with `0000` belongs to somebody else, and of a random key the bank tells nothing.
 */
export interface PaymentSimulator extends PaymentProvider {
  /**
   * A person pays the charge with a banking app: the money arrives and the bank sends `copies` of its notice.
   * @returns the bank's id of the movement, or null when there is no such charge
   */
  payCharge(reference: string, how?: { amountCents?: Cents; copies?: number }): Promise<string | null>;
}

/** Whether the institution behind the door is the pretend one. */
export function isPaymentSimulator(provider: PaymentProvider): provider is PaymentSimulator {
  return 'payCharge' in provider;
}

export interface SimulatorParts {
  db: Kysely<DB>;
  /** Where the notices go; read at each notice, because the port is known late. */
  config: { readonly publicUrl: string };
  keys: { webhook: Buffer };
  log: { warn(details: object, message: string): void };
}

const receiverName = 'Praça Pagamentos';
/** Amounts are looked at modulo R$ 100,00. */
const sentinel = 10_000;

export function createPaymentSimulator(parts: SimulatorParts): PaymentSimulator {
  const { db, keys } = parts;
  return {
    name: 'simulator',

    async createPixCharge({ reference, amountCents, description, expiresAt }) {
      await playAbsence(db, reference, amountCents);
      const { rows } = await sql<{ id: string }>`
        insert into simulator.charges (reference, id, amount_cents, description, expires_at)
        values (${reference}, ${randomUUID()}, ${amountCents}, ${description}, ${expiresAt})
        on conflict (reference) do update set description = excluded.description returning id`.execute(db);
      return { providerId: rows[0]!.id, pixCode: pixCodeOf(reference), receiverName };
    },

    findCharge: (reference) => findCharge(db, reference),

    async cancelCharge(reference) {
      await sql`update simulator.charges set cancelled_at = market_now()
        where reference = ${reference} and cancelled_at is null`.execute(db);
    },

    refund: (refund) => refundReceipt(db, refund),
    pay: (payout) => payOut(db, payout),
    findPayout: (reference) => findPayout(db, reference),

    async keyBelongsTo(pixKey, document) {
      if (/^[0-9a-f-]{36}$/.test(pixKey)) return null;
      return pixKey === document && !document.startsWith('0000');
    },

    verifyWebhook: (rawBody, headers) => verifyNotice(keys.webhook, rawBody, headers),

    async payCharge(reference, { amountCents, copies = 1 } = {}) {
      const endToEndId = newEndToEndId();
      const { rows } = await sql<{ charged: Cents }>`
        with charge as (select reference, amount_cents from simulator.charges where reference = ${reference}),
        received as (
          insert into simulator.receipts (end_to_end_id, charge_reference, amount_cents)
          select ${endToEndId}, reference, coalesce(${amountCents ?? null}::bigint, amount_cents) from charge)
        select amount_cents as charged from charge`.execute(db);
      const charged = rows[0]?.charged;
      if (charged === undefined) return null;
      if (charged % sentinel !== 93)
        await notify(parts, { eventId: randomUUID(), kind: 'charge', reference }, copies);
      return endToEndId;
    },
  };
}

/** Dynamic code whose address names the charge (facts §1.1); a pretend bank serves nothing there. */
function pixCodeOf(reference: string): string {
  const code = generatePixPayload({
    url: `pix.example.com/qr/v2/${reference}`,
    merchantName: receiverName,
    merchantCity: 'São Paulo',
  });
  if (!code) throw new Error(`no Pix code for ${reference}`);
  return code;
}

/** `E` + ISPB + minute in UTC + 11 by chance: 32 characters (facts §1.4). */
function newEndToEndId(): string {
  const minute = new Date().toISOString().slice(0, 16).replaceAll(/\D/g, '');
  return `E00000000${minute}${randomBytes(6).toString('hex').slice(0, 11)}`;
}

async function playAbsence(db: Kysely<DB>, reference: string, amountCents: Cents): Promise<void> {
  const ending = amountCents % sentinel;
  if (ending !== 91 && ending !== 92) return;
  const { rows } = await sql<{ count: number }>`
    insert into simulator.refusals (reference, count) values (${reference}, 1)
    on conflict (reference) do update set count = simulator.refusals.count + 1 returning count`.execute(db);
  if (ending === 92 || rows[0]!.count === 1) throw new Error('simulated bank: service unavailable');
}

async function findCharge(db: Kysely<DB>, reference: string): Promise<ChargeStatus | null> {
  const { rows } = await sql<ChargeStatus>`
    select c.id as "providerId", r.receipts,
      case when r.receipts <> '[]' then 'paid' when c.cancelled_at is not null then 'cancelled'
        when c.expires_at <= market_now() then 'expired' else 'pending' end as state
    from simulator.charges c cross join lateral (
      select coalesce(json_agg(json_build_object('endToEndId', end_to_end_id, 'amountCents', amount_cents, 'at', at)
        order by at, end_to_end_id), '[]')::jsonb as receipts
      from simulator.receipts where charge_reference = c.reference) r
    where c.reference = ${reference}`.execute(db);
  return rows[0] ?? null;
}

/** One statement a transfer: asked again, a known one only moves from process to done. */
async function refundReceipt(
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

async function payOut(
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

async function findPayout(db: Kysely<DB>, reference: string): Promise<TransferStatus | null> {
  const { rows } = await sql<TransferStatus>`
    update simulator.payouts set state = case state when 'processing' then 'done' else state end
    where reference = ${reference} returning reference as "providerId", state, reason`.execute(db);
  return rows[0] ?? null;
}

/** The bank calls our real endpoint, all copies at once. It doesn't insist: money that no notice told of is found by reconciliation. */
async function notify(parts: SimulatorParts, event: ProviderEvent, copies: number): Promise<void> {
  const body = JSON.stringify(event);
  const send = () =>
    fetch(`${parts.config.publicUrl}/api/v1/webhooks/simulator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signNotice(parts.keys.webhook, body) },
      body,
      signal: AbortSignal.timeout(10_000),
    });
  const sent = await Promise.allSettled(Array.from({ length: copies }, send));
  const lost = sent.filter((each) => each.status === 'rejected' || !each.value.ok).length;
  if (lost > 0)
    parts.log.warn({ reference: event.reference, lost }, 'the simulated bank could not deliver its notice');
}
