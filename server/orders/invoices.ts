import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { informInvoice as endpoint } from '#contract/orders/invoices.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { readInvoiceKey } from '#domain/orders/taxes.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { orderEvent } from './moves.ts';

interface Sale {
  id: number;
  hash: string;
  title: string;
  buyerId: number;
  sellerId: number;
  totalCents: number;
  paid: boolean;
  cnpj: string | null;
  storedKey: string | null;
}

/**
 * The seller enters or corrects the invoice of a paid order (LC 214/2025, art. 22). A company issues it under its own
 * CNPJ. Sending the same key again changes nothing.
 */
export async function informInvoice(
  ctx: Ctx,
  viewer: Viewer,
  { hash, accessKey }: { hash: string } & Body<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const read = readInvoiceKey(accessKey) ?? refuse('Esta chave não existe. Confira os números na nota.');
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<Sale>`
      select o.id, o.hash, v.title, o.buyer_id as "buyerId", o.seller_id as "sellerId", o.total_cents as "totalCents",
        o.paid_at is not null as paid, u.cnpj, i.access_key as "storedKey"
      from users u join orders o on o.seller_id = u.id join listing_versions v on v.id = o.listing_version_id
        left join order_invoices i on i.order_id = o.id
      where o.hash = ${hash} and u.id = ${viewer.id} for no key update of u`.execute(tx);
    const sale = rows[0] ?? fail('not_found');
    if (!sale.paid)
      fail('wrong_state', { detail: 'A nota é informada depois do pagamento.', meta: { allowed: [] } });
    if (sale.cnpj && read.issuer && read.issuer !== sale.cnpj)
      refuse('Esta nota é de outro CNPJ. Informe a que você emitiu para este pedido.');
    if (sale.storedKey !== read.key) {
      await storeInvoice(tx, { orderId: sale.id, key: read.key });
      await record(
        tx,
        orderEvent('order.invoice_informed', sale, viewer, { accessKey: read.key, before: sale.storedKey }),
      );
    }
    return { accessKey: read.key };
  });
}

async function storeInvoice(tx: Tx, { orderId, key }: { orderId: number; key: string }): Promise<void> {
  await sql`insert into order_invoices as i (order_id, access_key) values (${orderId}, ${key})
    on conflict (order_id) do update set access_key = excluded.access_key, informed_at = market_now()`
    .execute(tx)
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      refuse('Esta nota já foi informada em outro pedido.');
    });
}

function refuse(accessKey: string): never {
  return fail('invalid_request', { errors: { accessKey } });
}
