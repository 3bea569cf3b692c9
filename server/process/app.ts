import type { IncomingMessage } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { AppError, fail } from '#domain/errors.ts';
import { parseSocketRequest } from '#server/adapters/realtime/socket-server.ts';
import type { Ctx } from '#server/context.ts';
import { riskRoutes } from '#server/risk/routes.ts';
import { dossierRoutes } from '#server/dossiers/routes.ts';
import { addressRoutes } from '#server/addresses/routes.ts';
import { accountRoutes } from '#server/accounts/routes.ts';
import { appealRoutes } from '#server/appeals/routes.ts';
import { ageRoutes } from '#server/accounts/ages/routes.ts';
import { strikeRoutes } from '#server/accounts/privacy/strikes/routes.ts';
import { documentRoutes } from '#server/accounts/documents/routes.ts';
import { incidentRoutes } from '#server/incidents/routes.ts';
import { sellerLevelRoutes } from '#server/accounts/seller-levels/routes.ts';
import { factorRoutes } from '#server/accounts/factors/routes.ts';
import { stockAlertRoutes } from '#server/listings/stock-alerts/routes.ts';
import { vacationRoutes } from '#server/listings/vacations/routes.ts';
import { catalogueRoutes } from '#server/listings/catalogue/routes.ts';
import { complaintRoutes } from '#server/complaints/routes.ts';
import { favoriteRoutes } from '#server/listings/favorites/routes.ts';
import { photoLinkRoutes } from '#server/listings/photo-links/routes.ts';
import { followRoutes } from '#server/listings/follows/routes.ts';
import { identityRoutes } from '#server/accounts/identities/routes.ts';
import { listingRoutes } from '#server/listings/routes.ts';
import { notificationRoutes } from '#server/notifications/routes.ts';
import { placeRoutes } from '#server/places/routes.ts';
import { privacyRoutes } from '#server/accounts/privacy/routes.ts';
import { pushRoutes } from '#server/notifications/push/routes.ts';
import { questionRoutes } from '#server/community/questions/routes.ts';
import { realtimeRoutes } from '#server/notifications/realtime/routes.ts';
import { reportRoutes } from '#server/community/reports/routes.ts';
import { ratingRoutes } from '#server/community/ratings/routes.ts';
import { paymentProofRoutes } from '#server/payments/payment-proofs/routes.ts';
import { sessionRoutes } from '#server/accounts/sessions/routes.ts';
import { claimRoutes } from '#server/staff/queue-claims/routes.ts';
import { credentialRoutes } from '#server/settings/credentials/routes.ts';
import { proposalRoutes } from '#server/staff/confirmations/routes.ts';
import { settingsRoutes } from '#server/settings/routes.ts';
import { limitConnections } from '#server/http/limits/connection-limit.ts';
import { namesOneHost, refuseConnection } from '#server/http/client-errors.ts';
import { createCardOriginCheck, createHostCheck } from '#server/http/limits/host-check.ts';
import { trustedProxies, watchForProxies } from '#server/http/limits/proxies.ts';
import { installErrors, sendProblem } from '#server/http/errors.ts';
import { serveOpenApi } from '#server/http/openapi.ts';
import { followRequests } from '#server/http/request-log.ts';
import { traceRequests } from '#server/http/request-trace.ts';
import { proveReadiness } from '#server/http/readiness.ts';
import { normalizeAddress } from '#server/http/pages/readable-address.ts';
import { dataHeaders, headersOfAll } from '#server/http/security-headers.ts';
import { serveBrand } from '#server/http/pages/serve-brand.ts';
import { serveDiscovery } from '#server/http/pages/serve-discovery.ts';
import { servePrivateFiles } from '#server/http/pages/private-files.ts';
import { serveDocuments } from '#server/http/pages/serve-documents.ts';
import { serveStatementFiles } from '#server/http/pages/serve-statement-files.ts';
import { serveIdentitySimulator } from '#server/http/pages/serve-identity-simulator.ts';
import { serveImages } from '#server/http/pages/serve-images.ts';
import { serveRealtime } from '#server/http/serve-realtime.ts';
import { serveLetters } from '#server/http/pages/serve-letters.ts';
import { servePaymentPages } from '#server/http/pages/serve-payment-pages.ts';
import { rejectOtherMethods } from '#server/http/other-verbs.ts';
import { createOpenLimit } from '#server/http/limits/open-limit.ts';
import { readLimitOf } from '#server/http/limits/read-limit.ts';
import { readRoutes } from '#server/http/reads.ts';
import { serve } from '#server/http/serve.ts';
import {
  limitIdleConnections,
  disconnectSlowSenders,
  streamTimeoutMs,
  overdueCheckMs,
} from '#server/http/limits/slow-senders.ts';
import type { Route } from '#server/http/serve.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { conversationRoutes } from '#server/orders/conversations/routes.ts';
import { orderRoutes } from '#server/orders/routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/routes.ts';
import { staffShipmentRoutes } from '#server/orders/shipment/staff/routes.ts';
import { shippingRoutes } from '#server/shipping/routes.ts';
import { statementRoutes } from '#server/ledger/statements/routes.ts';
import { staffRoutes } from '#server/staff/routes.ts';
import { simulatorRoutes } from '#server/simulator/routes.ts';
import { viewRoutes } from '#server/listings/views/routes.ts';
import { writePendingViews } from '#server/listings/views/commands.ts';
import { webhookRoutes } from '#server/payments/webhooks/routes.ts';
import { ticketRoutes } from '#server/tickets/routes.ts';
import { staffBlockRoutes } from '#server/payments/staff-blocks/routes.ts';
import { fundRoutes } from '#server/payments/fund/routes.ts';
import { analysisRoutes } from '#server/payments/analyses/routes.ts';
import { refundRoutes } from '#server/refunds/routes.ts';
import { returnRoutes } from '#server/refunds/returns/routes.ts';
import { withdrawalRoutes } from '#server/withdrawals/routes.ts';
import { setXsrfCookie } from '#server/http/xsrf.ts';

/** The routes of every feature. */
export const allRoutes: readonly Route[] = [
  ...readRoutes,
  ...settingsRoutes,
  ...credentialRoutes,
  ...proposalRoutes,
  ...claimRoutes,
  ...realtimeRoutes,
  ...factorRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...ageRoutes,
  ...strikeRoutes,
  ...documentRoutes,
  ...sellerLevelRoutes,
  ...appealRoutes,
  ...incidentRoutes,
  ...addressRoutes,
  ...identityRoutes,
  ...placeRoutes,
  ...catalogueRoutes,
  ...vacationRoutes,
  ...listingRoutes,
  ...viewRoutes,
  ...questionRoutes,
  ...favoriteRoutes,
  ...photoLinkRoutes,
  ...stockAlertRoutes,
  ...followRoutes,
  ...reportRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...orderRoutes,
  ...shipmentRoutes,
  ...staffShipmentRoutes,
  ...shippingRoutes,
  ...refundRoutes,
  ...returnRoutes,
  ...analysisRoutes,
  ...riskRoutes,
  ...staffBlockRoutes,
  ...fundRoutes,
  ...conversationRoutes,
  ...complaintRoutes,
  ...dossierRoutes,
  ...ratingRoutes,
  ...paymentProofRoutes,
  ...withdrawalRoutes,
  ...statementRoutes,
  ...ticketRoutes,
  ...privacyRoutes,
  ...staffRoutes,
  ...webhookRoutes,
  ...simulatorRoutes,
];

/** Creates the API as a Fastify instance that does not listen yet. `web.ts` mounts the site on it. */
export async function createApp(ctx: Ctx): Promise<FastifyInstance> {
  const commonHeaders = headersOfAll(ctx.config.publicUrl);
  const app: FastifyInstance = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ctx.config.trustProxy !== false && trustedProxies(ctx.config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => normalizeAddress(url),
    frameworkErrors: (_error, request, reply) => {
      sendProblem(request, reply.headers(commonHeaders), new AppError('not_found'));
    },
    clientErrorHandler: (error, socket) =>
      refuseConnection(error, socket, { ...commonHeaders, ...dataHeaders }),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    requestTimeout: streamTimeoutMs,
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection during a stop is answered like every other one.
    return503OnClosing: false,
    http: {
      // Refused by a hook instead, in the form of every other refusal.
      requireHostHeader: false,
      connectionsCheckingInterval: overdueCheckMs,
      // Only realtime sockets change the protocol; other upgrade offers (HTTP/2, say) get an HTTP/1.1 answer.
      shouldUpgradeCallback: (request) => ctx.config.reload || wantsSocket(app, request),
    },
  });
  installErrors(app);
  disconnectSlowSenders(app);
  limitIdleConnections(app);
  limitConnections(
    app,
    createOpenLimit(() => rulesInForce.networks.connectionsPerNetwork),
    trustedProxies(ctx.config.trustProxy),
  );
  await app.register(fastifyCookie);
  acceptRawBodies(app);
  followRequests(app);
  traceRequests(app);
  addRequestHooks(app, ctx);
  // The server ignores expectations it does not know (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply));
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async () => {
    await proveReadiness(ctx, app.server);
    return { ok: true };
  });
  serve(app, ctx, allRoutes);
  rejectOtherMethods(
    app,
    allRoutes.map(({ endpoint }) => endpoint),
  );
  serveOpenApi(app);
  serveImages(app, ctx);
  serveBrand(app, ctx);
  serveDiscovery(app, ctx);
  serveRealtime(app, ctx);
  serveFiles(app, ctx);
  serveIdentitySimulator(app, ctx);
  serveLetters(app, ctx);
  servePaymentPages(app, ctx);
  // The last write of buffered views, after the last request.
  app.addHook('onClose', async () => {
    await writePendingViews(ctx).catch((error: Error) =>
      ctx.log.warn({ reason: error.message }, 'visits were lost'),
    );
  });
  return app;
}

/** Private files, each by signed links. */
function serveFiles(app: FastifyInstance, ctx: Ctx): void {
  servePrivateFiles(app, ctx);
  serveStatementFiles(app, ctx);
  serveDocuments(app, ctx);
}

function wantsSocket({ server }: FastifyInstance, request: IncomingMessage): boolean {
  return server.listenerCount('upgrade') > 0 && parseSocketRequest(request) !== null;
}

/** JSON is UTF-8 (RFC 8259); other bytes would be stored as different characters than were sent. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Runs before every handler: sets headers, checks the host name and counts the network's reads (T105). */
function addRequestHooks(app: FastifyInstance, ctx: Ctx): void {
  const everyHeaders = headersOfAll(ctx.config.publicUrl);
  const isOwnHost = createHostCheck(ctx.config);
  const leavesCardOrigin = createCardOriginCheck(ctx.config);
  const readLimit = readLimitOf(ctx);
  const watch = watchForProxies(ctx);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/v1/')) {
      setXsrfCookie(ctx, request, reply);
      reply.headers(dataHeaders).header('Cache-Control', 'private, no-store');
    }
    reply.headers(everyHeaders);
    if (!namesOneHost(request.raw)) fail('malformed_request');
    if (!isOwnHost(request)) fail('misdirected_request');
    if (leavesCardOrigin(request)) fail('not_found');
    watch(request);
    readLimit.take(request);
  });
}

/** Photos and files arrive as raw bytes; webhooks keep the bytes of their JSON, because signatures cover them. */
function acceptRawBodies(app: FastifyInstance): void {
  app.addContentTypeParser(/^(?:image\/|application\/pdf$)/, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  // Too large for memory: the handler reads it as a stream.
  app.addContentTypeParser(/^video\//, (_request, body, done) => done(null, body));
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.url.startsWith('/api/v1/webhooks/')) return done(null, body);
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(utf8.decode(body as Buffer)));
    } catch {
      done(Object.assign(new Error('body is not JSON'), { statusCode: 400 }), undefined);
    }
  });
}
