import { getRealtime } from '#contract/notifications/realtime.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';

export const realtimeRoutes: Route[] = [route(getRealtime, async (ctx) => ctx.realtime.client)];
