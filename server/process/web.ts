import { logoAddress } from '#domain/settings/brand.ts';
import type { BrandRules } from '#domain/settings/brand.ts';
import { currentRules } from '#server/settings/queries.ts';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { PageSources } from '#server/adapters/oauth/identity-provider.ts';
import type { Ctx } from '#server/context.ts';
import { sendFormerFile } from '#server/http/pages/former-builds.ts';
import { createPageCache, encodedFor, toPage } from '#server/http/pages/page-cache.ts';
import type { CachedPage, Page, PageCache } from '#server/http/pages/page-cache.ts';
import { pageAddress } from '#server/http/pages/page-keys.ts';
import { countedAlreadyHeader, readLimitOf } from '#server/http/limits/read-limit.ts';
import { headersOfAll, isSignInPage, pageHeaders, signInPageHeaders } from '#server/http/security-headers.ts';
import { sizeOverrides } from '#server/settings/current/size-overrides.ts';

const root = join(import.meta.dirname, '../..');

type Transport = (request: { method: string; url: string; headers: Record<string, string> }) => Promise<{
  status: number;
  json: () => Promise<unknown>;
}>;

const siteFolder = join(root, 'dist/site');
/** What is served below `/build/`. */
export const buildFolder = join(siteFolder, 'client/build');

/** Loads the built pages. */
export async function loadBuild(): Promise<ServerBuild> {
  return import(pathToFileURL(join(siteFolder, 'server/index.js')).href) as Promise<ServerBuild>;
}

/** Serves the built site: its files, everything else as a server-rendered page. */
export async function mountSite(app: FastifyInstance, ctx: Ctx, build: ServerBuild): Promise<void> {
  const sendFile = await openFiles(app, join(siteFolder, 'client'));
  const cache = ctx.config.pageCache ? createPageCache(headersOfAll(ctx.config.publicUrl)) : null;
  const site = siteOf(ctx, build);
  mountPages(app, ctx, { load: async () => site, sendFile, cache });
}

/** Sends the file at a path of the site; `null` where there is none. */
type SendFile = (path: string, reply: FastifyReply) => FastifyReply | null;

/** The files behind the one route of pages: a route for each would keep megabytes of the router's. */
async function openFiles(app: FastifyInstance, folder: string): Promise<SendFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name))}`),
  );
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    // Assets are small: a range request gets the whole file, as RFC 9110 §14.2 allows, also for a range past the end.
    acceptRanges: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', cachingOf(path));
      // The card fields load the font from a sandboxed frame, which has an opaque origin.
      if (path.endsWith('.woff2')) reply.header('Access-Control-Allow-Origin', '*');
    },
  });
  return (path, reply) => (paths.has(path) ? reply.sendFile(path) : null);
}

/** Files under /build/ never change; the service worker must always be current, or old pages keep an old one. */
function cachingOf(path: string): string {
  if (path.includes('/build/')) return 'public, max-age=31536000, immutable';
  return path.includes('firebase-messaging-sw.js') ? 'no-cache' : 'public, max-age=3600';
}

/** The same site through Vite, with reload: development only. */
export async function mountSiteInDevelopment(app: FastifyInstance, ctx: Ctx): Promise<void> {
  const [{ createServer }, { default: middie }] = await Promise.all([
    import('vite'),
    import('@fastify/middie'),
  ]);
  // Reload uses this server's port: Vite's own is the same for every checkout, and open to the whole network.
  const vite = await createServer({ root, server: { middlewareMode: true, ws: { server: app.server } } });
  app.addHook('onClose', async () => vite.close());
  await app.register(middie);
  app.use(vite.middlewares);
  const load = async () =>
    siteOf(
      ctx,
      (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
      'development',
    );
  // The first load makes Vite optimize its packages, after which the build has another copy of the router.
  await load();
  mountPages(app, ctx, { load, sendFile: () => null, cache: null });
}

/** What `web/entry.server.tsx` exports. */
interface SiteEntry {
  applyRules: (rules: { brand: BrandRules; turned: object }) => void;
  createLoadContext: (transport: Transport) => RouterContextProvider;
  createPageRenderer: (build: ServerBuild, report: (error: unknown) => void) => RenderPage;
  createRequestHandler: typeof createRequestHandler;
}

type RenderPage = (
  url: URL,
  loadContext: RouterContextProvider,
) => Promise<{ status: number; headers: Headers; html: string }>;

/** The built pages and what renders them. */
interface Site {
  entry: SiteEntry;
  render: RenderPage;
  loadData: ReturnType<typeof createRequestHandler>;
}

/** Pages and handler must share one copy of the router: the one that the pages were built with. */
function siteOf({ log }: Ctx, build: ServerBuild, mode?: 'development'): Site {
  const entry = build.entry.module as unknown as SiteEntry;
  return {
    entry,
    render: entry.createPageRenderer(build, (error) => log.error({ err: error }, 'a page failed')),
    loadData: entry.createRequestHandler(build, mode),
  };
}

interface SiteParts {
  load: () => Promise<Site>;
  sendFile: SendFile;
  cache: PageCache | null;
}

function mountPages(app: FastifyInstance, ctx: Ctx, { load, sendFile, cache }: SiteParts): void {
  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    // API clients expect JSON, also for an unknown address.
    if (path.startsWith('/api/')) return reply.callNotFound();
    const file = sendFile(path, reply);
    if (file) return file;
    if (path.startsWith('/build/')) return sendFormerFile(ctx, request, reply, path);
    // Null where every visitor gets a new rendering.
    const address = cache && pageAddress(request.url);
    const young = address && cache?.fresh(address);
    if (young) return sendCached(request, reply, young);
    return answer(request, reply, path, address);
  });

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    address: string | null,
  ): Promise<FastifyReply> {
    const visit = async (): Promise<Visit> => {
      readLimitOf(ctx).chargeRendering(request);
      const site = await load();
      const loadContext = await prepare(site, ctx, inProcessTransport(app, request.ip));
      return { site, url: addressOf(ctx, address ?? request.url), loadContext };
    };
    // Client-side navigations request a loader's data under the page's own address.
    if (path.endsWith('.data')) return sendData(reply, await loadData(await visit()));
    const signInSources = isSignInPage(path) ? providerSources(ctx) : [];
    const render = async () => {
      const { site, url, loadContext } = await visit();
      const { html, ...rendered } = await site.render(url, loadContext);
      return toPage(rendered, html, [...signInSources, ...pushSources(ctx), ...cardSources(ctx)]);
    };
    const page = cache && address !== null ? await cache.get(address, render) : await render();
    if (page.cached) return sendCached(request, reply, page.cached);
    return sendPage(reply.headers(signInSources.length > 0 ? signInPageHeaders : pageHeaders), page);
  }
}

/** Firebase's browser code connects to two hosts. */
function pushSources({ config }: Ctx): PageSources[] {
  const connect = 'https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com';
  return config.fcm ? [{ connect, script: '', style: '', frame: '' }] : [];
}

/** The order's page contains card fields of another origin; client-side navigation reaches it from any page. */
function cardSources({ config: { cardFieldsUrl } }: Ctx): PageSources[] {
  return cardFieldsUrl === null ? [] : [{ frame: cardFieldsUrl, connect: '', script: '', style: '' }];
}

function providerSources({ identityProviders }: Ctx): PageSources[] {
  return identityProviders.flatMap(({ pageSources }) => pageSources ?? []);
}

/** One rendering, or one load of data. */
interface Visit {
  site: Site;
  url: URL;
  loadContext: RouterContextProvider;
}

/** Gives the pages the present rules, and the loaders of one visit their API. */
async function prepare({ entry }: Site, ctx: Ctx, transport: Transport): Promise<RouterContextProvider> {
  const { rules } = await currentRules(ctx.db);
  const brand = { ...rules.brand, logo: logoAddress(rules.brand) };
  entry.applyRules({ brand, turned: sizeOverrides(rules) });
  return entry.createLoadContext(transport);
}

function loadData({ site, url, loadContext }: Visit): Promise<Response> {
  return site.loadData(new Request(url), loadContext);
}

/** Always under the site's own origin: a request line may be `//other.example` or `http://other.example/`. */
function addressOf({ config }: Ctx, url: string): URL {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return new URL(`${new URL(config.publicUrl).origin}${path.startsWith('/') ? path : `/${path}`}`);
}

/** Loaders call the API without a socket, as an anonymous visitor from the address that requested the page. */
function inProcessTransport(app: FastifyInstance, remoteAddress: string): Transport {
  return async ({ method, url, headers }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...countedAlreadyHeader },
      remoteAddress,
    });
    return { status: answer.statusCode, json: async () => JSON.parse(answer.payload) as unknown };
  };
}

async function sendData(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  return reply.header('Cache-Control', 'private, no-store').send(Buffer.from(await response.arrayBuffer()));
}

/** A page for one visitor, or one that failed: sent with its status, never cached. */
function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  reply.code(page.status).header('Content-Security-Policy', page.policy);
  // Redirects are temporary: the target of an address may change, and a browser would cache a 301 for ever.
  reply.header('Cache-Control', 'private, no-store');
  if (page.location) return reply.header('Location', page.location).send();
  reply.header('Content-Type', 'text/html; charset=utf-8').header('Vary', 'Accept-Encoding');
  return reply.send(page.bytes);
}

/** Head and body are prepared: Fastify's own writing would cost more than the page. */
function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  const { status, head, body } = encodedFor(page, request.headers);
  reply.hijack();
  reply.raw.writeHead(status, head).end(body);
  return reply;
}
