import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import {
  closeBrowser,
  expectAccessible,
  expectNoSideScroll,
  leave,
  signIn,
  visit,
} from '#test/e2e/visitor.ts';

/** The icons by which people tell categories apart, and how an admin chooses one. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

describe.each([375, 1280])('at %i px', (width) => {
  test.each([
    ['the home page', '/', 8],
    ['/categorias', '/categorias', 20],
  ])('all top categories of %s are drawn with different icons', async (name, path, count) => {
    const visitor = await visit(site.url, { width });
    const { page } = visitor;
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await page.locator('main [data-slot=category-tile]').count()).toBe(count);
    const drawn = await drawings(page);
    expect(new Set(drawn).size, drawn.join('\n')).toBe(count);
    await expectAccessible(page, name);
    await visitor.close();
  });
});

test('a page without tiles of categories does not load their icons', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const icons = () => loaded.filter((path) => path.includes('/category-icons'));
  await page.goto('/anuncios', { waitUntil: 'networkidle' });
  expect(icons()).toEqual([]);
  await page.goto('/categorias', { waitUntil: 'networkidle' });
  expect(new Set(icons()).size).toBe(1);
  await visitor.close();
});

test('a category is created with an icon, which is chosen in the dialog', async () => {
  const admin = await visit(site.url);
  const { page } = admin;
  await signIn(admin, 'admin@demo.praca');
  await page.goto('/dashboard/categorias', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Nova categoria' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nova categoria' });
  await dialog.getByLabel('Nome').fill('Carros e peças');
  await dialog.getByText('Sem ícone, só o mosaico').waitFor();
  await dialog.getByRole('button', { name: 'Mudar ícone' }).press('Enter');
  await expectAccessible(page, 'a new category');
  await dialog.getByRole('radio', { name: 'Carro', exact: true }).press('Space');
  await dialog.getByRole('button', { name: 'Criar categoria' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => iconOf(page, 'carros-e-pecas'), { timeout: 20_000 }).toBe('car');
  await leave(admin);
});

test('an admin chooses an icon by keyboard, and visitors see it on the tile of the category', async () => {
  const admin = await visit(site.url, { width: 375 });
  const { page } = admin;
  await signIn(admin, 'admin@demo.praca');
  await page.goto('/dashboard/categorias/celulares', { waitUntil: 'networkidle' });
  const choosing = page.getByRole('button', { name: 'Mudar ícone' });
  await choosing.press('Enter');
  const icons = page.getByRole('radiogroup', { name: 'Ícone' });
  await expect.poll(() => icons.getByRole('radio', { name: 'Celular', exact: true }).isChecked()).toBe(true);
  await expectAccessible(page, 'the icons of a category');
  await expectNoSideScroll(page, 'the icons of a category');
  await icons.getByRole('radio', { name: 'Celular', exact: true }).press('ArrowRight');
  await expect.poll(() => icons.getByRole('radio', { name: 'Chave', exact: true }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Salvar categoria' }).press('Enter');
  await page.getByText('Categoria salva').first().waitFor();
  await page.goto('/dashboard/categorias/smartphones', { waitUntil: 'networkidle' });
  await page.getByText('Sem escolha própria: Chave, como em «Celulares»').waitFor();
  await expect.poll(() => iconOf(page, 'celulares'), { timeout: 20_000 }).toBe('key-round');

  await page.goto('/dashboard/categorias/celulares', { waitUntil: 'networkidle' });
  await choosing.press('Enter');
  await icons.getByRole('radio', { name: 'Sem ícone, só o mosaico' }).press('Space');
  await page.getByRole('button', { name: 'Salvar categoria' }).press('Enter');
  await page.getByText('Categoria salva').first().waitFor();
  await expect.poll(() => iconOf(page, 'celulares'), { timeout: 20_000 }).toBe('mosaic');
  await leave(admin);
});

/** The shapes of each icon as the browser drew them: the size of its parts and the text of its symbol. */
function drawings(page: Page): Promise<string[]> {
  return page.locator('main [data-slot=category-tile] use').evaluateAll((uses) =>
    Promise.all(
      (uses as SVGUseElement[]).map(async (use) => {
        const { href, hash } = new URL(use.href.baseVal, location.href);
        const sprite = await fetch(href).then((answer) => answer.text());
        const symbol = new DOMParser().parseFromString(sprite, 'image/svg+xml').querySelector(hash);
        const { width, height } = use.getBBox();
        if (!symbol || width === 0 || height === 0) throw new Error(`Nothing is drawn by ${href}`);
        return symbol.innerHTML;
      }),
    ),
  );
}

/** The icon on the tile of a category at `/categorias`; `mosaic` for the mosaic alone. */
async function iconOf(page: Page, slug: string): Promise<string> {
  await page.goto('/categorias');
  const tile = page.locator(`main a[href$="categoria=${slug}"]:has(h2)`);
  const use = tile.locator('use');
  if ((await use.count()) === 0)
    return (await tile.locator('[data-slot=tiles]').count()) > 0 ? 'mosaic' : 'nothing';
  return new URL((await use.getAttribute('href'))!, site.url).hash.slice(1);
}
