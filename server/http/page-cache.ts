import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { PageSources } from '#server/adapters/oauth/identity-provider.ts';
import { pagePolicy } from './security-headers.ts';

const freshMs = 2_000;
const staleMs = 30_000;
const maxPages = 500;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export interface Page {
  status: number;
  /** Set for redirects. */
  location: string | null;
  policy: string;
  bytes: { plain: Buffer; br: Buffer | null; gzip: Buffer | null };
  etag: string;
}

interface Entry {
  page: Page;
  madeAt: number;
  renewing: boolean;
}

export interface PageCache {
  /** The page under this key, made by `render` when there is none that is young enough. */
  get(key: string, render: () => Promise<Page>): Promise<Page>;
}

/**
 * Finished public pages, for seconds. Nobody's session is in them, so one serves everybody; past `freshMs` the old
 * page is still served once more while a new one is made, so that no visitor waits for a busy page.
 */
export function createPageCache(): PageCache {
  const pages = new Map<string, Entry>();
  const inTheMaking = new Map<string, Promise<Page>>();

  async function get(key: string, render: () => Promise<Page>): Promise<Page> {
    const entry = pages.get(key);
    const age = entry ? performance.now() - entry.madeAt : Infinity;
    if (!entry || age >= staleMs) return make(key, render);
    if (age >= freshMs && !entry.renewing) {
      entry.renewing = true;
      void make(key, render).catch(() => pages.delete(key));
    }
    return entry.page;
  }

  /** Twins that ask for the same missing page wait for one rendering. */
  function make(key: string, render: () => Promise<Page>): Promise<Page> {
    const present = inTheMaking.get(key);
    if (present) return present;
    const making = render()
      .then(async (page) => (page.status === 200 ? keep(key, await compress(page)) : page))
      .finally(() => inTheMaking.delete(key));
    inTheMaking.set(key, making);
    return making;
  }

  function keep(key: string, page: Page): Page {
    pages.delete(key);
    pages.set(key, { page, madeAt: performance.now(), renewing: false });
    // A Map keeps insertion order: the first key is the one renewed longest ago.
    if (pages.size > maxPages) pages.delete(pages.keys().next().value!);
    return page;
  }

  return { get };
}

async function compress(page: Page): Promise<Page> {
  const { plain } = page.bytes;
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    gzipped(plain, { level: 6 }),
  ]);
  return { ...page, bytes: { plain, br, gzip: gz } };
}

/** A rendered response as a page: its policy and ETag are computed once. */
export async function toPage(response: Response, foreign: readonly PageSources[] = []): Promise<Page> {
  const plain = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    location: response.headers.get('Location'),
    policy: pagePolicy(plain.toString('utf8'), foreign),
    bytes: { plain, br: null, gzip: null },
    etag: `"${Buffer.from(await crypto.subtle.digest('SHA-1', plain)).toString('base64url')}"`,
  };
}
