import { sql } from 'kysely';
import { personChannel } from '#domain/notifications/channels.ts';
import type { RealtimeMessage } from '#server/adapters/realtime/realtime.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { EventKind } from '#domain/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { fanOut } from './fan-out.ts';
import type { NewNotice } from './fan-out.ts';
import type { Audience, Facts } from './notice.ts';
import { advanceRelayPosition, lockRelayPosition, readNextEventIds } from './relay-position.ts';
import { templates } from './templates/templates.ts';

/** A delay of half a second is acceptable, and batches cost a third of single events. */
const batch = 500;

/**
 * Creates notifications from the events after the relay's position, one process at a time. The position moves in the
 * same transaction, and an event makes at most one notification per person (`unique (user_id, event_id)`): repeating is
 * harmless, so the commit is asynchronous.
 */
export const relayEvents: Sweep = {
  name: 'notifications.relay-events',
  everyMs: 500,
  batch,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const position = await lockRelayPosition(tx);
      if (!position) return 0;
      const ids = await readNextEventIds(tx, position, batch);
      await advanceRelayPosition(tx, position, ids);
      if (ids.length > 0) await createNotifications(ctx, tx, await readEvents(tx, ids));
      return ids.length;
    }),
};

/** Events whose notices tell price and interest apart. */
const kindsWithCardPlan: EventKind[] = [
  'order.paid',
  'order.refunded',
  'order.partly_refunded',
  'refund.completed',
];

interface RelayedEvent extends Facts {
  id: number;
  kind: EventKind;
  subjectKind: string;
  buyerId: number | null;
  sellerId: number | null;
  askerId: number | null;
  ownerId: number | null;
}

/** Reads events with what their notices need, ascending by id. */
async function readEvents(tx: Tx, ids: number[]): Promise<RelayedEvent[]> {
  const { rows } = await sql<RelayedEvent>`
    select e.id, e.kind, e.subject_kind as "subjectKind", e.data,
      coalesce(v.title, l.title) as title, l.slug, l.id as "listingId",
      o.hash as "orderHash", o.total_cents as "totalCents", o.buyer_id as "buyerId",
      coalesce(o.seller_id, l.seller_id) as "sellerId", q.asker_id as "askerId",
      coalesce(r.amount_cents, w.amount_cents) as "amountCents", w.amount_cents - w.fee_cents as "payoutCents",
      case when pc.interest then jsonb_build_object('count', pc.installments, 'priceCents', pc.amount_cents,
        'totalCents', pc.card_total_cents) end as "cardPlan",
      tk.id as "ticketId", tk.protocol, tk.user_read as "ticketRead",
      coalesce(w.user_id, f.user_id, a.user_id, fo.follower_id, rp.reporter_id, tk.user_id, case e.subject_kind when 'user' then e.subject_id end) as "ownerId"
    from unnest(${ids}::bigint[]) as wanted (id) join events e on e.id = wanted.id
    left join refunds r on e.subject_kind = 'refund' and r.id = e.subject_id
    left join withdrawals w on e.subject_kind = 'withdrawal' and w.id = e.subject_id
    left join tickets tk on e.subject_kind = 'ticket' and tk.id = e.subject_id
    left join favorites f on e.subject_kind = 'favorite' and f.id = e.subject_id
    left join stock_alerts a on e.subject_kind = 'awaited' and a.id = e.subject_id
    left join follows fo on e.subject_kind = 'follow' and fo.id = e.subject_id
    left join reports rp on e.subject_kind = 'report' and rp.id = e.subject_id
    left join questions q on q.id = case when e.subject_kind = 'question' then e.subject_id
      when rp.target_kind = 'question' then rp.target_id end
    left join orders o on o.id = case e.subject_kind when 'order' then e.subject_id else r.order_id end
    left join lateral (select p.installments, p.amount_cents, p.card_total_cents, p.card_total_cents > p.amount_cents as interest
      from payments p where p.order_id = o.id and (r.id is null or p.id = r.payment_id) and e.kind = any(${kindsWithCardPlan}::text[])
        and p.end_to_end_id is not null and p.method = 'card' order by p.attempt desc limit 1) pc on true
    left join listing_versions v on v.id = o.listing_version_id
    left join listings l on l.id = coalesce(o.listing_id, q.listing_id, f.listing_id, a.listing_id,
      case when e.subject_kind = 'listing' then e.subject_id when rp.target_kind = 'listing' then rp.target_id end)
    order by e.id`.execute(tx);
  return rows;
}

interface NewNotification {
  userId: number;
  eventId: number;
  title: string;
  description: string;
  icon: string;
  url: string;
}

function noticesOf(event: RelayedEvent): NewNotification[] {
  const people: Record<Audience, number | null> = {
    buyer: event.buyerId,
    seller: event.sellerId,
    asker: event.askerId,
    owner: event.ownerId,
  };
  return templates[event.kind](event).flatMap(({ to, ...words }) => {
    const userId = people[to];
    return userId === null ? [] : [{ userId, eventId: event.id, ...words }];
  });
}

async function createNotifications(ctx: Ctx, tx: Tx, events: RelayedEvent[]): Promise<void> {
  const notices = events.flatMap(noticesOf);
  await ctx.realtime.publish(tx, [...personUpdates(notices), ...staffUpdates(events)]);
  const column = <K extends keyof NewNotification>(name: K) => notices.map((notice) => notice[name]);
  const { rows } = await sql<Omit<NewNotice, 'kind'> & { eventId: number }>`
    insert into notifications (user_id, event_id, title, description, icon, url)
    select n.* from unnest(${column('userId')}::bigint[], ${column('eventId')}::bigint[], ${column('title')}::text[],
      ${column('description')}::text[], ${column('icon')}::text[], ${column('url')}::text[]) as n (user_id)
      join users u on u.id = n.user_id and u.state <> 'closed'
    on conflict (user_id, event_id) do nothing
    returning id, user_id as "userId", event_id as "eventId"`.execute(tx);
  const kinds = new Map(events.map(({ id, kind }) => [id, kind]));
  await fanOut(
    ctx,
    tx,
    rows.map(({ eventId, ...notice }) => ({ ...notice, kind: kinds.get(eventId)! })),
  );
}

/** Subjects that may be in a queue of the team. */
const queuedSubjects: ReadonlySet<string> = new Set([
  'listing',
  'report',
  'refund',
  'withdrawal',
  'payment',
  'ticket',
]);

/** One message to the team's open pages, however many things changed: the pages request the counts. */
function staffUpdates(events: readonly RelayedEvent[]): RealtimeMessage[] {
  if (!events.some(({ subjectKind }) => queuedSubjects.has(subjectKind))) return [];
  return [{ channels: ['private-staff'], event: 'news', data: {} }];
}

const channelsAtOnce = 100;

/** One message to each person's open pages: they request what is new. */
function personUpdates(notices: readonly NewNotification[]): RealtimeMessage[] {
  const channels = [...new Set(notices.map(({ userId }) => personChannel(userId)))];
  return Array.from({ length: Math.ceil(channels.length / channelsAtOnce) }, (_, index) => ({
    channels: channels.slice(index * channelsAtOnce, (index + 1) * channelsAtOnce),
    event: 'news',
    data: {},
  }));
}
