import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import { saved } from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, signIn, visit } from '#test/e2e/visitor.ts';
import type { Visitor } from '#test/e2e/visitor.ts';

/** Bulk actions of staff on listings, by mouse and by keyboard. */
let site: Site;
let admin: Visitor;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Ações para os selecionados' });
const statesOf = async (ids: readonly number[]) =>
  (
    await look<{ state: string }>(site, `select state from listings where id = any($1) order by id`, [ids])
  ).map(({ state }) => state);
const table = (page: Page) => page.getByRole('table', { name: 'Anúncios' });

/** The listings of the first rows, newest first. */
async function openList(page: Page, query = 'situacao=published'): Promise<number[]> {
  await page.goto(`/dashboard/anuncios?${query}`);
  await table(page).waitFor();
  const rows = await look<{ id: number }>(
    site,
    `select id::int from listings where state = 'published' order by id desc limit 5`,
  );
  return rows.map(({ id }) => id);
}

/** The checkbox of the row at this index; the first one selects the whole page. */
const box = (page: Page, place: number) => table(page).getByRole('checkbox').nth(place);

test('two are selected and paused by keyboard alone, after a required reason', async () => {
  admin = await visit(site.url);
  await signIn(admin, 'admin@demo.praca');
  const { page } = admin;
  const ids = (await openList(page)).slice(0, 2);
  for (const place of [1, 2]) {
    await box(page, place).focus();
    await page.keyboard.press('Space');
  }
  await bar(page).getByText('2 anúncios selecionados').waitFor();
  await expectAccessible(page, 'chosen rows');
  await bar(page).getByRole('button', { name: 'Pausar' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Pausar 2 anúncios' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Pausar 2 anúncios' }).press('Enter');
  await dialog.getByText('Escreva o motivo em uma frase.').waitFor();
  expect(await statesOf(ids)).toEqual(['published', 'published']);
  await dialog.getByLabel('Motivo', { exact: true }).focus();
  await page.keyboard.type('Confira o preço e volte a vender.');
  await expectAccessible(page, 'the dialog of many');
  await dialog.getByRole('button', { name: 'Pausar 2 anúncios' }).press('Enter');
  await page.getByText('2 anúncios pausados').first().waitFor();
  expect(await statesOf(ids)).toEqual(['paused', 'paused']);
  await dialog.waitFor({ state: 'hidden' });
  await bar(page).waitFor({ state: 'hidden' });
});

test('failed ones are listed with the reason, stay selected, and only they are retried', async () => {
  const { page } = admin;
  const ids = (await openList(page)).slice(0, 2);
  await box(page, 1).click();
  await box(page, 2).click();
  // A colleague was faster with one of them.
  await look(site, `update listings set state = 'suspended' where id = $1 returning id`, [ids[0]]);
  await bar(page).getByRole('button', { name: 'Pausar' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Motivo pronto (opcional)').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Pausar 2 anúncios' }).click();
  await dialog.getByText('1 anúncio pausado. 1 ficou como estava:').waitFor();
  await dialog.getByText('Isto mudou enquanto você editava.').waitFor();
  await expectAccessible(page, 'a partial failure');
  // The text of the first try is still there, and the dialog does not close while it tries again.
  const tried = saved(page, 'POST', '/moderation');
  await dialog.getByRole('button', { name: 'Tentar de novo: Pausar anúncio' }).click();
  await tried;
  await dialog.getByText('1 anúncio pausado. 1 ficou como estava:').waitFor();
  expect(await statesOf(ids)).toEqual(['paused', 'suspended']);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('one checkbox selects the whole page, and Esc clears the selection; moved ones are in their new category', async () => {
  const { page } = admin;
  await openList(page);
  await box(page, 0).click();
  await bar(page)
    .getByText(/^\d+ anúncios selecionados$/)
    .waitFor();
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'hidden' });
  // A category without required attributes: a required one would keep the listing in its category.
  const [target] = await look<{ id: number }>(
    site,
    `update categories set attributes = '[]' where id = (
      select id from categories c where active and risk_class = 'normal'
        and not exists (select from categories child where child.parent_id = c.id)
        and id <> (select category_id from listings where state = 'published' order by id desc limit 1) limit 1)
      returning id::int`,
  );
  const [id] = await openList(page);
  await box(page, 1).click();
  await bar(page).getByRole('button', { name: 'Mover' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Mover anúncio de categoria' });
  await dialog.getByRole('button', { name: 'Mover anúncio de categoria' }).click();
  await dialog.getByText('Escolha para qual categoria.').waitFor();
  await dialog.getByLabel('Categoria nova').selectOption(String(target!.id));
  await dialog.getByLabel('Motivo pronto (opcional)').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Mover anúncio de categoria' }).click();
  await page.getByText('1 anúncio em outra categoria').first().waitFor();
  const [moved] = await look<{ category: number }>(
    site,
    `select category_id::int as category from listings where id = $1`,
    [id],
  );
  expect(moved!.category).toBe(target!.id);
});

test('each view loads, the price curve is explained, and the sheet shows the buyers’ view', async () => {
  const { page } = admin;
  const [id] = await openList(page, '');
  for (const view of ['Denunciados', 'Sem foto', 'Preço fora do padrão', 'Todos']) {
    await page
      .getByRole('navigation', { name: 'Visões de Anúncios' })
      .getByRole('link', { name: view })
      .click();
    await page.locator(`a[aria-current=page]:text-is("${view}")`).waitFor();
    if (view === 'Preço fora do padrão')
      await page.getByText(/80% ou mais abaixo ou acima da mediana/).waitFor();
  }
  await page.goto(`/dashboard/anuncios?id=${id}`);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('heading', { name: 'Como quem compra vê' }).waitFor();
  await sheet.getByRole('heading', { name: 'Descrição' }).waitFor();
  await expectAccessible(page, 'the sheet of a listing');
  await leave(admin);
});
