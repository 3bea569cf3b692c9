import * as contract from '#contract/notifications/push.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { saveToken, setPreference } from './commands.ts';
import { noticePreferences, pushSettings } from './queries.ts';

export const pushRoutes: Route[] = [
  route(contract.getPushSettings, (ctx) => pushSettings(ctx)),
  route(contract.saveUserToken, (ctx, { viewer, body }) => saveToken(ctx, viewer, body)),
  route(contract.getNoticePreferences, (ctx, { viewer }) => noticePreferences(ctx.db, viewer)),
  route(contract.setNoticePreference, (ctx, { viewer, body }) => setPreference(ctx, viewer, body)),
];
