import { sql } from 'kysely';
import type { StaffCategory } from '#contract/listings/categories.ts';
import type {
  changeStaffCategory,
  createStaffCategory,
  moveStaffCategory,
  removeStaffCategory,
} from '#contract/listings/categories.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { parentFault, attributeSchemaFaults, findKindCategory } from '#domain/listings/categories.ts';
import { allowedDeliveryTypes, deliveryTypeFault } from '#domain/listings/delivery.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { slugify } from '#domain/listings/slugs.ts';
import { clearCaches } from '#server/concurrency/cache.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { createCategory } from './commands.ts';
import { staffTree } from './staff-queries.ts';

/** The minimum of the column's constraint; a name like «C++» leaves only one letter. */
const shortestSlug = 2;

export const newCategoryDefaults = { riskClass: 'normal', warrantyDays: 7, attributes: [] } as const;

/** Adds a category after its siblings. A parent with listings is refused, because only leaves show their listings. */
export async function addCategory(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { name, parentId, icon = null }: Body<typeof createStaffCategory>,
): Promise<StaffCategory> {
  const tree = await lockTree(tx, viewer);
  checkPlace(tree, null, parentId);
  const slug = slugify(name).slice(0, 60);
  if (slug.length < shortestSlug)
    fail('invalid_request', { errors: { name: 'Use um nome com pelo menos duas letras ou números.' } });
  if (tree.some((one) => one.slug === slug))
    fail('invalid_request', { errors: { name: 'Este endereço já existe. Escolha outro nome.' } });
  const position = tree.filter((one) => one.parentId === parentId).length + 1;
  const id = await createCategory(tx, {
    ...newCategoryDefaults,
    attributes: [],
    slug,
    name,
    parentId,
    position,
    icon,
  });
  await recordChange(tx, viewer, 'category.created', id, {
    after: { name, parentId, ...(icon && { icon }) },
  });
  clearCaches(ctx);
  return findCategory(await staffTree(tx), id);
}

/** Changes a category's texts and fields. A category with listings cannot be deactivated. */
export async function changeCategory(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  id: number,
  changes: Body<typeof changeStaffCategory>,
): Promise<StaffCategory> {
  const tree = await lockTree(tx, viewer);
  const before = findCategory(tree, id);
  const errors = attributeSchemaFaults(changes.attributes ?? []);
  Object.assign(errors, deliveryTypesFaults(tree, { ...before, ...changes }));
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  if (changes.active === false && before.listings > 0) refuseInUse(before, 'antes de desativá-la');
  const after = { ...before, ...changes };
  await sql`update categories set name = ${after.name}, active = ${after.active},
      risk_class = ${after.risky ? 'risky' : 'normal'}, random_content = ${after.randomContent}, warranty_days = ${after.warrantyDays},
      hold_days = ${after.holdDays}, delivery_proof = ${after.deliveryProof}, rules_text = ${after.rulesText},
      kind = ${after.kind}, delivery_types = ${after.deliveryTypes}::text[], icon = ${after.icon}, delivery_data = ${after.deliveryData}, delivery_data_hint = ${after.deliveryDataHint},
      attributes = ${JSON.stringify(after.attributes)}::jsonb
    where id = ${id}`.execute(tx);
  await recordChange(tx, viewer, 'category.changed', id, { before: pick(before, changes), after: changes });
  clearCaches(ctx);
  return findCategory(await staffTree(tx), id);
}

/** S01: a category names only delivery types that its kind allows; it has the kind of its nearest ancestor with one. */
function deliveryTypesFaults(tree: readonly StaffCategory[], after: StaffCategory): FieldErrors {
  const { deliveryTypes, id } = after;
  if (deliveryTypes === null) return {};
  const kind =
    findKindCategory(
      tree.map((one) => (one.id === id ? after : one)),
      id,
    )?.kind ?? null;
  const allowed = allowedDeliveryTypes(kind, null);
  const refused = deliveryTypes.find((type) => !allowed.includes(type));
  if (refused === undefined) return {};
  return { deliveryTypes: deliveryTypeFault(allowed, refused) ?? '' };
}

function pick(from: StaffCategory, like: object): object {
  return Object.fromEntries(Object.keys(like).map((name) => [name, from[name as keyof StaffCategory]]));
}

/** Moves a category with its descendants. The stored path of their listings changes in the same transaction. */
export async function placeCategory(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  id: number,
  { parentId, position }: Body<typeof moveStaffCategory>,
): Promise<Reply<typeof moveStaffCategory>> {
  const tree = await lockTree(tx, viewer);
  const moving = findCategory(tree, id);
  checkPlace(tree, id, parentId);
  const siblings = tree.filter((one) => one.parentId === parentId && one.id !== id).map((one) => one.id);
  const order = siblings.toSpliced(position - 1, 0, id);
  await sql`update categories set parent_id = ${parentId} where id = ${id}`.execute(tx);
  await sql`update categories c set position = o.place
    from unnest(${order}::bigint[]) with ordinality as o (id, place) where c.id = o.id`.execute(tx);
  if (moving.parentId !== parentId) await rewritePaths(tx, id);
  await recordChange(tx, viewer, 'category.moved', id, {
    before: { parentId: moving.parentId, position: moving.position },
    after: { parentId, position },
  });
  clearCaches(ctx);
  return { items: await staffTree(tx) };
}

async function rewritePaths(tx: Tx, id: number): Promise<void> {
  await sql`
    with recursive up as (
      select id, parent_id, array[id] as path from categories where parent_id is null
      union all select c.id, c.parent_id, up.path || c.id from categories c join up on c.parent_id = up.id)
    update listings l set category_path = up.path from up
    where up.id = l.category_id and ${id} = any(up.path) and l.category_path <> up.path`.execute(tx);
}

/** Removes a category. One that listings or versions still reference is deactivated instead. */
export async function removeCategory(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  id: number,
  { moveTo }: Body<typeof removeStaffCategory>,
): Promise<Reply<typeof removeStaffCategory>> {
  const tree = await lockTree(tx, viewer);
  const category = findCategory(tree, id);
  if (tree.some((one) => one.parentId === id))
    fail('category_in_use', { detail: 'Esta categoria tem subcategorias. Mova ou exclua cada uma antes.' });
  if (category.listings > 0 && moveTo === null) refuseInUse(category, 'para outra antes de excluí-la');
  const moved = moveTo === null ? 0 : await moveListings(tx, tree, id, moveTo);
  await deleteOrDeactivate(tx, id);
  await recordChange(tx, viewer, 'category.removed', id, {
    before: { name: category.name },
    after: { moveTo, moved },
  });
  clearCaches(ctx);
  return { moved };
}

async function moveListings(tx: Tx, tree: StaffCategory[], from: number, to: number): Promise<number> {
  const target = tree.find((one) => one.id === to);
  const leaf = !tree.some((one) => one.parentId === to);
  if (!target?.active || !leaf || to === from)
    fail('invalid_request', { errors: { moveTo: 'Escolha uma categoria ativa e sem subcategorias.' } });
  const { numAffectedRows } = await sql`
    update listings set category_id = ${to} where category_id = ${from}`.execute(tx);
  await sql`update listing_revisions set category_id = ${to} where category_id = ${from} and state = 'pending'`.execute(
    tx,
  );
  await rewritePaths(tx, to);
  return Number(numAffectedRows ?? 0);
}

async function deleteOrDeactivate(tx: Tx, id: number): Promise<void> {
  await sql`update categories set active = false where id = ${id}`.execute(tx);
  await sql`delete from categories c where c.id = ${id}
    and not exists (select from listings where category_id = c.id)
    and not exists (select from listing_versions where category_id = c.id)
    and not exists (select from listing_revisions where category_id = c.id)
    and not exists (select from listing_tallies where category_id = c.id)`.execute(tx);
}

/** Reads and locks the tree, so that changes are serialized. Refuses viewers who may not change it. */
export async function lockTree(tx: Tx, viewer: Viewer): Promise<StaffCategory[]> {
  const answer = can(viewer, 'shape_catalogue', undefined);
  if (!answer.ok) fail(answer.reason);
  // An empty tree has no rows to lock.
  await sql`select pg_advisory_xact_lock(hashtext('categories'))`.execute(tx);
  await sql`select from categories order by id for update`.execute(tx);
  return staffTree(tx);
}

function findCategory(tree: StaffCategory[], id: number): StaffCategory {
  return tree.find((one) => one.id === id) ?? fail('not_found');
}

/** @throws `invalid_request` or `category_in_use` where a category may not have this parent */
export function checkPlace(tree: StaffCategory[], id: number | null, parentId: number | null): void {
  const parent = parentId === null ? null : tree.find((one) => one.id === parentId);
  if (parent === undefined || parent?.active === false)
    fail('invalid_request', { errors: { parentId: 'Escolha uma categoria ativa.' } });
  const fault = parentFault(tree, id, parentId);
  if (fault) fail('invalid_request', { errors: { parentId: fault } });
  if (parent && parent.listings > 0) refuseInUse(parent, 'antes de criar subcategorias nela');
}

function refuseInUse({ name, listings }: StaffCategory, before: string): never {
  const count = listings === 1 ? '1 anúncio' : `${listings} anúncios`;
  fail('category_in_use', {
    detail: `«${name}» tem ${count}. Mova-os ${before}.`,
    meta: { listings },
  });
}

type Kind = 'category.created' | 'category.changed' | 'category.moved' | 'category.removed';

export async function recordChange(
  tx: Tx,
  viewer: Viewer,
  kind: Kind,
  id: number,
  data: object,
): Promise<void> {
  await record(tx, { kind, actor: viewer, subject: { kind: 'category', id }, data: { ...data } });
}
