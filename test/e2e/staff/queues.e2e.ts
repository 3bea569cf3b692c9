import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
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

/** Finished items of the staff queues are paged by keyboard and by buttons, and the address contains the page. */
const patience = { timeout: 20_000 };
let site: Site;
beforeAll(async () => {
  site = await openSite();
  await look(
    site,
    `insert into reports (protocol, reporter_id, target_kind, target_id, reason, text, state, decided_by, decided_at,
        decision_note)
     select 'D-E2E0-' || lpad(n::text, 4, '0'), b.id, 'user', s.id, 'spam', 'Aviso número ' || n, 'dismissed', a.id,
       market_now(), 'Está dentro das regras.'
     from generate_series(1, 60) n, users b, users s, users a
     where b.email = 'compradora@demo.praca' and s.email = 'vendedora@demo.praca' and a.email = 'admin@demo.praca'
     order by n`,
  );
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const newestOf = (page: Page) =>
  page
    .getByText(/^Aviso número \d+$/)
    .first()
    .textContent();

test('decided reports are paged by buttons and by the arrow keys, and a reload stays on the page', async () => {
  const support = await visit(site.url);
  const { page } = support;
  await signIn(support, 'suporte@demo.praca');
  await page.goto('/dashboard/denuncias', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: /^Decididas/ }).click();
  await expect.poll(() => newestOf(page), patience).toBe('Aviso número 60');
  await page.getByRole('combobox', { name: 'Linhas por página' }).click();
  await page.getByRole('option', { name: '25 por página' }).click();
  // Until the 25 rows are shown, «Próxima» continues after row 50.
  await expect.poll(() => page.getByText(/^Aviso número \d+$/).count(), patience).toBe(25);

  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect.poll(() => newestOf(page), patience).toBe('Aviso número 35');
  await page.reload({ waitUntil: 'networkidle' });
  await expect.poll(() => newestOf(page), patience).toBe('Aviso número 35');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => newestOf(page), patience).toBe('Aviso número 10');
  await expectAccessible(page, 'a page of what was decided');
  await expectNoSideScroll(page, 'a page of what was decided');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => newestOf(page), patience).toBe('Aviso número 35');
  await page.getByRole('button', { name: 'Anterior' }).click();
  await expect.poll(() => newestOf(page), patience).toBe('Aviso número 60');
  await page.getByRole('button', { name: 'Anterior', disabled: true }).waitFor();

  await page
    .getByRole('link', { name: /^Denúncias/ })
    .last()
    .click();
  await expect.poll(() => new URL(page.url()).search, patience).toBe('');
  await leave(support);
}, 60_000);
