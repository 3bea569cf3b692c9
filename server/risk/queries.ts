import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { listOrderRisks as endpoint, RiskTab } from '#contract/risk/order-risk.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { RiskLabel } from '#domain/risk/labels.ts';
import type { RiskSignal } from '#domain/risk/rules.ts';
import type { Ctx, Db } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

interface Row {
  id: number;
  title: string;
  buyer: string;
  seller: string;
  amountCents: number;
  placedAt: Date;
  until: Date | null;
  score: number;
  reasons: RiskSignal[];
  label: RiskLabel | null;
}

const columns = sql`o.id, v.title, b.username::text as buyer, s.username::text as seller, o.total_cents as "amountCents",
  r.placed_at as "placedAt", a.until, r.score, r.reasons, r.label`;
const joined = sql`join orders o on o.id = r.order_id join listing_versions v on v.id = o.listing_version_id
  join users b on b.id = o.buyer_id join users s on s.id = o.seller_id`;

/** Examined orders that staff look at (F55): those held now, those with a high score, and frauds. */
export async function listRisks(
  ctx: Ctx,
  { tab = 'retidos', signal }: Query<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { holdFrom } = (await currentRules(ctx.db)).rules.risk;
  const ofSignal = signal ? sql`and r.reasons @> ${[signal]}::text[]` : sql``;
  const rows: Record<RiskTab, RawBuilder<Row>> = {
    retidos: sql<Row>`select ${columns} from analyses a join order_risks r on r.order_id = a.order_id ${joined}
      where a.ended_at is null and a.reason = 'risk' ${ofSignal} order by a.until, o.id limit 100`,
    altos: sql<Row>`select ${columns} from order_risks r ${joined}
        left join analyses a on a.order_id = o.id and a.ended_at is null
      where r.placed_at > (select market_now() - interval '30 days') and r.score >= ${Math.ceil(holdFrom / 2)}
        and r.label is null ${ofSignal} order by r.placed_at desc limit 100`,
    fraudes: sql<Row>`select ${columns} from order_risks r ${joined}
        left join analyses a on a.order_id = o.id and a.ended_at is null
      where r.label = 'fraud' ${ofSignal} order by r.labelled_at desc limit 100`,
  };
  return { items: (await rows[tab].execute(ctx.db)).rows.map(present) };
}

function present({ id, title, placedAt, until, ...row }: Row): Reply<typeof endpoint>['items'][number] {
  return {
    ...row,
    order: { id, code: orderCode(id), title },
    placedAt: placedAt.toISOString(),
    until: until && until.toISOString(),
  };
}

/** What the rules found in a person's last orders, as buyer and as seller (F55). */
export async function riskOfPerson(
  db: Db,
  personId: number,
): Promise<{ orders: number; held: number; frauds: number; highest: number }> {
  const { rows } = await sql<{ orders: number; held: number; frauds: number; highest: number }>`
    select count(*)::int as orders, count(*) filter (where r.action = 'hold')::int as held,
      count(*) filter (where r.label = 'fraud')::int as frauds, coalesce(max(r.score), 0)::int as highest
    from ((select id from orders where buyer_id = ${personId} order by id desc limit ${lastOrders})
      union (select id from orders where seller_id = ${personId} order by id desc limit ${lastOrders})) o
      join order_risks r on r.order_id = o.id`.execute(db);
  return rows[0]!;
}

/** As many of each side. */
const lastOrders = 100;
