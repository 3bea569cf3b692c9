import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/refunds/refunds.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { RefundDestination, RefundReason, RefundState } from '#domain/payments/payments.ts';
import { can } from '#domain/staff/permissions.ts';
import type { ReturnWay } from '#domain/shipping/returns/returns.ts';
import type { RefundRules } from '#domain/refunds/refunds.ts';
import type { Ctx } from '#server/context.ts';
import { readPage } from '#server/lists/table.ts';
import type { Table } from '#server/lists/table.ts';
import { pendingTabs } from '#domain/staff/queues.ts';
import { countTabs, stateRanges } from '#server/lists/tabs.ts';
import { whyAdmin, whySecondPerson } from '#server/staff/money-decisions/sums.ts';
import { otherRefundsOfOrder } from '#server/payments/refund-limits.ts';
import { currentRules } from '#server/settings/queries.ts';
import { newestFirst, returnEventsOf } from '#server/orders/shipment/return-presenter.ts';
import type { CarrierEventJson } from '#server/orders/shipment/return-presenter.ts';
import { proofForStaff } from '#server/orders/delivery/proof.ts';
import { maskedPayee, payeeColumns, payeeJoins, strangerOf } from './payees.ts';
import type { Payee } from './payees.ts';
import { readRefundSums } from './decision-sums.ts';

type Asked = Query<typeof contract.listStaffRefunds>;
type Tab = NonNullable<Asked['tab']>;

const tabs: Record<Tab, readonly RefundState[]> = {
  ...pendingTabs.refunds,
  'a-caminho': ['approved', 'processing', 'failed'],
  devolvidos: ['completed'],
  recusados: ['rejected'],
};

interface Row extends Payee {
  id: number;
  state: RefundState;
  reason: RefundReason;
  amountCents: number;
  togetherCents: number;
  cardInterestCents: number;
  destination: RefundDestination;
  note: string | null;
  createdAt: Date;
  now: Date;
  lastError: string | null;
  decidedBy: number | null;
  firstBy: string | null;
  secondedBy: number | null;
  decisionNote: string | null;
  handEndToEndId: string | null;
  orderId: number;
  hash: string;
  title: string;
  orderState: OrderState;
  opened: boolean;
  company: boolean;
  /** The seller's completed sales, counted up to `RefundRules.habitualSales`; for a regret only. */
  sales: number | null;
  buyerId: number;
  buyer: string;
  sellerId: number;
  seller: string;
  /** S11: what the seller says of what came back. */
  contested: { words: string | null; at: string; way: ReturnWay; events: CarrierEventJson[] } | null;
}

/**
 * The queue of a tab: pending refunds oldest first, finished ones newest first (index refunds_by_state). With 20,000 paid
 * ones page 1 takes 0.9 ms and 671 buffers, 5 of them for the index, and the last page no more.
 */
const queueTable = (habitualSales: number): Table<Asked, Row, Row> => ({
  name: 'reembolsos',
  columns: sql`t.id, t.state, t.reason, t.amount_cents as "amountCents",
    t.amount_cents + ${otherRefundsOfOrder(sql`t.order_id`, sql`t.id`)} as "togetherCents",
    coalesce((select p.card_total_cents - p.amount_cents from payments p where p.id = t.payment_id), 0) as "cardInterestCents",
    t.destination, t.note,
    t.created_at as "createdAt", market_now() as now, t.last_error as "lastError", t.decided_by as "decidedBy",
    d.username::text as "firstBy", t.seconded_by as "secondedBy", t.decision_note as "decisionNote",
    t.hand_end_to_end_id as "handEndToEndId", o.id as "orderId", o.hash, v.title, o.state as "orderState",
    coalesce(o.revealed_at < t.created_at, false) as opened, s.cnpj is not null as company,
    case t.reason when 'regret' then (select count(*)::int from (select from orders done
      where done.seller_id = s.id and done.state = 'completed'
        and not is_excluded_sale(done.id) limit ${habitualSales}) sold) end as sales, b.id as "buyerId", b.username::text as buyer,
    s.id as "sellerId", s.username::text as seller,
    (select jsonb_build_object('words', x.contest, 'at', x.contested_at, 'way', x.way, 'events', ${returnEventsOf(sql`x`)})
      from returns x
      where x.refund_id = t.id and x.contested_at is not null) as contested,
    ${payeeColumns}`,
  source: sql`refunds t`,
  joins: sql`join orders o on o.id = t.order_id join listing_versions v on v.id = o.listing_version_id
    join users b on b.id = o.buyer_id join users s on s.id = o.seller_id left join users d on d.id = t.decided_by
    ${payeeJoins}`,
  sorts: { id: { by: sql`t.id`, type: 'bigint' } },
  defaultSort: ({ tab = 'pendentes' }) => (tab === 'devolvidos' || tab === 'recusados' ? '-id' : 'id'),
  hasFixedPlan: true,
  ranges: ({ tab = 'pendentes' }) => stateRanges(tabs[tab]),
  present: (row) => row,
});

export async function listStaffRefunds(
  ctx: Ctx,
  viewer: Viewer,
  query: Asked,
): Promise<Reply<typeof contract.listStaffRefunds>> {
  const { rules } = await currentRules(ctx.db);
  const [page, counts] = await Promise.all([
    readPage(ctx.db, queueTable(rules.refunds.habitualSales), query),
    countTabs(ctx.db, 'refunds', tabs),
  ]);
  const sums = await readRefundSums(ctx.db, viewer, page.items.filter(isOpen));
  const items = [];
  for (const row of page.items)
    items.push({
      ...present(row, viewer, { rules: rules.refunds, sums: sums.get(row.id) ?? null }),
      contested: row.contested && {
        ...row.contested,
        at: new Date(row.contested.at).toISOString(),
        events: newestFirst(row.contested.events),
        files: await proofForStaff(ctx.db, row.orderId, 'return'),
      },
    });
  return { ...page, items, counts };
}

/** Whether staff can still decide it. */
const isOpen = ({ state }: Row) => tabs.pendentes.includes(state) || state === 'manual';

interface Limits {
  rules: RefundRules;
  /** The sums of the window; null for decided refunds. */
  sums: DecisionSums | null;
}

function present(row: Row, viewer: Viewer, { rules, sums }: Limits): Omit<contract.StaffRefund, 'contested'> {
  const obstacle = obstacleOf(row, viewer, { rules, sums });
  const { id, state, reason, amountCents, destination, note, opened } = row;
  return {
    id,
    state,
    reason,
    amountCents,
    togetherCents: row.togetherCents,
    cardInterestCents: row.cardInterestCents,
    destination,
    note,
    opened,
    sellerIs: sellerIs(row, rules),
    buyer: { id: row.buyerId, username: row.buyer },
    seller: { id: row.sellerId, username: row.seller },
    order: { hash: row.hash, code: orderCode(row.orderId), title: row.title, state: row.orderState },
    createdAt: row.createdAt.toISOString(),
    due: tabs.pendentes.includes(state) ? dueOf(row, rules) : null,
    lastError: row.lastError,
    sumReason:
      sums && state !== 'manual' ? whySecondPerson(sums, row.togetherCents, rules.twoPeopleCents) : null,
    firstBy: row.secondedBy === null ? row.firstBy : null,
    decisionNote: row.decisionNote,
    handEndToEndId: row.handEndToEndId,
    stranger: strangerOf(row),
    payTo: state === 'manual' ? maskedPayee(row) : null,
    decidable: obstacle === null,
    notDecidableBecause: obstacle,
    onlyAdminBecause: onlyAdminBecause(row, viewer, { rules, sums }),
  };
}

/** §4.8: the kind of seller. Against companies and habitual sellers a regret is granted unless abuse is noted; otherwise it is mediated. */
function sellerIs({ company, sales }: Row, { habitualSales }: RefundRules): contract.StaffRefund['sellerIs'] {
  if (sales === null) return null;
  if (company) return 'company';
  return sales >= habitualSales ? 'habitual' : 'occasional';
}

function dueOf(
  { createdAt, contested, now }: Row,
  { regretDecisionMs }: RefundRules,
): contract.StaffRefund['due'] {
  const from = contested ? Date.parse(contested.at) : createdAt.getTime();
  const at = new Date(from + regretDecisionMs);
  return { at: at.toISOString(), late: at < now };
}

/** The text why this viewer can't decide it; null when they can. */
function obstacleOf(row: Row, viewer: Viewer, { rules, sums }: Limits): string | null {
  if (!isOpen(row)) return 'Este reembolso já foi decidido.';
  if (row.state === 'requested' && row.orderState === 'in_complaint')
    return 'O pedido está em reclamação. A desistência espera o fim dela.';
  const involved = [row.buyerId, row.sellerId];
  if (involved.includes(viewer.id)) return 'Você participa deste pedido. Outra pessoa da equipe decide.';
  const forAdmin = onlyAdminBecause(row, viewer, { rules, sums });
  if (forAdmin) return forAdmin;
  const wasFirst = row.decidedBy === viewer.id && (row.state !== 'manual' || row.handEndToEndId !== null);
  return wasFirst ? 'Você aprovou primeiro. Falta outra pessoa confirmar.' : null;
}

/** Why only an administrator may decide an open refund, by its amount or the sums of the window; null where this viewer may. */
function onlyAdminBecause(row: Row, viewer: Viewer, { rules, sums }: Limits): string | null {
  if (!isOpen(row)) return null;
  const { togetherCents: amountCents, buyerId, sellerId } = row;
  const { supportLimitCents } = rules;
  const involved = [buyerId, sellerId];
  const answer = can(viewer, 'decide_refund', { involved, amountCents, supportLimitCents });
  if (!answer.ok)
    return answer.reason === 'forbidden' ? 'Acima do limite do suporte. Um administrador decide.' : null;
  return sums && viewer.role !== 'admin' ? whyAdmin(sums, amountCents, supportLimitCents) : null;
}
