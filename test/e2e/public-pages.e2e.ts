import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyPlace } from './places.ts';
import type { Place } from './places.ts';
import { readHead } from './page-head.ts';
import type { Thing } from './page-head.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, expectNoSideScroll, visit } from './visitor.ts';

let site: Site;
let publicPlaces: Place[];
beforeAll(async () => {
  site = await openSite();
  const places = await everyPlace(site.ownerUrl);
  publicPlaces = places.filter(({ as, path, status }) => as === 'visitor' && !status && !isPrivate(path));
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

/** Readable by anyone with the address, and not indexed by search engines. */
const isPrivate = (path: string) =>
  /^\/(auth|login|register|recovery|twofactor|pedido|recibo|fotos|dev|err|verification|primeiro-acesso)/.test(
    path,
  );

/** The metadata that search engines and link previews read. */
describe('the head of every public page', () => {
  test('has its doctype, title, description, one canonical address and a complete preview', async () => {
    for (const { path } of publicPlaces) {
      const { isModern, title, canonicals, meta } = await readHead(site.url, path);
      expect(isModern, path).toBe(true);
      expect(title.length, `${path}: ${title}`).toBeGreaterThan(5);
      expect(meta.description, path).toMatch(/\S{2,}/);
      expect(meta.description!.length, path).toBeLessThanOrEqual(160);
      expect(canonicals, path).toHaveLength(1);
      expect(canonicals[0], path).toMatch(/^https?:\/\/[^?#A-Z]+/);
      expect(meta, path).toMatchObject({
        'og:type': expect.stringMatching(/^(website|product|profile)$/),
        'og:title': expect.stringMatching(/\S/),
        'og:description': expect.stringMatching(/\S/),
        'og:url': canonicals[0],
        'og:image': expect.stringMatching(/^https?:\/\//),
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:site_name': 'Praça',
        'og:locale': 'pt_BR',
        'twitter:card': 'summary_large_image',
      });
    }
  });

  test('its preview picture is a JPEG of less than 600 kB', async () => {
    const pictures = await Promise.all(publicPlaces.map(({ path }) => readHead(site.url, path)));
    for (const picture of new Set(pictures.map(({ meta }) => meta['og:image']!))) {
      const answer = await fetch(picture);
      expect([answer.status, answer.headers.get('content-type')], picture).toEqual([200, 'image/jpeg']);
      expect((await answer.arrayBuffer()).byteLength, picture).toBeLessThan(600_000);
    }
  });

  test('a search is followed and not indexed, and a page that does not exist is 404', async () => {
    expect((await readHead(site.url, '/anuncios?q=teclado&ordem=menor-preco')).meta.robots).toMatch(
      /noindex/,
    );
    for (const path of [
      '/rua-que-nao-existe',
      '/anuncio/nao-existe-zz',
      '/perfil/ninguem_assim',
      '/100%',
      '/%ff',
    ])
      expect(await kindOf(site.url + path), path).toEqual([404, 'text/html; charset=utf-8']);
    for (const path of ['/api/v1/nada', '/api/v1/public/nada', '/api/v1/', '/api/nada?x=%'])
      expect(await kindOf(site.url + path), path).toEqual([404, 'application/problem+json; charset=utf-8']);
  });

  test('a page names its own address, whatever host the request line names', async () => {
    for (const line of [
      '//',
      '///',
      '//outra.example',
      '//outra.example/anuncios',
      'http://outra.example/anuncios',
    ]) {
      const { status, body } = await asked(site.url, line);
      expect(status, line).toBeLessThan(500);
      expect(body, line).not.toMatch(/(?:href|content)="http:\/\/outra/);
    }
  });
});

describe('structured data', () => {
  test('the home page names the site and its operator', async () => {
    const { things } = await readHead(site.url, '/');
    expect(named(things, 'WebSite')).toMatchObject({ name: 'Praça', url: site.url });
    expect(named(things, 'OnlineStore')).toMatchObject({
      name: expect.any(String),
      url: site.url,
      logo: expect.stringContaining(site.url),
      taxID: expect.stringMatching(/^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/),
      contactPoint: expect.objectContaining({ '@type': 'ContactPoint' }),
    });
  });

  test('a listing is a product with one offer, and names its breadcrumb', async () => {
    const { path } = publicPlaces.find(({ name }) => name === 'anuncio')!;
    const { things, meta } = await readHead(site.url, path);
    const product = named(things, 'Product');
    expect(product).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      image: expect.arrayContaining([expect.stringMatching(/^https?:\/\/.*\.webp$/)]),
      offers: {
        '@type': 'Offer',
        price: expect.stringMatching(/^\d+\.\d{2}$/),
        priceCurrency: 'BRL',
        availability: expect.stringMatching(
          /^https:\/\/schema\.org\/(InStock|OutOfStock|SoldOut|LimitedAvailability)$/,
        ),
        url: site.url + path,
        seller: { name: expect.any(String) },
        hasMerchantReturnPolicy: { applicableCountry: 'BR' },
      },
    });
    expect(meta['product:price:amount']).toBe((product.offers as Thing).price);
    expect((await fetch((product.image as string[])[0]!)).status).toBe(200);
    expectCrumbs(named(things, 'BreadcrumbList'));
  });

  test('the results are a list of working addresses', async () => {
    const { things } = await readHead(site.url, '/anuncios');
    const items = named(things, 'ItemList').itemListElement as Thing[];
    expect(items.length).toBeGreaterThan(10);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
    expect((await fetch(items[0]!.url as string)).status).toBe(200);
  });

  test('none of it can end its script element', async () => {
    for (const { path } of publicPlaces) {
      const { things } = await readHead(site.url, path);
      for (const thing of things) expect(thing['@context'], path).toBe('https://schema.org');
    }
  });
});

test('every address of the site map answers 200 and is the canonical one of its page', async () => {
  const index = await textOf('/sitemap.xml');
  const maps = locationsOf(index);
  expect(maps.length).toBeGreaterThan(0);
  const lists = await Promise.all(maps.map((url) => textOf(new URL(url).pathname)));
  const addresses = lists.flatMap(locationsOf).filter((url) => !url.includes('/imagens/'));
  expect(addresses.length).toBeGreaterThan(100);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const address of addresses) {
    const { status, canonicals } = await readHead(site.url, address.slice(site.url.length) || '/');
    expect([status, ...canonicals], address).toEqual([200, address]);
  }
}, 300_000);

describe('without JavaScript', () => {
  for (const width of [375, 1280])
    test(`every public page can be read at ${width} px`, async () => {
      const { page, close } = await visit(site.url, { width, javaScript: false });
      for (const { path } of publicPlaces) {
        expect((await page.goto(path))?.status(), path).toBe(200);
        expect(await page.locator('h1').count(), path).toBe(1);
        expect(await page.locator('h1').isVisible(), path).toBe(true);
        expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(120);
        expect(await page.locator('[aria-busy=true]').count(), path).toBe(0);
        await expectNoSideScroll(page, path);
      }
      await close();
    });

  test('filters, sorting, categories and further results are forms and links', async () => {
    const { page, close } = await visit(site.url, { javaScript: false });
    await page.goto('/anuncios');
    await page.getByLabel('Até').fill('100');
    await page.getByRole('checkbox', { name: /^Entrega na hora/ }).check();
    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await page.waitForURL(/entrega=na-hora/);
    expect(new URL(page.url()).searchParams.get('precoMax')).toBe('100');
    await page.goto('/anuncios');
    await page.getByLabel(/Ordenar/).selectOption({ label: 'Menor preço' });
    await page.getByRole('button', { name: 'Ordenar' }).click();
    await page.waitForURL(/ordem=menor-preco/);
    await page.goto('/anuncios');
    await page.getByRole('link', { name: /Carregar mais/ }).click();
    await page.waitForURL(/pagina=2/);
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThan(24);
    await page.goto('/categorias');
    await page.getByRole('main').getByRole('link').first().click();
    await page.waitForURL(/categoria=/);
    await close();
  });

  test('a phone has the filters too, behind a link', async () => {
    const { page, close } = await visit(site.url, { width: 375, javaScript: false });
    await page.goto('/anuncios');
    await page.getByRole('link', { name: /^Filtros/ }).click();
    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await page.waitForURL(/\/anuncios\?/);
    await close();
  });
});

test('text of twice the size fits a phone', async () => {
  const { page, context, close } = await visit(site.url, { width: 375 });
  await context.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    }),
  );
  for (const { path } of publicPlaces) {
    await page.goto(path);
    await expectNoSideScroll(page, `${path} with letters of twice the size`);
    const cut = await page
      .getByRole('article')
      .locator('[data-slot=price]')
      .evaluateAll((prices) => prices.filter((price) => price.scrollWidth > price.clientWidth).length);
    expect(cut, `${path} cuts prices`).toBe(0);
    expect(await page.evaluate(squeezedTitles), `${path} squeezes titles`).toEqual([]);
  }
  await close();
});

test('a choice too long for a phone is cut before the arrow of its select', async () => {
  const { page, close } = await visit(site.url, { width: 375, touch: false });
  await page.goto('/anuncios', { waitUntil: 'networkidle' });
  const picker = page.getByRole('main').getByRole('combobox').first();
  await picker.evaluate((select) => select.nextElementSibling!.remove());
  const { x, y, width, height } = (await picker.boundingBox())!;
  const clip = { x: x + width - 34, y: y + 2, width: 30, height: height - 4 };
  const short = await page.screenshot({ clip });
  await picker.evaluate((select: HTMLSelectElement) => {
    select.selectedOptions[0]!.textContent = 'Primeiro o que está mais perto e chega antes do fim de semana';
  });
  expect((await page.screenshot({ clip })).equals(short)).toBe(true);
  await close();
});

/**
 * Titles that break inside a word that fits a line of their section; breaks after a hyphen, or after an underscore in a
 * name, are allowed.
 */
function squeezedTitles(): string[] {
  return [...document.querySelectorAll('main :is(h1, h2)')].flatMap((title) => {
    const frame = title.closest('section, article, header, main')!;
    const { paddingLeft, paddingRight } = getComputedStyle(frame);
    const room = frame.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
    const words: [Node, string, number][] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of text.textContent!.matchAll(/[^\s_-]{3,}/g))
        words.push([text, word, index]);
    return words.flatMap(([text, word, index]) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      // A line that ends with an ellipsis has its words twice, at the same height.
      const breaks = new Set(lines.map(({ top }) => Math.round(top))).size > 1;
      const whole = lines.reduce((sum, { width }) => sum + width, 0);
      // A card has a width of its own.
      return breaks && whole < room && !title.closest('li') ? [word] : [];
    });
  });
}

function named(things: readonly Thing[], type: string): Thing {
  const found = things.filter((thing) => thing['@type'] === type);
  expect(found, type).toHaveLength(1);
  return found[0]!;
}

function expectCrumbs({ itemListElement }: Thing): void {
  const crumbs = itemListElement as Thing[];
  expect(crumbs.length).toBeGreaterThanOrEqual(2);
  expect(crumbs.map(({ position }) => position)).toEqual(crumbs.map((_, index) => index + 1));
  for (const { name, item } of crumbs)
    expect([name, item]).toEqual([expect.any(String), expect.stringMatching(/^http/)]);
}

async function textOf(path: string): Promise<string> {
  const answer = await fetch(site.url + path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

function locationsOf(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!.replaceAll('&amp;', '&'));
}

async function kindOf(url: string): Promise<[number, string | null]> {
  const { status, headers } = await fetch(url);
  return [status, headers.get('content-type')];
}

/** Requests a page by a raw request line; `fetch` would normalise it. */
function asked(url: string, line: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path: line }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode!, body: Buffer.concat(parts).toString() }));
    })
      .on('error', reject)
      .end();
  });
}

test('a listing is shared by WhatsApp with its title and address, or by its link', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  const { path } = publicPlaces.find(({ name }) => name === 'anuncio')!;
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Compartilhar anúncio' }).press('Enter');
  const link = page.getByRole('menuitem', { name: 'WhatsApp' });
  const { host, searchParams } = new URL((await link.getAttribute('href'))!);
  expect(host).toBe('wa.me');
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  expect(searchParams.get('text')).toBe(`${title}\n${site.url}${path}`);
  await page.getByRole('menuitem', { name: 'Copiar link' }).waitFor();
  await visitor.close();
});
