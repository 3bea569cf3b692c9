import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import { listAuditLog } from '#contract/staff/staff.ts';
import { csvInstant } from '#domain/text/csv.ts';
import { formatAuditFacts } from '#domain/staff/audit-facts.ts';
import { decisionLabel, subjectLabels } from '#domain/staff/audit-labels.ts';
import { roleLabels } from '#domain/staff/role-labels.ts';
import { betweenDays } from '#server/lists/table.ts';
import type { StaffTable } from './tables/staff-table.ts';

type Entry = Reply<typeof listAuditLog>['items'][number];

interface Row {
  id: number;
  at: Date;
  kind: string;
  actor: string | null;
  actor_role: Entry['role'];
  subject_kind: string;
  subject_id: number;
  order_id: number | null;
  ip: string | null;
  before: Entry['before'];
  after: Entry['after'];
  reason: string;
}

/** The audit log of decisions. Without a filter by role it shows what staff and the operator did. */
export const auditTable: StaffTable<Query<typeof listAuditLog>, Row, Entry> = {
  name: 'registro',
  query: listAuditLog.query,
  columns: sql`t.at, t.kind, a.username::text as actor, t.actor_role, t.subject_kind, t.subject_id, t.ip, t.before,
    t.after, t.reason,
    case t.subject_kind when 'order' then t.subject_id else coalesce(p.order_id, r.order_id) end as order_id`,
  source: sql`audit_log t`,
  joins: sql`left join users a on a.id = t.actor_id
    left join payments p on t.subject_kind = 'payment' and p.id = t.subject_id
    left join refunds r on t.subject_kind = 'refund' and r.id = t.subject_id`,
  sorts: { id: { by: sql`t.id`, type: 'bigint' } },
  defaultSort: '-id',
  hasFixedPlan: ({ q, subject, subjectId, from, to }) => !(q || subject || subjectId || from || to),
  where: ({ q, by = ['support', 'admin', 'operator'], subject, subjectId, from, to }) => [
    // Literals, so that the planner can use the partial index `events_of_staff`.
    sql`t.actor_role in (${sql.join(by.map((role) => sql.lit(role)))})`,
    // Sign-ins of staff and changes to their own account are not decisions.
    sql`not (t.subject_kind = 'user' and t.subject_id is not distinct from t.actor_id)`,
    subject && sql`t.subject_kind = ${subject}`,
    subjectId === undefined ? undefined : sql`t.subject_id = ${subjectId}`,
    q ? sql`t.actor_id = (select id from users where username = ${q.replace(/^@/, '')} limit 1)` : undefined,
    ...betweenDays(sql`t.at`, from, to),
  ],
  present: (row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    actor: row.actor,
    role: row.actor_role,
    subject: { kind: row.subject_kind, id: row.subject_id, path: pathOf(row) },
    ip: row.ip,
    before: row.before,
    after: row.after,
    reason: row.reason,
  }),
  csv: {
    Quando: ({ at }) => csvInstant(at),
    Quem: ({ actor }) => actor,
    Papel: ({ role }) => roleLabels[role],
    Ação: ({ kind }) => decisionLabel(kind),
    Objeto: ({ subject }) => `${subjectLabels[subject.kind] ?? subject.kind} ${subject.id}`,
    IP: ({ ip }) => ip,
    Antes: ({ subject, before }) => formatAuditFacts(subject.kind, before),
    Depois: ({ subject, after }) => formatAuditFacts(subject.kind, after),
    Motivo: ({ reason }) => reason,
  },
};

/** The dashboard path of the subject; null where it has no page. */
function pathOf({ subject_kind: kind, subject_id: id, order_id: orderId }: Row): string | null {
  if (orderId !== null) return `/dashboard/pedidos/${orderId}`;
  if (kind === 'user') return `/dashboard/usuarios?id=${id}`;
  if (kind === 'listing') return `/dashboard/anuncios?id=${id}`;
  return null;
}
