import { sql } from 'kysely';
import type { OrderReminder } from '#domain/orders/reminders.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { EventKind } from '#server/events/kinds.ts';
import { recording } from '#server/events/events.ts';
import { maxRowsPerRun } from '#server/background/process-due-rows.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';

/**
 * Reminds both sides of what runs out: the charge, the promised delivery, the confirmation (P18, §4.16). The order's
 * row is held and looked at again, and whoever writes the row of the reminder tells it: each is told once, none of
 * an order that has moved on, and a sweep that comes late tells only what still is true.
 */
export const remindOfDeadlines: Sweep = {
  name: 'remind-of-deadlines',
  everyMs: 15_000,
  batch: maxRowsPerRun,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const due = await claim(tx, await openMoments(ctx, tx));
      const happenings = due.map(({ id, kind, until }) => ({
        kind: events[kind],
        actor: null,
        subject: { kind: 'order' as const, id },
        data: { until: until.toISOString(), last: kind === 'confirm_last' },
      }));
      if (due.length > 0) await sql`with ${recording(happenings, sql`market_now()`)} select`.execute(tx);
      return due.length;
    }),
};

const events: Record<OrderReminder, EventKind> = {
  payment_near: 'order.payment_near',
  delivery_near: 'order.delivery_near',
  delivery_overdue: 'order.delivery_overdue',
  confirm_first: 'order.confirmation_near',
  confirm_last: 'order.confirmation_near',
};

interface Due {
  id: number;
  kind: OrderReminder;
  /** When it is over. */
  until: Date;
}

/** When orders that were born with one version of the rules are reminded of. */
interface Moments {
  version: number;
  /** The part of its time that is left when a deadline is near. */
  near: number;
  /** Before the end of the time to confirm, in milliseconds. */
  firstMs: number;
  lastMs: number;
}

/** Of every version that an order with a clock was born with. */
async function openMoments(ctx: Ctx, tx: Tx): Promise<Moments[]> {
  const { rows } = await sql<{ version: number }>`
    select distinct rule_version_id as version from orders where due_at > market_now()`.execute(tx);
  const moments: Moments[] = [];
  for (const { version } of rows) moments.push(momentsOf(version, await rulesOf(ctx.db, version, tx)));
  return moments;
}

/** Counted back from the end, because the clock of codes begins at their reveal. */
function momentsOf(version: number, { reminders, timers }: Rules): Moments {
  const { nearBps, confirmFirstMs, confirmLastMs } = reminders;
  const { confirmMs } = timers;
  const [firstMs, lastMs] = [confirmMs - confirmFirstMs, confirmMs - confirmLastMs];
  return { version, near: nearBps / 10_000, firstMs, lastMs };
}

/** Writes the reminders whose moment is here and returns those that nobody wrote before. */
async function claim(tx: Tx, moments: Moments[]): Promise<Due[]> {
  const column = (name: keyof Moments) => moments.map((each) => each[name]);
  const { rows } = await sql<Due>`
    with born as (
      select version, near, first_ms * interval '1 millisecond' as first, last_ms * interval '1 millisecond' as last
      from unnest(${column('version')}::bigint[], ${column('near')}::float8[], ${column('firstMs')}::bigint[],
        ${column('lastMs')}::bigint[]) as b (version, near, first_ms, last_ms)),
    open as (
      select o.id, o.state, o.due_at, o.paid_at, o.delivery_type, o.promised_hours * interval '1 hour' as promised,
        b.near, b.first, b.last
      from orders o join born b on b.version = o.rule_version_id where o.due_at > market_now()),
    moments as (
      select o.id, o.state, o.due_at, 'payment_near' as kind, p.expires_at as until,
        p.expires_at - (p.expires_at - p.created_at) * o.near as from_at
      from open o join payments p on p.order_id = o.id and p.state in ('created', 'pending')
      where o.state = 'awaiting_payment'
      union all
      select id, state, due_at, 'delivery_near', paid_at + promised, paid_at + promised * (1 - near)
      from open where state in ('paid', 'in_delivery') and delivery_type = 'manual'
      union all
      select id, state, due_at, 'delivery_overdue', due_at, paid_at + promised
      from open where state in ('paid', 'in_delivery') and delivery_type = 'manual'
      union all
      select id, state, due_at, 'confirm_first', due_at, due_at - first
      from open where state = 'delivered' and due_at - last > market_now()
      union all
      select id, state, due_at, 'confirm_last', due_at, due_at - last from open where state = 'delivered'),
    waiting as (
      select * from moments m where from_at <= market_now() and until > market_now()
        and not exists (select from order_reminders r where r.order_id = m.id and r.kind = m.kind)
      order by id limit ${maxRowsPerRun}),
    held as materialized (
      select w.id, w.kind, w.until from waiting w join orders o on o.id = w.id
      where o.state = w.state and o.due_at = w.due_at for no key update of o skip locked),
    told as (
      insert into order_reminders (order_id, kind) select id, kind from held
      on conflict do nothing returning order_id, kind)
    select held.* from held join told on order_id = id and told.kind = held.kind`.execute(tx);
  return rows;
}
