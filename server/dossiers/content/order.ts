import { sql } from 'kysely';
import type { Dossier, DossierPerson } from '#domain/dossiers/dossier.ts';
import { sights } from '#domain/dossiers/readers.ts';
import type { DossierReader } from '#domain/dossiers/readers.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { Queryable } from '#server/context.ts';
import { iso, sha256Of } from './instants.ts';

type Head = Pick<
  Dossier,
  'order' | 'people' | 'listing' | 'agreement' | 'timeline' | 'cancellation' | 'madeAt'
>;

interface Row extends Omit<Head, 'order' | 'people'> {
  order: Omit<Dossier['order'], 'code'>;
  buyer: DossierPerson;
  seller: Dossier['people']['seller'];
}

/** For queries: a text of the terms by its version. */
const terms = (
  version: string,
) => sql`(select jsonb_build_object('version', p.version, 'since', ${iso('p.starts_at')},
  'sha256', ${sha256Of(sql`p.markdown`)}) from page_texts p where p.slug = 'termos' and p.version = ${sql.raw(version)})`;

/** For queries: a side as its dossiers name it. */
const person = (of: string, withName: boolean) => sql`'username', ${sql.raw(of)}.username,
  'civilName', case when ${withName} then ${sql.raw(of)}.full_name end,
  'document', case when ${withName} then coalesce(${sql.raw(of)}.cpf, ${sql.raw(of)}.cnpj) end`;

/** What stands on the first page of a dossier: the order, its sides, the version bought, what was agreed, its history. */
export async function headFor(db: Queryable, orderId: number, reader: DossierReader): Promise<Head> {
  const { identities, fees } = sights[reader];
  const { rows } = await sql<Row>`
    select ${iso('market_now()')} as "madeAt",
      jsonb_build_object('state', o.state, 'placedAt', ${iso('o.created_at')}, 'paidAt', ${iso('o.paid_at')},
        'closedAt', ${iso('o.closed_at')}, 'cancelReason', o.cancel_reason, 'quantity', o.quantity,
        'unitPriceCents', o.unit_price_cents, 'freightCents', o.freight_cents, 'totalCents', o.total_cents,
        'refundedCents', o.refunded_cents, 'commissionCents', case when ${fees} then o.commission_cents end,
        'netCents', case when ${fees} then n.net_cents end, 'deliveryType', o.delivery_type,
        'promisedHours', o.promised_hours, 'warrantyDays', o.warranty_days,
        'invoiceKey', (select i.access_key from order_invoices i where i.order_id = o.id)) as "order",
      jsonb_build_object(${person('b', identities)}) as buyer,
      jsonb_build_object(${person('s', identities)}, 'taxType', o.seller_tax_type) as seller,
      jsonb_build_object('version', v.id, 'since', ${iso('v.created_at')}, 'title', v.title, 'category', c.name,
        'description', v.description, 'attributes', v.attributes::text, 'priceCents', v.price_cents,
        'photos', cardinality(v.image_keys),
        'sha256', ${sha256Of(sql`concat_ws(E'\n', v.title, c.name, v.attributes::text, v.price_cents, v.description)`)}) as listing,
      jsonb_build_object('buyerTerms', ${terms('o.buyer_terms')}, 'sellerTerms', ${terms('o.seller_terms')},
        'rules', jsonb_build_object('version', r.id, 'since', ${iso('r.starts_at')},
          'sha256', ${sha256Of(sql`r.rules::text`)})) as agreement,
      jsonb_build_array(jsonb_build_object('at', ${iso('o.created_at')}, 'event', 'place', 'state', 'awaiting_payment',
        'by', 'buyer')) || (select coalesce(jsonb_agg(jsonb_build_object('at', ${iso('e.at')}, 'event', e.event,
        'state', e.to_state, 'by', e.actor) order by e.seq), '[]') from order_events e where e.order_id = o.id) as timeline,
      (select jsonb_build_object('state', q.state, 'note', q.note, 'answer', q.answer_note,
        'askedAt', ${iso('q.created_at')}, 'answeredAt', ${iso('q.answered_at')})
        from cancellation_requests q where q.order_id = o.id) as cancellation
    from orders o join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
      join listing_versions v on v.id = o.listing_version_id join categories c on c.id = v.category_id
      join rule_versions r on r.id = o.rule_version_id left join settlements n on n.order_id = o.id
    where o.id = ${orderId}`.execute(db);
  const { order, buyer, seller, ...head } = rows[0]!;
  return { ...head, order: { code: orderCode(orderId), ...order }, people: { buyer, seller } };
}
