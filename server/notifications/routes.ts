import { listNotifications, readAllNotifications, updateNotification } from '#contract/accounts/accounts.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { markAllRead, markRead } from './commands.ts';
import { notificationsOf } from './queries.ts';

export const notificationRoutes: Route[] = [
  route(listNotifications, (ctx, call) => notificationsOf(ctx.db, call.viewer, call.query.before)),
  route(updateNotification, (ctx, call) => markRead(ctx, call.viewer, call.params.id)),
  route(readAllNotifications, (ctx, { viewer, body }) => markAllRead(ctx, viewer, body.upTo)),
];
