import { sql } from 'kysely';
import type { StrayMoney } from '#contract/payments/staff-payments.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { nameMatchScore } from '#domain/payments/bank-files/statements.ts';
import { maskedFullName } from '#domain/accounts/documents.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { Db } from '#server/context.ts';
import { isUnusedLine } from '#server/payments/payment-proofs/statements.ts';

interface Row extends Omit<StrayMoney, 'at' | 'line' | 'suggestion'> {
  at: Date;
  reference: string | null;
  lineId: number | null;
  proposedOrder: number | null;
  proposedBy: string | null;
  proposedById: number | null;
  candidates: Candidate[];
}

interface Candidate {
  orderId: number;
  buyer: string;
  fullName: string | null;
  reference: string;
  state: NonNullable<StrayMoney['suggestion']>['state'];
  method: NonNullable<StrayMoney['suggestion']>['method'];
  createdAt: string;
}

/**
 * Bank statement lines that match no payment proof and no charge, and payments in the provider's list that our books
 * lack. The suggested order has an unpaid charge of the same amount from the week before (`payments_by_amount`).
 */
export async function findStrayMoney(db: Db, viewer: Viewer): Promise<StrayMoney[]> {
  const { rows } = await sql<Row>`
    with stray as (
      (select 's' || l.id as key, 'statement' as source, l.at, l.amount_cents, l.payer_name, l.bank_id as movement_id,
        null::text as reference, l.id as line_id
      from bank_lines l where l.at > (select market_now()) - interval '30 days'
        and ${isUnusedLine}
      order by l.at desc limit 100)
      union all
      (select 'p' || d.id, 'provider', d.found_at, d.their_cents, null, d.movement_id, d.reference, null
      from payment_differences d where d.kind = 'receipt' and d.problem = 'ours_missing'
        and d.found_at > (select market_now()) - interval '30 days'
        and not exists (select from payments p where p.end_to_end_id = d.movement_id)
      order by d.id desc limit 100))
    select key, source, at, amount_cents as "amountCents", payer_name as "payerName",
      movement_id as "movementId", s.reference, line_id as "lineId", m.order_id as "proposedOrder",
      (select username::text from users where id = m.proposed_by) as "proposedBy", m.proposed_by as "proposedById",
      c.candidates
    from stray s left join line_matches m on m.bank_line_id = s.line_id cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('orderId', p.order_id, 'buyer', u.username,
        'fullName', u.full_name, 'reference', p.reference, 'state', p.state, 'method', p.method,
        'createdAt', p.created_at) order by p.id desc), '[]') as candidates
      from (
        select * from payments q where q.reference = s.reference
        union all
        select * from (select * from payments q where q.amount_cents = s.amount_cents order by q.id desc limit 200) q
        where q.end_to_end_id is null and q.confirmed_at is null and q.reference is distinct from s.reference
          and q.created_at between s.at - interval '7 days' and s.at) p
      join orders o on o.id = p.order_id join users u on u.id = o.buyer_id) c
    order by at desc`.execute(db);
  return rows.map((row) => ({
    key: row.key,
    source: row.source,
    at: row.at.toISOString(),
    amountCents: row.amountCents,
    payerName: row.payerName && maskedFullName(row.payerName),
    movementId: row.movementId,
    line: lineOf(row, viewer),
    suggestion: suggest(row.candidates, row),
  }));
}

function lineOf(
  { lineId, proposedOrder, proposedBy, proposedById }: Row,
  viewer: Viewer,
): StrayMoney['line'] {
  if (lineId === null) return null;
  const proposal = proposedOrder !== null &&
    proposedBy !== null && {
      orderCode: orderCode(proposedOrder),
      by: proposedBy,
      mine: proposedById === viewer.id,
    };
  return { id: lineId, proposal: proposal || null };
}

type Movement = { reference: string | null; payerName: string | null };

/** The charge whose reference the movement names; else one whose buyer has the payer's name; else the newest. */
function suggest(candidates: Candidate[], movement: Movement): StrayMoney['suggestion'] {
  const named = candidates.find(({ reference }) => reference === movement.reference);
  if (named) return presentSuggestion(named, 'reference');
  const { payerName } = movement;
  const sameName =
    payerName !== null && candidates.find(({ fullName }) => nameMatchScore(payerName, fullName ?? '') > 0.5);
  if (sameName) return presentSuggestion(sameName, 'amount_and_name');
  return candidates[0] ? presentSuggestion(candidates[0], 'amount') : null;
}

function presentSuggestion(
  { orderId, buyer, state, method, createdAt }: Candidate,
  because: NonNullable<StrayMoney['suggestion']>['because'],
): StrayMoney['suggestion'] {
  const order = { id: orderId, code: orderCode(orderId) };
  return { order, buyer, state, method, createdAt: new Date(createdAt).toISOString(), because };
}
