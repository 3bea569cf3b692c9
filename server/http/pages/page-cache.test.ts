import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createPageCache, encodedFor, toPage } from './page-cache.ts';

afterEach(() => void vi.useRealTimers());

const page = (status: number) => toPage(new Response(null, { status }), '<p>Praça</p><script>1</script>');
const moved = async () => page(301);

test('a page is cached after its rendering, and then served without waiting', async () => {
  const cache = createPageCache({});
  expect(cache.fresh('/')).toBeNull();
  const made = await cache.get('/', async () => page(200));
  expect(cache.fresh('/')).toBe(made.cached);
  expect(cache.fresh('/anuncios')).toBeNull();
});

test('parallel requests for a missing page wait for one rendering', async () => {
  const cache = createPageCache({});
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    return page(200);
  };
  await Promise.all([cache.get('/', render), cache.get('/', render)]);
  expect(rendered).toBe(1);
});

test('a failed page is not cached', async () => {
  const cache = createPageCache({});
  expect((await cache.get('/', async () => page(404))).cached).toBeNull();
  expect(cache.fresh('/')).toBeNull();
});

test('a page that became a redirect is served from the cache once more, and then no longer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const cache = createPageCache({});
  await cache.get('/anuncio/antigo', async () => page(200));
  vi.advanceTimersByTime(3_000);
  expect((await cache.get('/anuncio/antigo', moved)).status).toBe(200);
  await new Promise((resolve) => setImmediate(resolve));
  expect((await cache.get('/anuncio/antigo', moved)).status).toBe(301);
});

test('no one gets a page that is older than five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const cache = createPageCache({});
  await cache.get('/anuncio/antigo', async () => page(200));
  vi.advanceTimersByTime(5_000);
  expect((await cache.get('/anuncio/antigo', moved)).status).toBe(301);
});

test('a cached page is sent in the encoding that the browser accepts, with its policy', async () => {
  const { cached, bytes } = await createPageCache({ 'X-Content-Type-Options': 'nosniff' }).get(
    '/',
    async () => page(200),
  );
  const asked = (headers: Record<string, string>) => encodedFor(cached!, headers);
  expect(asked({}).body).toEqual(bytes);
  expect(asked({}).head['Content-Security-Policy']).toMatch(/script-src 'self' 'sha256-/);
  expect(asked({}).head['X-Content-Type-Options']).toBe('nosniff');
  const br = asked({ 'accept-encoding': 'gzip, deflate, br' });
  expect(br.head['Content-Encoding']).toBe('br');
  expect(brotliDecompressSync(br.body!)).toEqual(bytes);
  const gzip = asked({ 'accept-encoding': 'gzip' });
  expect(gzip.head).toMatchObject({ 'Content-Encoding': 'gzip', 'Content-Length': gzip.body!.length });
  expect(gunzipSync(gzip.body!)).toEqual(bytes);
});

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['brx, x-gzip', undefined],
  ['gzip, br;q=0.1', 'br'],
])('a format that the client rejects is not sent: %s', async (accepted, coding) => {
  const { cached } = await createPageCache({}).get('/', async () => page(200));
  expect(encodedFor(cached!, { 'accept-encoding': accepted }).head['Content-Encoding']).toBe(coding);
});

test('a page is recognised by its ETag even if a proxy weakened it, and within a list', async () => {
  const { cached } = await createPageCache({}).get('/', async () => page(200));
  for (const names of [`W/${cached!.etag}`, `"outra", ${cached!.etag}`])
    expect(encodedFor(cached!, { 'if-none-match': names }).status).toBe(304);
  expect(encodedFor(cached!, { 'if-none-match': 'W/"outra"' }).status).toBe(200);
});

test('a browser that has the page gets 304 without a body', async () => {
  const { cached } = await createPageCache({}).get('/', async () => page(200));
  const form = encodedFor(cached!, { 'if-none-match': cached!.etag });
  expect(form).toMatchObject({ status: 304, body: undefined });
  expect(form.head['Content-Length']).toBeUndefined();
});
