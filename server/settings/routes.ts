import { logoAddress } from '#domain/settings/brand.ts';
import { getLogo } from '#contract/accounts/accounts.ts';
import { listStaffLetters, previewLetter } from '#contract/settings/letters.ts';
import * as staff from '#contract/settings/settings.ts';
import { dryRunSettings } from '#contract/settings/dry-run.ts';
import { getPageText } from '#contract/settings/page-texts.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { pageText } from './page-texts.ts';
import { checkConnection } from './connections.ts';
import { dryRun } from './dry-run/dry-run.ts';
import { previewOf, staffLetters } from './letters.ts';
import { pageVersions, previewText, publishPage } from './page-versions.ts';
import { currentRules } from './queries.ts';
import { changeSettings, previewChange, staffSettings } from './versions.ts';

export const settingsRoutes: Route[] = [
  route(getPageText, (ctx, { params, query }) => pageText(ctx, { ...params, ...query })),
  // Always an address (§1), also for the built-in logo.
  route(getLogo, async (ctx) => ({
    item: logoAddress((await currentRules(ctx.db)).rules.brand) || '/icone.svg',
  })),
  route(staff.getStaffSettings, (ctx, { viewer }) => staffSettings(ctx, viewer)),
  route(staff.changeSettings, (ctx, { tx, viewer, body }) => changeSettings(ctx, tx, viewer, body)),
  route(staff.previewSettings, (ctx, { viewer, body }) => previewChange(ctx, viewer, body)),
  route(dryRunSettings, (ctx, { viewer, body }) => dryRun(ctx, viewer, body)),
  route(staff.listPageVersions, (ctx, { params }) => pageVersions(ctx.db, params.slug)),
  route(staff.previewPage, (ctx, { body }) => previewText(ctx, body)),
  route(staff.publishPage, (_ctx, { tx, viewer, params, body }) =>
    publishPage(tx, viewer, { ...params, ...body }),
  ),
  route(listStaffLetters, (ctx) => staffLetters(ctx)),
  route(previewLetter, (ctx, { params, body }) => previewOf(ctx, { ...params, ...body })),
  route(staff.checkConnection, (ctx, { viewer, body }) => checkConnection(ctx, viewer, body.kind)),
];
