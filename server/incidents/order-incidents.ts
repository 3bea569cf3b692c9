import { sql } from 'kysely';
import type { Order } from '#contract/orders/orders.ts';

/** An incident as JSON built by PostgreSQL carries it. */
export interface OrderIncidentRow {
  startsAt: string;
  endsAt: string | null;
  words: string;
  applied: boolean;
}

const most = 3;

/** SQL for an order `o`: the newest incidents that it was open in, newest first (N14). */
export const incidentsOfOrder = sql`(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
    select i.starts_at as "startsAt", i.ends_at as "endsAt", i.words, i.applied_at is not null as applied from incidents i
    where coalesce(i.ends_at, market_now()) > o.created_at and i.starts_at < coalesce(o.closed_at, market_now())
    order by i.starts_at desc limit ${most}) x)`;

type OrderIncident = NonNullable<Order['deal']>['incidents'][number];

export function presentOrderIncident({ startsAt, endsAt, ...incident }: OrderIncidentRow): OrderIncident {
  return {
    ...incident,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: endsAt && new Date(endsAt).toISOString(),
  };
}
