import { sql } from 'kysely';
import { appealKindOf } from '#domain/appeals/kinds.ts';
import type { Transparency } from '#contract/ledger/transparency.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { dossierKey } from '#server/secrets/dossier-key.ts';
import { newestClosings } from './closings.ts';

const zone = 'America/Sao_Paulo';
/** The numbers read a year of refunds and complaints. */
const cacheOptions = { name: 'transparency', maxEntries: 1, ttlMs: 600_000 };
const shownClosings = 14;
/** A median or a share of fewer decisions could reveal one of them. */
const fewestDecisions = 5;

/** The open numbers of the marketplace (N10), up to ten minutes old; closings are current. */
export async function readTransparency(ctx: Ctx): Promise<Transparency> {
  const [numbers, closings] = await Promise.all([
    cached(ctx, cacheOptions, '', () => readNumbers(ctx.db)),
    newestClosings(ctx.db, shownClosings),
  ]);
  return { ...numbers, closings, dossierKey: dossierKey(ctx.keys).publicKey };
}

async function readNumbers(db: Queryable): Promise<Omit<Transparency, 'closings' | 'dossierKey'>> {
  const months = await readMonths(db);
  const complaints = await readComplaints(db);
  const byReason = await readReasons(db);
  const withdrawals = await readWithdrawals(db);
  const byKind = await readKinds(db);
  return { months, complaints: { ...complaints, byReason }, withdrawals, byKind };
}

/** Sales are counted when they are paid, refunds when they are completed. */
async function readMonths(db: Queryable): Promise<Transparency['months']> {
  const { rows } = await sql<Transparency['months'][number]>`
    with months as (
      select m::date as first, (m + interval '1 month')::date as next
      from generate_series(date_trunc('month', market_now() at time zone ${zone}) - interval '11 months',
        date_trunc('month', market_now() at time zone ${zone}), interval '1 month') m),
    sold as (
      select date_trunc('month', day)::date as first, sum(orders_paid)::int as sales,
        sum(volume_cents)::float8 as cents
      from day_totals group by 1),
    refunded as (
      select date_trunc('month', completed_at at time zone ${zone})::date as first, count(*)::int as refunds,
        sum(amount_cents)::float8 as cents
      from refunds where state = 'completed'
        and completed_at >= (select min(first) from months)::timestamp at time zone ${zone} group by 1)
    select to_char(m.first, 'YYYY-MM') as month, coalesce(s.sales, 0) as sales, coalesce(s.cents, 0) as "salesCents",
      coalesce(r.refunds, 0) as refunds, coalesce(r.cents, 0) as "refundsCents"
    from months m left join sold s using (first) left join refunded r using (first)
    where m.first >= (select min(date_trunc('month', day)) from day_totals)
    order by m.first desc`.execute(db);
  return rows;
}

const since = sql`market_now() - interval '90 days'`;
const overturned = sql`first.result <> appeal.result or first.refund_cents <> appeal.refund_cents`;
const median = (seconds: ReturnType<typeof sql>) => sql`case when count(*) >= ${fewestDecisions}
    then round(percentile_cont(0.5) within group (order by extract(epoch from ${seconds})))::int end`;

type Complaints = Omit<Transparency['complaints'], 'byReason'>;

async function readComplaints(db: Queryable): Promise<Complaints> {
  const { rows } = await sql<Complaints>`
    select o.opened, o."endedWithoutTeam", d.decided, d."medianSeconds", a.appealed, a.overturned
    from (select count(*)::int as opened, count(*) filter (where c.state = 'closed' and not exists (
          select from complaint_decisions d where d.complaint_id = c.id and d.decided_by is not null))::int
          as "endedWithoutTeam"
        from complaints c where c.opened_at >= ${since}) o,
      (select count(*)::int as decided, ${median(sql`d.at - c.mediated_at`)} as "medianSeconds"
        from complaint_decisions d join complaints c on c.id = d.complaint_id
        where d.instance = 'first' and d.decided_by is not null and c.mediated_at is not null and d.at >= ${since}) d,
      (select count(*)::int as appealed, count(*) filter (where ${overturned})::int as overturned
        from complaint_decisions appeal join complaint_decisions first using (complaint_id)
        where appeal.instance = 'appeal' and first.instance = 'first' and appeal.at >= ${since}) a`.execute(
    db,
  );
  return rows[0]!;
}

async function readReasons(db: Queryable): Promise<Transparency['complaints']['byReason']> {
  const { rows } = await sql<Transparency['complaints']['byReason'][number]>`
    select c.reason, count(*)::int as decided,
      count(*) filter (where coalesce(appeal.result, first.result) <> 'release')::int as "forBuyer",
      count(*) filter (where appeal.result is not null and (${overturned}))::int as overturned
    from complaint_decisions first join complaints c on c.id = first.complaint_id
      left join complaint_decisions appeal on appeal.complaint_id = first.complaint_id and appeal.instance = 'appeal'
    where first.instance = 'first' and first.decided_by is not null and first.at >= ${since}
    group by c.reason order by decided desc, c.reason`.execute(db);
  return rows;
}

async function readWithdrawals(db: Queryable): Promise<Transparency['withdrawals']> {
  const { rows } = await sql<Transparency['withdrawals']>`
    select count(*)::int as decided, ${median(sql`w.decided_at - w.created_at`)} as "medianSeconds"
    from withdrawals w where w.decided_at >= ${since}`.execute(db);
  return rows[0]!;
}

/** Decisions that can be appealed (N04), by kind: kinds with few are left out. */
async function readKinds(db: Queryable): Promise<Transparency['byKind']> {
  const { rows } = await sql<Omit<Transparency['byKind'][number], 'label'>>`
    select d.kind, count(*)::int as decided, count(a.id)::int as appealed,
      count(*) filter (where a.state = 'overturned')::int as overturned
    from appealable_decisions d left join appeals a on a.decision_id = d.event_id
    where d.decided_at >= ${since}
    group by d.kind having count(*) >= ${fewestDecisions} order by decided desc, d.kind`.execute(db);
  return rows.map((row) => ({ ...row, label: appealKindOf(row.kind).label }));
}
