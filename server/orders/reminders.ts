import { sql } from 'kysely';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { OrderReminder } from '#domain/orders/reminders.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { EventKind } from '#domain/events.ts';
import { insertEvents } from '#server/events/events.ts';
import { maxRowsPerRun } from '#server/background/process-due-rows.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';

/**
 * Reminds both sides of deadlines: the charge, the promised delivery, the confirmation (P18, §4.16). The order's row is
 * locked and checked again, and only the process that inserts the reminder's row sends it: each reminder is sent once,
 * none for an order that has changed state, and a late sweep sends only what is still true.
 */
export const remindOfDeadlines: Sweep = {
  name: 'remind-of-deadlines',
  everyMs: 15_000,
  batch: maxRowsPerRun,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const due = await claimDueReminders(tx, await activeReminderTimes(ctx, tx));
      const happenings = due.map(({ id, kind, until, deliveryType }) => ({
        kind: eventKinds[kind],
        actor: null,
        subject: { kind: 'order' as const, id },
        data: { until: until.toISOString(), last: kind === 'confirm_last', deliveryType },
      }));
      if (due.length > 0) await sql`with ${insertEvents(happenings, sql`market_now()`)} select`.execute(tx);
      return due.length;
    }),
};

const eventKinds: Record<OrderReminder, EventKind> = {
  payment_near: 'order.payment_near',
  delivery_near: 'order.delivery_near',
  delivery_overdue: 'order.delivery_overdue',
  parcel_late: 'order.parcel_late',
  confirm_first: 'order.confirmation_near',
  confirm_last: 'order.confirmation_near',
};

interface Due {
  id: number;
  kind: OrderReminder;
  /** The deadline itself. */
  until: Date;
  deliveryType: DeliveryType;
}

/** When to send reminders for orders that were placed under one version of the rules. */
interface ReminderTimes {
  version: number;
  /** The remaining share of the time, from 0 to 1, at which a deadline counts as near. */
  near: number;
  /** Milliseconds before the confirmation deadline. */
  firstMs: number;
  lastMs: number;
}

/** One entry for each rule version of an order with a running timer. */
async function activeReminderTimes(ctx: Ctx, tx: Tx): Promise<ReminderTimes[]> {
  const { rows } = await sql<{ version: number }>`
    select distinct rule_version_id as version from orders where due_at > market_now()`.execute(tx);
  const moments: ReminderTimes[] = [];
  for (const { version } of rows) moments.push(reminderTimesOf(version, await rulesOf(ctx.db, version, tx)));
  return moments;
}

/** Counts back from the deadline, because the timer of codes starts when they are revealed. */
function reminderTimesOf(version: number, { reminders, timers }: Rules): ReminderTimes {
  const { nearBps, confirmFirstMs, confirmLastMs } = reminders;
  const { confirmMs } = timers;
  const [firstMs, lastMs] = [confirmMs - confirmFirstMs, confirmMs - confirmLastMs];
  return { version, near: nearBps / 10_000, firstMs, lastMs };
}

/** Inserts the due reminders and returns those that were not inserted before. */
async function claimDueReminders(tx: Tx, moments: ReminderTimes[]): Promise<Due[]> {
  const column = (name: keyof ReminderTimes) => moments.map((each) => each[name]);
  const { rows } = await sql<Due>`
    with versions as (
      select version, near, first_ms * interval '1 millisecond' as first, last_ms * interval '1 millisecond' as last
      from unnest(${column('version')}::bigint[], ${column('near')}::float8[], ${column('firstMs')}::bigint[],
        ${column('lastMs')}::bigint[]) as b (version, near, first_ms, last_ms)),
    open as (
      select o.id, o.state, o.due_at, o.paid_at, o.delivery_type,
        coalesce(o.promised_at, o.paid_at + o.promised_hours * interval '1 hour') as promised_at, b.near, b.first, b.last
      from orders o join versions b on b.version = o.rule_version_id where o.due_at > market_now()),
    candidates as (
      select o.id, o.state, o.due_at, 'payment_near' as kind, p.expires_at as until,
        p.expires_at - (p.expires_at - p.created_at) * o.near as from_at
      from open o join payments p on p.order_id = o.id and p.state in ('created', 'pending')
      where o.state = 'awaiting_payment'
      union all
      select id, state, due_at, 'delivery_near', promised_at, promised_at - (promised_at - paid_at) * near
      from open where delivery_type = 'manual' and state in ('paid', 'in_delivery')
        or delivery_type in ('shipping', 'pickup') and state = 'paid'
      union all
      select id, state, due_at, 'delivery_overdue', due_at, promised_at
      from open where delivery_type = 'manual' and state in ('paid', 'in_delivery')
        or delivery_type = 'shipping' and state = 'paid'
      union all
      select o.id, o.state, o.due_at, 'parcel_late', o.due_at, o.promised_at
      from open o join shipments s on s.order_id = o.id
      where o.state = 'in_delivery' and o.delivery_type = 'shipping' and s.label_id is not null
      union all
      select id, state, due_at, 'confirm_first', due_at, due_at - first
      from open where state = 'delivered' and due_at - last > market_now()
      union all
      select id, state, due_at, 'confirm_last', due_at, due_at - last from open where state = 'delivered'),
    due as (
      select * from candidates m where from_at <= market_now() and until > market_now()
        and not exists (select from order_reminders r where r.order_id = m.id and r.kind = m.kind)
      order by id limit ${maxRowsPerRun}),
    locked as materialized (
      select d.id, d.kind, d.until, o.delivery_type as "deliveryType" from due d join orders o on o.id = d.id
      where o.state = d.state and o.due_at = d.due_at for no key update of o skip locked),
    inserted as (
      insert into order_reminders (order_id, kind) select id, kind from locked
      on conflict do nothing returning order_id, kind)
    select locked.* from locked join inserted on order_id = id and inserted.kind = locked.kind`.execute(tx);
  return rows;
}
