import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listOwnDecisions, openAppeal } from '#contract/appeals/appeals.ts';
import { appealRefusal } from '#domain/appeals/appeals.ts';
import type { AppealState } from '#domain/appeals/appeals.ts';
import { appealKindOf } from '#domain/appeals/kinds.ts';
import type { AppealKindName } from '#domain/appeals/kinds.ts';
import { measureText } from '#server/accounts/strikes/measure-text.ts';
import type { StrikeMeasure } from '#domain/accounts/strikes/strikes.ts';
import { orderCode } from '#domain/orders/orders.ts';
import { formatCents } from '#server/formats.ts';

export type Appeal = Reply<typeof openAppeal>;
export type OwnDecision = Reply<typeof listOwnDecisions>['items'][number];

/** A row of `appeals`, also as JSON built by PostgreSQL carries it. */
export interface AppealRow {
  id: number;
  state: AppealState;
  words: string;
  created_at: Date | string;
  decide_by: Date | string;
  decided_at: Date | string | null;
  reason: string | null;
  undone: boolean | null;
  remainder: string | null;
}

export const appealColumns = sql`id, state, words, created_at, decide_by, decided_at, reason, undone, remainder`;

export function presentAppeal(row: AppealRow): Appeal {
  const { id, state, words, reason, undone, remainder } = row;
  return {
    id,
    state,
    words,
    createdAt: new Date(row.created_at).toISOString(),
    decideBy: new Date(row.decide_by).toISOString(),
    decidedAt: row.decided_at && new Date(row.decided_at).toISOString(),
    reason,
    undone,
    remainder,
  };
}

/** What a decision is about, for its person and for staff. */
export interface ThingRow {
  subjectKind: string;
  subjectId: number;
  title: string | null;
  orderId: number | null;
  orderHash: string | null;
  amountCents: number | null;
  measure: StrikeMeasure | null;
  measureUntil: Date | null;
}

/** SQL: the columns of {@link ThingRow}, of decisions `d` with their events `e`. */
export const thingColumns = sql`e.subject_kind as "subjectKind", e.subject_id as "subjectId", l.title,
  o.id as "orderId", o.hash as "orderHash", w.amount_cents as "amountCents",
  s.measure, s.measure_until as "measureUntil"`;
export const thingJoins = sql`
  left join questions q on e.subject_kind = 'question' and q.id = e.subject_id
  left join listings l on l.id = case e.subject_kind when 'listing' then e.subject_id else q.listing_id end
  left join orders o on e.subject_kind = 'order' and o.id = e.subject_id
  left join withdrawals w on e.subject_kind = 'withdrawal' and w.id = e.subject_id
  left join strikes s on e.kind = 'account.strike_given' and s.id = (e.data ->> 'strikeId')::bigint`;

/** SQL: the reason that the decision was given. */
export const reasonOf = sql<string>`coalesce(nullif(e.data ->> 'reason', ''), nullif(e.data ->> 'note', ''), '')`;

export function thingOf({ title, orderId, amountCents, measure, measureUntil }: ThingRow): string | null {
  if (measure !== null) return measureText(measure, measureUntil?.toISOString() ?? null);
  if (orderId !== null) return `Pedido ${orderCode(orderId)}`;
  if (amountCents !== null) return `Saque de ${formatCents(amountCents)}`;
  return title;
}

export interface DecisionRow extends ThingRow {
  id: number;
  kind: AppealKindName;
  at: Date;
  reason: string;
  appealUntil: Date;
  appeal: AppealRow | null;
  now: Date;
}

/** SQL: decisions `d` as {@link DecisionRow}, without a condition. */
export const selectDecisions = sql`
  select d.event_id as id, d.kind, d.decided_at as at, ${reasonOf} as reason, d.appeal_until + outage_since(d.decided_at) as "appealUntil",
    ${thingColumns}, (select to_jsonb(a) from appeals a where a.decision_id = d.event_id) as appeal,
    market_now() as now
  from appealable_decisions d join events e on e.id = d.event_id ${thingJoins}`;

export function presentDecision(row: DecisionRow): OwnDecision {
  const { id, kind, at, reason, appealUntil, appeal, now } = row;
  return {
    id,
    kind,
    label: appealKindOf(kind).label,
    at: at.toISOString(),
    thing: thingOf(row),
    path: pathOf(row),
    reason,
    appealUntil: appealUntil.toISOString(),
    canAppeal: appealRefusal({ appealUntil, isAppealed: appeal !== null }, now) === null,
    appeal: appeal && presentAppeal(appeal),
  };
}

function pathOf({ subjectKind, orderHash }: DecisionRow): string | null {
  if (orderHash !== null) return `/pedido/${orderHash}`;
  if (subjectKind === 'listing') return '/conta/anuncios';
  if (subjectKind === 'question') return '/conta/perguntas';
  return subjectKind === 'withdrawal' ? '/conta/transacoes' : null;
}
