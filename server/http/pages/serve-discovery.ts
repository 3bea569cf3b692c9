import type { FastifyInstance, FastifyReply } from 'fastify';
import { fail } from '#domain/errors.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { shareImage } from '#server/listings/photos/share-image.ts';
import { siteMapFiles, siteMapListings, siteMapPages } from '#server/listings/site-map.ts';
import type { SiteMapEntry } from '#server/listings/site-map.ts';

/** Serves what search engines and link previews read: robots.txt, site maps of 50,000 addresses each, share images. */
export function serveDiscovery(app: FastifyInstance, ctx: Ctx): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('Cache-Control', 'public, max-age=3600').send(robots(ctx)),
  );
  app.get('/sitemap.xml', async (_request, reply) =>
    sendXml(reply, await cachedXml(ctx, 'index', siteMapIndex)),
  );
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const match = /^(?:paginas|anuncios-([1-9]\d{0,6}))\.xml$/.exec(request.params.file);
    if (!match) fail('not_found');
    const file = match[1] ? Number(match[1]) : 0;
    if (file > (await siteMapFiles(ctx.db))) fail('not_found');
    return sendXml(reply, await cachedXml(ctx, String(file), (ctxNow) => siteMapFile(ctxNow, file)));
  });
  app.get<{ Params: { file: string } }>('/compartilhar/:file', async (request, reply) => {
    const match = /^(praca|[a-f0-9]{32})\.jpg$/.exec(request.params.file);
    const key = match && match[1] !== 'praca' ? match[1]! : null;
    const image = match && (await cached(ctx, imageCache, match[1]!, () => shareImage(ctx, key)));
    if (!image) fail('not_found');
    return reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .type('image/jpeg')
      .send(image);
  });
}

const imageCache = { name: 'share-images', maxEntries: 64, ttlMs: 600_000 };

/** A file of 50,000 addresses has about 10 MB, so only a few are cached. */
const siteMapCache = { name: 'site-maps', maxEntries: 3, ttlMs: 600_000 };

function cachedXml(ctx: Ctx, key: string, make: (ctx: Ctx) => Promise<string>): Promise<string> {
  return cached(ctx, siteMapCache, key, () => make(ctx));
}

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  return reply
    .type('application/xml; charset=utf-8')
    .header('Cache-Control', 'public, max-age=600')
    .send(xml);
}

function robots({ config }: Ctx): string {
  const closed = ['/api/', '/auth/', '/conta', '/dashboard', '/dev', '/pedido/', '/verification', '/sair'];
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ''];
  return [...lines, `Sitemap: ${config.publicUrl}/sitemap.xml`, ''].join('\n');
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const imageSpace = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

async function siteMapIndex({ config, db }: Ctx): Promise<string> {
  const files = await siteMapFiles(db);
  const names = ['paginas', ...Array.from({ length: files }, (_, index) => `anuncios-${index + 1}`)];
  const rows = names.map((name) => `<sitemap><loc>${config.publicUrl}/sitemaps/${name}.xml</loc></sitemap>`);
  return `${head}<sitemapindex ${space}>\n${rows.join('\n')}\n</sitemapindex>\n`;
}

async function siteMapFile({ config, db }: Ctx, file: number): Promise<string> {
  const entries = file === 0 ? await siteMapPages(db) : await siteMapListings(db, file);
  const rows = entries.map((entry) => urlRow(config.publicUrl, entry));
  return `${head}<urlset ${space} ${imageSpace}>\n${rows.join('\n')}\n</urlset>\n`;
}

function urlRow(origin: string, { path, changedAt, imageKey }: SiteMapEntry): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  const image = imageKey
    ? `<image:image><image:loc>${origin}/imagens/${imageKey}-1280.webp</image:loc></image:image>`
    : '';
  return `<url><loc>${escapeXml(origin + path)}</loc>${changed}${image}</url>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
