import { getPublicSettings, listCategories } from '#contract/listings/catalogue.ts';
import * as staff from '#contract/listings/categories.ts';
import { enterCategoryTemplate, listCategoryTemplates } from '#contract/listings/category-templates.ts';
import { can } from '#domain/staff/permissions.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { publicSettings } from './public-settings.ts';
import { categoryTree } from './queries.ts';
import { addCategory, changeCategory, placeCategory, removeCategory } from './category-changes.ts';
import { categoryTemplateStates, enterTemplate } from './templates/enter.ts';
import { staffCategory, staffTree } from './staff-queries.ts';

export const catalogueRoutes: Route[] = [
  route(getPublicSettings, (ctx) => publicSettings(ctx)),
  route(listCategories, async (ctx) => ({ items: (await categoryTree(ctx)).all })),
  route(staff.listStaffCategories, async (ctx, { viewer }) => ({
    items: await staffTree(ctx.db),
    generalHoldMs: (await currentRules(ctx.db)).rules.timers.holdMs,
    editable: can(viewer, 'shape_catalogue', undefined).ok,
  })),
  route(staff.getStaffCategory, (ctx, { viewer, params }) => staffCategory(ctx.db, viewer, params.id)),
  route(staff.createStaffCategory, (ctx, { tx, viewer, body }) => addCategory(ctx, tx, viewer, body)),
  route(staff.changeStaffCategory, (ctx, { viewer, params, body }) =>
    inTransaction(ctx.db, (tx) => changeCategory(ctx, tx, viewer, params.id, body)),
  ),
  route(staff.moveStaffCategory, (ctx, { viewer, params, body }) =>
    inTransaction(ctx.db, (tx) => placeCategory(ctx, tx, viewer, params.id, body)),
  ),
  route(staff.removeStaffCategory, (ctx, { tx, viewer, params, body }) =>
    removeCategory(ctx, tx, viewer, params.id, body),
  ),
  route(listCategoryTemplates, (ctx) => categoryTemplateStates(ctx.db)),
  route(enterCategoryTemplate, (ctx, { tx, viewer, params }) =>
    enterTemplate(ctx, tx, viewer, params.template),
  ),
];
