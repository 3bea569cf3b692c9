import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { readParcelSheets as endpoint } from '#contract/shipping/sheets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { Ctx } from '#server/context.ts';
import { addressesOfOrder } from '#server/shipping/order-addresses.ts';

interface SheetRow {
  id: number;
  hash: string;
  title: string;
  quantity: number;
  unitPriceCents: number;
  weightGrams: number;
  serviceName: string;
  sellerDocument: string | null;
  buyerDocument: string | null;
  invoiceKey: string | null;
}

/**
 * S14: the sheets of the seller's parcels that they post at their own counter, in the order of the deadlines. The
 * declaration of content names the documents of both sides (Ajuste SINIEF 05/2021), so the seller reads the buyer's
 * until the parcel has arrived.
 */
export async function readParcelSheets(
  ctx: Ctx,
  viewer: Viewer,
  hashes: readonly string[],
): Promise<Reply<typeof endpoint>> {
  const { rows } = await sql<SheetRow>`
    select o.id, o.hash, v.title, o.quantity, o.unit_price_cents as "unitPriceCents",
      s.weight_grams as "weightGrams", s.service_name as "serviceName",
      coalesce(p.cpf, p.cnpj) as "sellerDocument", coalesce(b.cpf, b.cnpj) as "buyerDocument",
      (select access_key from order_invoices i where i.order_id = o.id) as "invoiceKey"
    from orders o join shipments s on s.order_id = o.id join listing_versions v on v.id = o.listing_version_id
      join users p on p.id = o.seller_id join users b on b.id = o.buyer_id
    where o.hash = any(${hashes}::text[]) and o.seller_id = ${viewer.id} and s.source = 'table'
      and o.state in ('paid', 'in_delivery')
    order by o.promised_at, o.id`.execute(ctx.db);
  const items = [];
  for (const { id, sellerDocument, buyerDocument, ...row } of rows) {
    const { from, to } = await addressesOfOrder(ctx, ctx.db, id);
    if (!from || !to) continue;
    items.push({
      ...row,
      code: orderCode(id),
      from: { address: from, document: sellerDocument },
      to: { address: to, document: buyerDocument },
    });
  }
  return { items };
}
