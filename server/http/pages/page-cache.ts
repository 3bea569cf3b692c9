import type { IncomingHttpHeaders } from 'node:http';
import { createHash } from 'node:crypto';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { PageSources } from '#server/adapters/oauth/identity-provider.ts';
import { pageHeaders, pagePolicy } from '#server/http/security-headers.ts';

const freshMs = 2_000;
/** The age limit of every visitor's page: what was sold or removed a moment ago may still be shown. */
const staleMs = 5_000;
const maxPages = 500;
/** Searches are unlimited in number: they have a separate store and evict no other page. */
const maxSearches = 200;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export interface Page {
  status: number;
  /** Set for redirects. */
  location: string | null;
  policy: string;
  bytes: Buffer;
  /** The precomputed answer of a cached page. */
  cached: CachedPage | null;
}

/** An answer's heads and bodies in every encoding: nothing is computed when it is sent. */
export interface CachedPage {
  etag: string;
  notModified: EncodedAnswer;
  plain: EncodedAnswer;
  br: EncodedAnswer;
  gzip: EncodedAnswer;
}

export interface EncodedAnswer {
  status: 200 | 304;
  head: Record<string, string | number>;
  body: Buffer | undefined;
}

interface Entry {
  page: Page;
  madeAt: number;
  renewing: boolean;
}

export interface PageCache {
  /** The cached page if it is fresh: the path of nearly every visitor, so it is synchronous. */
  fresh(key: string): CachedPage | null;
  /** The cached page, or a rendered one when there is none that is fresh enough. */
  get(key: string, render: () => Promise<Page>): Promise<Page>;
}

/**
 * Caches rendered public pages for seconds. They contain no session, so one page serves every visitor; past `freshMs`
 * the old page is served once more while a new one is rendered, so that no visitor waits for a popular page.
 * @param everyHeaders the headers of every answer: cached pages are written without Fastify, which adds them otherwise
 */
export function createPageCache(everyHeaders: Readonly<Record<string, string>>): PageCache {
  const stores = { page: new Map<string, Entry>(), search: new Map<string, Entry>() };
  const storeOf = (key: string) => stores[key.includes('?') ? 'search' : 'page'];
  const renderings = new Map<string, Promise<Page>>();

  function fresh(key: string): CachedPage | null {
    const entry = storeOf(key).get(key);
    return entry && performance.now() - entry.madeAt < freshMs ? entry.page.cached : null;
  }

  async function get(key: string, render: () => Promise<Page>): Promise<Page> {
    const entry = storeOf(key).get(key);
    const age = entry ? performance.now() - entry.madeAt : Infinity;
    if (!entry || age >= staleMs) return make(key, render);
    if (age >= freshMs && !entry.renewing) {
      entry.renewing = true;
      void make(key, render).catch(() => storeOf(key).delete(key));
    }
    return entry.page;
  }

  /** Parallel requests for the same missing page wait for one rendering. */
  function make(key: string, render: () => Promise<Page>): Promise<Page> {
    const present = renderings.get(key);
    if (present) return present;
    const making = render()
      .then(async (page) => {
        if (page.status === 200) return store(key, await precompute(page, everyHeaders));
        // A redirect or an error must not be served from the cache.
        storeOf(key).delete(key);
        return page;
      })
      .finally(() => renderings.delete(key));
    renderings.set(key, making);
    return making;
  }

  function store(key: string, page: Page): Page {
    const pages = storeOf(key);
    pages.delete(key);
    pages.set(key, { page, madeAt: performance.now(), renewing: false });
    // A Map keeps insertion order: the first key is the one renewed longest ago.
    if (pages.size > (key.includes('?') ? maxSearches : maxPages)) pages.delete(pages.keys().next().value!);
    return page;
  }

  return { fresh, get };
}

/** Compresses the page and builds its headers, which would cost too much for a page that is sent once. */
async function precompute(page: Page, everyHeaders: Readonly<Record<string, string>>): Promise<Page> {
  const plain = page.bytes;
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    gzipped(plain, { level: 6 }),
  ]);
  const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`;
  const head = {
    ...everyHeaders,
    ...pageHeaders,
    'Content-Security-Policy': page.policy,
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Encoding',
    'Cache-Control': 'no-cache',
    ETag: etag,
  };
  const form = (body: Buffer, encoding?: string): EncodedAnswer => ({
    status: 200,
    head: { ...head, ...(encoding && { 'Content-Encoding': encoding }), 'Content-Length': body.length },
    body,
  });
  const kept = {
    etag,
    notModified: { status: 304, head, body: undefined } as const,
    plain: form(plain),
    br: form(br, 'br'),
    gzip: form(gz, 'gzip'),
  };
  return { ...page, cached: kept };
}

/** The encoding of a cached page for this browser. */
export function encodedFor(page: CachedPage, headers: IncomingHttpHeaders): EncodedAnswer {
  if (matchesEtag(headers['if-none-match'], page.etag)) return page.notModified;
  const accepts = headers['accept-encoding'] ?? '';
  if (takesBrotli.test(accepts)) return page.br;
  return takesGzip.test(accepts) ? page.gzip : page.plain;
}

/** Proxies that recompress weaken the ETag; for GET the weak comparison applies (RFC 9110 §13.1.2). */
function matchesEtag(names: string | undefined, etag: string): boolean {
  if (names === undefined || names === etag) return names === etag;
  return names.split(',').some((name) => name.trim().replace(/^W\//, '') === etag);
}

/** The encoding is named, and not with `q=0`, which refuses it (RFC 9110 §12.4.2). */
const takesBrotli = /(?:^|[\s,])br\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i;
const takesGzip = /(?:^|[\s,])gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i;

/** Makes a page of a rendered document and computes its policy. */
export function toPage(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  html: string,
  foreign: readonly PageSources[] = [],
): Page {
  return {
    status,
    location: headers.get('Location'),
    policy: pagePolicy(html, foreign),
    bytes: Buffer.from(html),
    cached: null,
  };
}
