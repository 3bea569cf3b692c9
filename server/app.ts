import fastifyCookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Ctx } from './context.ts';
import { accountRoutes } from './accounts/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { listingRoutes } from './listings/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { questionRoutes } from './questions/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { installErrors } from './http/errors.ts';
import { serveOpenApi } from './http/openapi.ts';
import { serveImages } from './http/serve-images.ts';
import { serveLetters } from './http/serve-letters.ts';
import { serve } from './http/serve.ts';
import type { Route } from './http/serve.ts';
import { orderRoutes } from './orders/routes.ts';
import { simulatorRoutes } from './simulator/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { withdrawalRoutes } from './withdrawals/routes.ts';
import { giveXsrf } from './http/xsrf.ts';

/** Every feature's routes, by hand. */
export const allRoutes: readonly Route[] = [
  ...settingsRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...catalogueRoutes,
  ...listingRoutes,
  ...questionRoutes,
  ...notificationRoutes,
  ...orderRoutes,
  ...withdrawalRoutes,
  ...webhookRoutes,
  ...simulatorRoutes,
];

/** The API as a Fastify instance that listens nowhere yet. The site is mounted on it by `web.ts`. */
export async function createApp(ctx: Ctx): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(ctx.config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    // Slow senders are cut off; a reply may take as long as it needs.
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
  });
  installErrors(app);
  await app.register(fastifyCookie);
  acceptRawBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/v1/')) {
      giveXsrf(ctx, request, reply);
      reply.header('Cache-Control', 'private, no-store');
    }
    reply.header('X-Content-Type-Options', 'nosniff');
    reply.header('Referrer-Policy', 'strict-origin-when-cross-origin');
  });
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async () => {
    await sql`select 1`.execute(ctx.db);
    return { ok: true };
  });
  serve(app, ctx, allRoutes);
  serveOpenApi(app);
  serveImages(app, ctx);
  serveLetters(app, ctx);
  return app;
}

/** A number of hops, as the operator says it, in Fastify's terms. */
function trusted(
  proxies: boolean | number | string,
): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/** Photos come as raw bytes; JSON keeps its bytes too, because webhooks are signed over them. */
function acceptRawBodies(app: FastifyInstance): void {
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.url.startsWith('/api/v1/webhooks/')) return done(null, body);
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(body.toString('utf8')));
    } catch {
      done(Object.assign(new Error('body is not JSON'), { statusCode: 400 }), undefined);
    }
  });
}
