import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { everyPlace } from './places.ts';
import type { Place } from './places.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, signIn, visit } from './visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const views = [
  { width: 375, height: 812, theme: 'claro' },
  { width: 1280, height: 800, theme: 'escuro' },
] as const;
const isWhole = process.env.EVERY_PLACE === '1';

/**
 * `/login` and similar paths are redirects; `/auth/…`, `/pedido/…` and the rest are in `places.ts`. Each place is opened
 * in one view, the next place in the other: axe alone takes two seconds of a page. `npm run test:cover` opens all places
 * in both.
 */
describe('every page of the route map', () => {
  for (const who of ['visitor', 'compradora', 'vendedora', 'suporte', 'admin'] as const)
    test(`those of ${who} answer, have one title, fit, and axe finds nothing`, async ({ onTestFailed }) => {
      const places = (await everyPlace(site.ownerUrl)).filter((each) => each.as === who);
      for (const [turn, view] of views.entries()) {
        const visitor = await visit(site.url, { ...view, onTestFailed });
        if (who !== 'visitor') await signIn(visitor, `${who}@demo.praca`);
        for (const place of places.filter((_, index) => isWhole || index % views.length === turn)) {
          await look(visitor.page, place, view.width);
          expect(visitor.complaints.splice(0), `${place.path} complained in the console`).toEqual([]);
        }
        await visitor.close();
      }
    }, 600_000);

  test('the short addresses of sign-in redirect to their pages (specification §2)', async () => {
    const { page, close } = await visit(site.url);
    for (const name of ['login', 'register', 'recovery']) {
      await page.goto(`/${name}?returnTo=%2Fconta`);
      expect(new URL(page.url()).pathname).toBe(`/auth/${name}`);
      expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/conta');
    }
    await close();
  });

  test('can be read and navigated without JavaScript', async () => {
    const { page, close } = await visit(site.url, { javaScript: false });
    await page.goto('/');
    await page.getByRole('searchbox').first().fill('teclado');
    await page.getByRole('searchbox').first().press('Enter');
    await page.waitForURL(/\/anuncios\?.*q=teclado/);
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
    await page.waitForURL(/\/anuncio\//);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toMatch(/teclado/i);
    await expect.poll(() => page.getByRole('main').textContent()).toMatch(/R\$/);
    await close();
  });
});

async function look(page: Page, place: Place, width: number): Promise<void> {
  const where = `${place.path} as ${place.as} at ${width}`;
  const answer = await page.goto(place.path, { waitUntil: 'networkidle' });
  expect(answer?.status(), where).toBe(place.status ?? 200);
  await page.locator('h1').first().waitFor();
  expect(await page.locator('h1').count(), `${where}: titles`).toBe(1);
  await expectNoSideScroll(page, where);
  if (width === 375) await expectLargeLettersFit(page, where);
  expect(await page.evaluate(strayDots), `${where}: dots at the edge of a line`).toEqual([]);
  await expectAccessible(page, where);
}

/** Text of twice the size (design §4.13). */
async function expectLargeLettersFit(page: Page, where: string): Promise<void> {
  const letters = (size: string) =>
    page.evaluate((value) => void (document.documentElement.style.fontSize = value), size);
  await letters('200%');
  await expectNoSideScroll(page, `${where} with letters of twice the size`);
  await letters('');
}

/** Lines that end with the separator dot. */
function strayDots(): string[] {
  const stray: string[] = [];
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const at = text.textContent!.lastIndexOf('·');
    if (at < 0 || text.parentElement!.closest('.parts, .truncate, .sr-only')) continue;
    const dot = document.createRange();
    dot.setStart(text, at);
    dot.setEnd(text, at + 1);
    const next = document.createRange();
    next.selectNodeContents(text.parentElement!.closest('p, li, div, dd, td')!);
    const { right, top, bottom, width } = dot.getBoundingClientRect();
    const beside = [...next.getClientRects()].some(
      (box) => box.right > right + 2 && box.top < bottom && top < box.bottom,
    );
    if (width > 0 && !beside) stray.push(text.textContent!);
  }
  return stray;
}

/** The most visited pages, opened for the first time in a browser. */
test('the content of a page does not shift while it loads', async () => {
  const places = await everyPlace(site.ownerUrl);
  const listing = places.find(({ name }) => name === 'anuncio')!.path;
  const order = places.find(({ name }) => name === 'pedido-entregue')!.path;
  for (const { width, height } of views) {
    const visitor = await visit(site.url, { width, height });
    await visitor.context.addInitScript(watchShifts);
    for (const path of ['/', '/anuncios', listing, order]) {
      await visitor.page.goto(path, { waitUntil: 'networkidle' });
      expect(await visitor.page.evaluate(() => window.shifted), `${path} at ${width}`).toBeLessThanOrEqual(
        0.01,
      );
    }
    await visitor.close();
  }
});

declare global {
  interface Window {
    shifted: number;
  }
}

function watchShifts(): void {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}
