import { sql } from 'kysely';
import { confirmOrder } from '#contract/orders/orders.ts';
import { buyLabel, postParcel } from '#contract/shipping/shipments.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import { postalCheckDigit } from '#domain/shipping/tracking-codes.ts';
import { seedFrom } from '#demo/random.ts';
import { reportSimulatedEvent } from '#server/adapters/shipping/simulator-labels.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { applyTracking } from '#server/orders/shipment/jobs.ts';
import { isDispute, playComplaint } from './complaints.ts';
import type { DemoApi } from './demo-api.ts';
import type { Journey, OrderPlan, Report } from './order-plan.ts';
import { ratingsAfter } from './ratings.ts';
import type { Scene } from './scene.ts';

const minute = 1 / (24 * 60);
const hour = 60 * minute;

/** A paid order whose parcel is sent. */
interface Sent {
  plan: OrderPlan;
  journey: Journey;
  id: number;
  hash: string;
}

/** What happens to the parcel of a paid order: its posting, the carrier's reports, and its buyer's answer. */
export function parcelScenes(
  api: DemoApi,
  plan: OrderPlan,
  { id, hash }: { id: number; hash: string },
): Scene[] {
  const { journey } = plan;
  if (!journey || journey.posted === 'never') return [];
  const sent = { plan, journey, id, hash };
  return [
    {
      daysAgo: Math.min(journey.preparedDaysAgo, plan.daysAgo - 5 * minute),
      play: () => (journey.posted === 'alone' ? postAlone(api, sent) : sendWithLabel(api, sent)),
    },
  ];
}

/** A code of the Correios' SEDEX and PAC of counters, as it is printed on the receipt of the posting. */
async function postAlone(api: DemoApi, { plan, hash }: Sent): Promise<void> {
  const serial = String(seedFrom(hash) % 100_000_000).padStart(8, '0');
  await api.call(plan.seller, postParcel, {
    params: { hash },
    body: { carrier: 'correios', trackingCode: `QB${serial}${postalCheckDigit(serial)}BR` },
  });
}

async function sendWithLabel(api: DemoApi, sent: Sent): Promise<Scene[]> {
  const { plan, journey, hash } = sent;
  await api.call(plan.seller, buyLabel, { params: { hash } });
  const planned = await plannedReports(api, hash);
  const posted = planned[0];
  const delivered = journey.reports.find(({ kind }) => kind === 'delivered') ?? planned.find(isDelivery);
  const first = journey.reports[0]?.daysAgo ?? 0;
  return [
    // Read before the order would be cancelled as not posted.
    ...(posted ? [{ daysAgo: posted.daysAgo - hour, play: () => readCarrier(api, sent) }] : []),
    ...journey.reports.map((each) => ({ daysAgo: each.daysAgo, play: () => report(api, sent, each.kind) })),
    ...(delivered && (journey.reports.length === 0 || delivered.daysAgo <= first)
      ? afterDelivery(api, sent, delivered.daysAgo)
      : []),
  ].filter(({ daysAgo }) => daysAgo > 0);
}

const isDelivery = ({ kind }: Report) => kind === 'delivered';

/** The events that the simulated carrier has planned for a parcel, in their order. */
async function plannedReports({ ctx }: DemoApi, hash: string): Promise<Report[]> {
  const { rows } = await sql<Report>`
    select e.kind, extract(epoch from now() - e.reported_at)::float8 / 86400 as "daysAgo"
    from simulator.label_events e join simulator.labels l on l.id = e.label_id
    where l.reference = ${hash} order by e.reported_at, e.at`.execute(ctx.db);
  return rows;
}

async function report(api: DemoApi, sent: Sent, kind: CarrierEventKind): Promise<void> {
  await reportSimulatedEvent(api.ctx.db, await labelOf(api, sent.id), kind);
  await readCarrier(api, sent);
}

/** Asks the carrier about one parcel, as the worker does when it hears of it. */
async function readCarrier({ ctx }: DemoApi, { id }: Sent): Promise<void> {
  const tracked = await ctx.shipping!.track(await labelOf({ ctx }, id));
  const { notifyProvider } = await inTransaction(ctx.db, (tx) =>
    applyTracking(ctx, tx, { id, due_at: null }, tracked),
  );
  await notifyProvider(ctx);
}

async function labelOf({ ctx }: Pick<DemoApi, 'ctx'>, orderId: number): Promise<string> {
  const { rows } = await sql<{ label_id: string }>`
    select label_id from shipments where order_id = ${orderId}`.execute(ctx.db);
  return rows[0]!.label_id;
}

/** The buyer confirms within a day, complains when it was planned so, or leaves it to the time. */
function afterDelivery(api: DemoApi, sent: Sent, deliveredDaysAgo: number): Scene[] {
  const { plan, hash } = sent;
  const { story, buyer } = plan;
  const read = { daysAgo: deliveredDaysAgo - hour / 2, play: () => readCarrier(api, sent) };
  if (isDispute(story))
    return [
      read,
      {
        daysAgo: plan.complaintDaysAgo!,
        play: () => playComplaint(api, { ...plan, story, daysAgo: plan.complaintDaysAgo! }, hash),
      },
    ];
  if (story !== 'confirmed') return [read];
  const daysAgo = deliveredDaysAgo - (3 + (seedFrom(hash) % 20)) * hour;
  return [
    read,
    {
      daysAgo,
      play: async () => {
        await api.call(buyer, confirmOrder, { params: { hash } });
        return ratingsAfter(api, { ...plan, daysAgo }, hash);
      },
    },
  ];
}
