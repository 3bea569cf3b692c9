import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { buyLabel as labelEndpoint } from '#contract/shipping/shipments.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import {
  normalizeTrackingCode,
  ownCarrierNames,
  trackingCodeError,
} from '#domain/shipping/tracking-codes.ts';
import type { OwnCarrier } from '#domain/shipping/tracking-codes.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { BoughtLabel } from '#server/adapters/shipping/shipping-provider.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { decideMove, lockOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import { recordFacts } from './facts.ts';
import { addressesOfOrder } from '#server/shipping/order-addresses.ts';

/**
 * S07, S09: the seller posted a parcel at their own counter. Without a tracking code it counts as delivered on the
 * promised day.
 * @throws `invalid_request` for a code with a wrong digit, or one that another parcel has · `wrong_state`
 */
export async function postParcel(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { hash: string; carrier: OwnCarrier; trackingCode: string | null },
): Promise<ClosedOrder> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  if (order.deliveryType !== 'shipping') await refuseMove(tx, order, actor);
  await decideMove(tx, order, 'post', actor);
  const code = input.trackingCode === null ? null : normalizeTrackingCode(input.trackingCode);
  const error = code === null ? null : trackingCodeError(input.carrier, code);
  if (error) fail('invalid_request', { errors: { trackingCode: error } });
  const { rows } = await sql<{ order_id: number }>`
    update shipments set tracking_code = ${code}, carrier = ${ownCarrierNames[input.carrier]}
    where order_id = ${order.id} and source = 'table' returning order_id`
    .execute(tx)
    .catch(refuseUsedCode);
  if (rows.length === 0)
    await refuseMove(tx, order, actor, {
      detail: 'Este envio tem etiqueta do site: poste com ela, e a transportadora avisa a postagem.',
    });
  const posted = { kind: 'posted', at: order.now, place: '', words: 'Postado por quem vendeu' } as const;
  return recordFacts(ctx, tx, order, { events: [posted], by: 'seller' });
}

/** One code belongs to one parcel, on its way there or back (S09). */
const codeConstraints = ['shipments_tracking_code_key', 'returns_tracking_code_key', 'tracking_codes_pkey'];

/** @throws `invalid_request` for a tracking code that another parcel has */
export function refuseUsedCode(error: { constraint?: string }): never {
  if (!codeConstraints.includes(error.constraint ?? '')) throw error;
  return fail('invalid_request', {
    errors: { trackingCode: 'Este código já foi usado em outro envio. Confira no comprovante da postagem.' },
  });
}

interface LabelRow extends Parcel {
  service: string;
  insuredCents: number;
  labelId: string | null;
  trackingCode: string | null;
  invoiceKey: string | null;
  sellerDocument: string | null;
  buyerDocument: string | null;
}

/**
 * S14: buys the label of a paid order. The carrier is asked outside of any transaction; asking twice buys one, because
 * the order's hash names it there. When the order ended meanwhile, the label is cancelled by a job.
 * @throws `wrong_state` · `unavailable` when the carrier's service gives no answer
 */
export async function buyLabel(ctx: Ctx, viewer: Viewer, hash: string): Promise<Reply<typeof labelEndpoint>> {
  const { order, row } = await inTransaction(ctx.db, (tx) => readLabel(tx, viewer, hash));
  if (row.labelId !== null) return { trackingCode: row.trackingCode };
  const { to, from } = await addressesOfOrder(ctx, ctx.db, order.id);
  if (!to || !from) fail('wrong_state', { meta: { state: order.state, allowed: [] } });
  const { service, insuredCents, invoiceKey, weightGrams, lengthCm, widthCm, heightCm } = row;
  const label = await ctx
    .shipping!.buyLabel({
      reference: order.hash,
      service,
      from: { ...from, document: row.sellerDocument },
      to: { ...to, document: row.buyerDocument },
      parcel: { weightGrams, lengthCm, widthCm, heightCm },
      insuredCents,
      contents: [{ name: order.title, quantity: order.quantity, unitCents: order.unitPriceCents }],
      invoiceKey,
    })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, order: order.id }, 'the carrier sold no label');
      return fail('unavailable', {
        detail:
          'A transportadora não respondeu. Nada foi cobrado duas vezes: tente de novo em alguns minutos.',
      });
    });
  await storeLabel(ctx, order.id, label);
  return { trackingCode: label.trackingCode };
}

async function readLabel(
  tx: Tx,
  viewer: Viewer,
  hash: string,
): Promise<{ order: LockedOrder; row: LabelRow }> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  if (actor !== 'seller' || order.deliveryType !== 'shipping') await refuseMove(tx, order, actor);
  const { rows } = await sql<LabelRow & { source: string }>`
    select s.source, s.service, s.insured_cents as "insuredCents", s.label_id as "labelId",
      s.tracking_code as "trackingCode", s.weight_grams as "weightGrams", s.length_cm as "lengthCm",
      s.width_cm as "widthCm", s.height_cm as "heightCm",
      (select access_key from order_invoices i where i.order_id = s.order_id) as "invoiceKey",
      (select coalesce(u.cpf, u.cnpj) from users u where u.id = ${order.sellerId}) as "sellerDocument",
      (select coalesce(u.cpf, u.cnpj) from users u where u.id = ${order.buyerId}) as "buyerDocument"
    from shipments s where s.order_id = ${order.id}`.execute(tx);
  const row = rows[0]!;
  if (row.source === 'table' || (row.labelId === null && order.state !== 'paid'))
    await refuseMove(tx, order, actor);
  return { order, row };
}

async function storeLabel(ctx: Ctx, orderId: number, label: BoughtLabel): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await sql`select from orders where id = ${orderId} for no key update`.execute(tx);
    await sql`update shipments set label_id = ${label.labelId}, charged_cents = ${label.chargedCents},
        tracking_code = ${label.trackingCode},
        next_check_at = case when state = 'preparing' then market_now() end
      where order_id = ${orderId} and label_id is null`.execute(tx);
  });
}

/**
 * S14: one PDF with the labels of a seller's orders.
 * @throws `not_found` when one of them is not the seller's or has no label
 */
export async function printLabels(
  ctx: Ctx,
  viewer: Viewer,
  hashes: readonly string[],
): Promise<{ pdf: string }> {
  const { rows } = await sql<{ label_id: string }>`
    select s.label_id from shipments s join orders o on o.id = s.order_id
    where o.hash = any(${hashes}::text[]) and o.seller_id = ${viewer.id} and s.label_id is not null
      and s.state <> 'cancelled'
    order by o.id`.execute(ctx.db);
  if (rows.length !== new Set(hashes).size || !ctx.shipping) fail('not_found');
  const pdf = await ctx.shipping.labelPdf(rows.map(({ label_id: id }) => id)).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the carrier printed no labels');
    return fail('unavailable', {
      detail: 'A transportadora não respondeu. Tente imprimir de novo em alguns minutos.',
    });
  });
  return { pdf: Buffer.from(pdf).toString('base64') };
}
