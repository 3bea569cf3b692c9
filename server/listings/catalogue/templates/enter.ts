import type { Reply } from '#contract/endpoint.ts';
import type { enterCategoryTemplate, listCategoryTemplates } from '#contract/listings/category-templates.ts';
import type { StaffCategory } from '#contract/listings/categories.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { categoryTemplates } from '#domain/listings/category-templates.ts';
import type { CategoryTemplate } from '#domain/listings/category-templates.ts';
import { clearCaches } from '#server/concurrency/cache.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { createCategory } from '#server/listings/catalogue/commands.ts';
import {
  checkPlace,
  lockTree,
  newCategoryDefaults,
  recordChange,
} from '#server/listings/catalogue/category-changes.ts';
import { staffTree } from '#server/listings/catalogue/staff-queries.ts';
import { templates } from './templates.ts';
import type { TemplateBranch, TemplateCategory } from './template.ts';

/** What each template has, and how much of it the market has. */
export async function categoryTemplateStates(db: Queryable): Promise<Reply<typeof listCategoryTemplates>> {
  const present = new Set((await staffTree(db)).map(({ slug }) => slug));
  return {
    items: categoryTemplates.map((slug) => {
      const categories = templates[slug].flatMap(({ leaves, ...branch }) => [branch, ...leaves]);
      return {
        slug,
        branches: templates[slug].map(({ name }) => name),
        categories: categories.length,
        missing: categories.filter((one) => !present.has(one.slug)).length,
      };
    }),
  };
}

/**
 * Adds the categories of a template that the market does not have, after its own. A category is the same by its
 * address: it stays as it is, wherever it was moved and however it was renamed, and a second entry adds nothing.
 * Nothing is added below a category that is inactive.
 * @throws `category_in_use` where a category of the market that gets children has listings; nothing is added then
 */
export async function enterTemplate(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  template: CategoryTemplate,
): Promise<Reply<typeof enterCategoryTemplate>> {
  const tree = await lockTree(tx, viewer);
  let added = 0;
  let lastRoot = lastPosition(tree, null);
  for (const { leaves, ...branch } of templates[template]) {
    const missing = leaves.filter((leaf) => !findSlug(tree, leaf.slug));
    const existing = findSlug(tree, branch.slug);
    if (existing?.active === false || missing.length === 0) continue;
    if (existing) checkPlace(tree, null, existing.id);
    const parentId = existing?.id ?? (await add(tx, viewer, branch, null, ++lastRoot));
    const last = lastPosition(tree, parentId);
    for (const [index, leaf] of missing.entries())
      await add(tx, viewer, withBranchRules(leaf, branch), parentId, last + index + 1);
    added += missing.length + (existing ? 0 : 1);
  }
  clearCaches(ctx);
  return { added };
}

/** The position of the last child, 0 without one. */
function lastPosition(tree: readonly StaffCategory[], parentId: number | null): number {
  return Math.max(0, ...tree.filter((one) => one.parentId === parentId).map(({ position }) => position));
}

const findSlug = (tree: readonly StaffCategory[], slug: string) => tree.find((one) => one.slug === slug);

/** Rules, warranty and risk apply to the category that names them alone, so leaves repeat those of their branch. */
function withBranchRules(
  leaf: TemplateCategory,
  { rulesText, warrantyDays, riskClass }: Omit<TemplateBranch, 'leaves'>,
): TemplateCategory {
  return {
    ...leaf,
    ...(rulesText !== undefined && { rulesText }),
    ...(warrantyDays !== undefined && { warrantyDays: leaf.warrantyDays ?? warrantyDays }),
    ...(riskClass !== undefined && { riskClass: leaf.riskClass ?? riskClass }),
  };
}

async function add(
  tx: Tx,
  viewer: Viewer,
  category: TemplateCategory,
  parentId: number | null,
  position: number,
): Promise<number> {
  const { name, icon = null } = category;
  const id = await createCategory(tx, {
    ...newCategoryDefaults,
    attributes: [],
    ...category,
    parentId,
    position,
  });
  await recordChange(tx, viewer, 'category.created', id, {
    after: { name, parentId, ...(icon && { icon }) },
  });
  return id;
}
