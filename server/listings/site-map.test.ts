import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const get = (path: string) => market.request('GET', `/${path}`);

test('robots.txt disallows private pages and names the site map by its absolute URL', async () => {
  const { status, text, headers } = await get('/robots.txt');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/plain');
  for (const path of ['/api/', '/conta', '/dashboard', '/pedido/'])
    expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).toContain(`Sitemap: ${market.ctx.config.publicUrl}/sitemap.xml`);
});

test('a listing on sale is in the site map once, with its date; a paused one is not', async () => {
  const shown = await market.publishedListing({ title: 'Violão de estudo & capa <nova>' });
  const hidden = await market.publishedListing({ title: 'Cavaquinho de estudo usado' });
  await market.request('PUT', `/listings/${hidden.id}/pause`, {
    token: hidden.seller.token,
    body: { paused: true },
  });
  market.forgetCaches();
  const index = await get('/sitemap.xml');
  const files = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1]!).pathname);
  expect(files).toEqual(['/sitemaps/paginas.xml', '/sitemaps/anuncios-1.xml']);
  const { text, headers } = await get(files[1]!);
  expect(headers['content-type']).toContain('application/xml');
  expect(text.split(`/anuncio/${shown.slug}</loc><lastmod>`)).toHaveLength(2);
  expect(text).not.toContain(hidden.slug);
});

test('static pages and categories with listings on sale have their own file', async () => {
  const { text } = await get('/sitemaps/paginas.xml');
  for (const path of ['/termos', '/tarifas', '/anuncios?categoria=prateleira'])
    expect(text).toContain(`<loc>${market.ctx.config.publicUrl}${path}</loc>`);
});

test('files are ranges of ids: a listing past 50,000 is in the second file', async () => {
  // Ids that were reserved and never used, as after a rolled-back import.
  await sql`select nextval('listings_id_seq') from generate_series(1, 50000)`.execute(market.ctx.db);
  const far = await market.publishedListing({ title: 'Um anúncio bem distante' });
  expect(Math.ceil(far.id / 50_000)).toBe(2);
  market.forgetCaches();
  expect((await get('/sitemap.xml')).text).toContain('/sitemaps/anuncios-2.xml');
  expect((await get('/sitemaps/anuncios-2.xml')).text).toContain(far.slug);
  expect((await get('/sitemaps/anuncios-1.xml')).text).not.toContain(far.slug);
});

test.each([
  '/sitemaps/anuncios-0.xml',
  '/sitemaps/anuncios-3.xml',
  '/sitemaps/outro.xml',
  '/compartilhar/x.jpg',
])('%s is not there', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('the share image of the site is a 1200 × 630 JPEG below 600 kB', async () => {
  const { default: sharp } = await import('sharp');
  const { rawPayload, headers } = await market.app.inject({ url: '/compartilhar/praca.jpg' });
  expect(headers['content-type']).toBe('image/jpeg');
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1_200, height: 630, format: 'jpeg' });
  expect(rawPayload.length).toBeLessThan(600_000);
  expect((await get(`/compartilhar/${'a'.repeat(32)}.jpg`)).status).toBe(404);
});

test('a removed listing that was on sale answers 410, one that never was answers 404', async () => {
  const sold = await market.publishedListing({ title: 'Anúncio que vai embora' });
  await sql`update listings set state = 'removed' where id = ${sold.id}`.execute(market.ctx.db);
  const gone = await market.request('GET', `/public/listings/${sold.slug}`);
  expect(gone.body).toMatchObject({
    status: 410,
    code: 'listing_gone',
    meta: { category: expect.any(String) },
  });
  const draft = await market.draft({ title: 'Rascunho que ninguém viu' });
  await sql`update listings set state = 'removed' where id = ${draft.id}`.execute(market.ctx.db);
  expect((await market.request('GET', `/public/listings/x-${draft.id.toString(36)}`)).status).toBe(404);
});
