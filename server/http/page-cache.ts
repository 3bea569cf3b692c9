import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
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

/**
 * Finished public pages, for seconds. Nobody's session is in them, so one serves everybody; past `freshMs` the old
 * page is still served once more while a new one is made, so that no visitor waits for a busy page.
 */
export class PageCache {
  readonly #pages = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Page>>();

  /** The page under this key, made by `render` when there is none that is young enough. */
  async get(key: string, render: () => Promise<Page>): Promise<Page> {
    const entry = this.#pages.get(key);
    const age = entry ? performance.now() - entry.madeAt : Infinity;
    if (entry && age < freshMs) return entry.page;
    if (entry && age < staleMs) {
      if (!entry.renewing) {
        entry.renewing = true;
        void this.#make(key, render).catch(() => this.#pages.delete(key));
      }
      return entry.page;
    }
    return this.#make(key, render);
  }

  /** Twins that ask for the same missing page wait for one rendering. */
  #make(key: string, render: () => Promise<Page>): Promise<Page> {
    const present = this.#making.get(key);
    if (present) return present;
    const making = render()
      .then(async (page) => {
        if (page.status !== 200) return page;
        const { plain } = page.bytes;
        const [br, gz] = await Promise.all([
          brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
          gzipped(plain, { level: 6 }),
        ]);
        const whole = { ...page, bytes: { plain, br, gzip: gz } };
        this.#keep(key, whole);
        return whole;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  #keep(key: string, page: Page): void {
    this.#pages.delete(key);
    this.#pages.set(key, { page, madeAt: performance.now(), renewing: false });
    // A Map keeps insertion order: the first key is the one renewed longest ago.
    if (this.#pages.size > maxPages) this.#pages.delete(this.#pages.keys().next().value!);
  }
}

/** A rendered response as a page: its policy and ETag are computed once. */
export async function toPage(response: Response): Promise<Page> {
  const plain = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    location: response.headers.get('Location'),
    policy: pagePolicy(plain.toString('utf8')),
    bytes: { plain, br: null, gzip: null },
    etag: `"${Buffer.from(await crypto.subtle.digest('SHA-1', plain)).toString('base64url')}"`,
  };
}
