import { sql } from 'kysely';
import type { StaffCategory } from '#contract/listings/categories.ts';
import type { getStaffCategory } from '#contract/listings/categories.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Db, Queryable } from '#server/context.ts';

/** The whole tree in display order, with inactive categories; each parent comes before its children. */
export async function staffTree(db: Queryable): Promise<StaffCategory[]> {
  const { rows } = await sql<StaffCategory>`
    with recursive tree as (
      select c.id, array[c.position, c.id] as place from categories c where parent_id is null
      union all
      select c.id, tree.place || array[c.position, c.id] from categories c join tree on c.parent_id = tree.id)
    select c.id, c.parent_id as "parentId", c.position, c.slug, c.name, c.active, c.risk_class = 'risky' as risky, c.random_content as "randomContent",
      c.warranty_days as "warrantyDays", c.hold_days as "holdDays", c.delivery_proof as "deliveryProof", c.kind, c.delivery_types as "deliveryTypes", c.icon,
      c.delivery_data as "deliveryData", c.delivery_data_hint as "deliveryDataHint", c.rules_text as "rulesText",
      c.attributes, coalesce(l.count, 0)::int as listings, coalesce(l.on_sale, 0)::int as "onSale"
    from tree join categories c on c.id = tree.id
    left join (select category_id, count(*) as count, count(*) filter (where state = 'published') as on_sale
      from listings where state <> 'removed' group by category_id) l on l.category_id = c.id
    order by tree.place`.execute(db);
  return rows;
}

/** One category for its editor. */
export async function staffCategory(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof getStaffCategory>> {
  const category = (await staffTree(db)).find((one) => one.id === id) ?? fail('not_found');
  const [filled, history] = await Promise.all([filledFields(db, id), historyOf(db, id)]);
  return { category, filled, history, editable: can(viewer, 'shape_catalogue', undefined).ok };
}

async function filledFields(db: Db, id: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select a.key, count(*)::int from listings l, jsonb_each_text(l.attributes) a
    where l.category_id = ${id} and l.state = 'published' and a.value <> '' group by a.key`.execute(db);
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

async function historyOf(db: Db, id: number): Promise<Reply<typeof getStaffCategory>['history']> {
  const { rows } = await sql<{
    at: Date;
    by: string | null;
    kind: string;
    after: object;
    reason: string | null;
  }>`
    select e.at, u.username::text as by, e.kind, coalesce(e.data->'after', '{}') as after, e.data->>'reason' as reason
    from events e left join users u on u.id = e.actor_id
    where e.subject_kind = 'category' and e.subject_id = ${id} order by e.id desc limit 50`.execute(db);
  return rows.map(({ at, after, ...row }) => ({ ...row, at: at.toISOString(), changed: Object.keys(after) }));
}
