import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { makeReturnLabel as labelEndpoint } from '#contract/shipping/returns.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import type { BoughtLabel } from '#server/adapters/shipping/shipping-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { addressesOfOrder } from '#server/shipping/order-addresses.ts';
import { decideReturn, lockById, lockOwnReturn } from './store.ts';
import type { LockedReturn } from './store.ts';

interface LabelRow extends Parcel {
  service: string;
  insuredCents: number;
  sellerDocument: string | null;
  buyerDocument: string | null;
}

const away = {
  detail:
    'A transportadora não respondeu. Tente de novo em alguns minutos, ou poste por sua conta e informe o código aqui.',
};

/**
 * S11: buys the label of a return. The carrier is asked outside of any transaction; asking twice buys one, because the
 * return names it there. When the return went on without it meanwhile, a job cancels the label.
 * @throws `wrong_state` · `unavailable` when the carrier's service gives no answer
 */
export async function makeReturnLabel(
  ctx: Ctx,
  viewer: Viewer,
  hash: string,
): Promise<Reply<typeof labelEndpoint>> {
  const { order, found, row } = await inTransaction(ctx.db, (tx) => readLabel(tx, viewer, hash));
  if (found.labelId !== null) return { trackingCode: found.trackingCode };
  const provider = ctx.shipping ?? fail('unavailable', away);
  const { to: buyers, from: sellers } = await addressesOfOrder(ctx, ctx.db, order.id);
  if (!buyers || !sellers) return fail('unavailable', away);
  const { service, insuredCents, weightGrams, lengthCm, widthCm, heightCm } = row;
  const label = await provider
    .buyLabel({
      reference: `${order.hash}-volta-${found.id}`,
      service,
      from: { ...buyers, document: row.buyerDocument },
      to: { ...sellers, document: row.sellerDocument },
      parcel: { weightGrams, lengthCm, widthCm, heightCm },
      insuredCents,
      contents: [{ name: order.title, quantity: order.quantity, unitCents: order.unitPriceCents }],
      invoiceKey: null,
    })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, order: order.id }, 'the carrier sold no label for a return');
      return fail('unavailable', away);
    });
  await inTransaction(ctx.db, (tx) => storeLabel(tx, found.id, label));
  return { trackingCode: label.trackingCode };
}

async function readLabel(
  tx: Tx,
  viewer: Viewer,
  hash: string,
): Promise<{ order: LockedOrder; found: LockedReturn; row: LabelRow }> {
  const { order, found, side } = await lockOwnReturn(tx, viewer, hash);
  if (side !== 'buyer') fail('not_found');
  // A label that exists is shown as long as it may be posted.
  decideReturn({ ...found, labelId: null }, 'post', 'buyer');
  if (found.way !== 'label')
    fail('wrong_state', {
      detail: 'Esta devolução não tem etiqueta do site: poste por sua conta e informe o código aqui.',
      meta: { state: found.state, allowed: ['post'] },
    });
  const { rows } = await sql<LabelRow>`
    select s.service, s.insured_cents as "insuredCents", s.weight_grams as "weightGrams",
      s.length_cm as "lengthCm", s.width_cm as "widthCm", s.height_cm as "heightCm",
      (select coalesce(u.cpf, u.cnpj) from users u where u.id = ${order.sellerId}) as "sellerDocument",
      (select coalesce(u.cpf, u.cnpj) from users u where u.id = ${order.buyerId}) as "buyerDocument"
    from shipments s where s.order_id = ${order.id}`.execute(tx);
  return { order, found, row: rows[0]! };
}

async function storeLabel(tx: Tx, id: number, label: BoughtLabel): Promise<void> {
  await lockById(tx, id);
  await sql`update returns set label_id = ${label.labelId}, charged_cents = ${label.chargedCents},
      tracking_code = case when state = 'to_post' then ${label.trackingCode} else tracking_code end,
      next_check_at = case when state = 'to_post' then market_now() end
    where id = ${id} and label_id is null`.execute(tx);
}

/**
 * S11: the label of the buyer's return as a PDF.
 * @throws `wrong_state` without a label, or when it was posted · `unavailable`
 */
export async function printReturnLabel(ctx: Ctx, viewer: Viewer, hash: string): Promise<{ pdf: string }> {
  const labelId = await inTransaction(ctx.db, async (tx) => {
    const { found } = await readLabel(tx, viewer, hash);
    return (
      found.labelId ?? fail('wrong_state', { meta: { state: found.state, allowed: ['make_label', 'post'] } })
    );
  });
  const provider = ctx.shipping ?? fail('unavailable');
  const pdf = await provider.labelPdf([labelId]).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the carrier printed no label of a return');
    return fail('unavailable', {
      detail: 'A transportadora não respondeu. Tente imprimir de novo em alguns minutos.',
    });
  });
  return { pdf: Buffer.from(pdf).toString('base64') };
}
