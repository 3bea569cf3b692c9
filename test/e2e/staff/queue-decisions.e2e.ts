import type { Locator, Page } from 'playwright-core';
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

/** What support may not decide is marked in the queue, and the buttons of a decision stay in view while its item scrolls. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
  await look(
    site,
    `update categories set risk_class = 'risky' where id = (select category_id from listings
       where state = 'in_review' order by submitted_at limit 1)`,
  );
  await look(
    site,
    `update listings set description = repeat('Uma linha da descrição deste anúncio. ', 60)
     where state = 'in_review'`,
  );
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const sizes = [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  // A phone on its side.
  { width: 812, height: 375 },
  { width: 1280, height: 800 },
];

test('a queue says what only an administrator decides, and why, before it is opened', async () => {
  const support = await visit(site.url);
  const { page } = support;
  await signIn(support, 'suporte@demo.praca');
  await page.goto('/dashboard/revisao');
  const marked = page
    .getByRole('complementary', { name: 'Fila' })
    .getByRole('link')
    .filter({ hasText: 'Só admin decide' })
    .first();
  await marked.getByText('Categorias de risco são decididas por um administrador.').waitFor();
  await marked.click();
  const approve = page.getByRole('button', { name: /^Aprovar/ });
  await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('true');
  // Pale while the next one loads.
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
  await expectAccessible(page, 'a review that only an administrator decides');
  await leave(support);

  const admin = await visit(site.url);
  await signIn(admin, 'admin@demo.praca');
  await admin.page.goto('/dashboard/revisao');
  await admin.page.getByRole('button', { name: /^Aprovar/ }).waitFor();
  expect(await admin.page.getByText('Só admin decide').count()).toBe(0);
  await leave(admin);
});

test.each(sizes)('decision buttons stay in view while a long item scrolls, at $width px', async (size) => {
  const support = await visit(site.url, size);
  const { page } = support;
  await signIn(support, 'suporte@demo.praca');

  await page.goto('/dashboard/revisao');
  await expectInViewWhileScrolling(page, page.getByRole('button', { name: /^Aprovar/ }), 'the review');

  await page.goto('/dashboard/comprovantes');
  await expectInViewWhileScrolling(
    page,
    page.getByRole('button', { name: /^Propor aprovação/ }),
    'the proofs',
  );
  await leave(support);

  // The price of the case differs from day to day, and support decides small ones only (R07).
  const admin = await visit(site.url, size);
  await signIn(admin, 'admin@demo.praca');
  await admin.page.goto('/dashboard/reclamacoes');
  await admin.page.getByRole('link', { name: 'Veio diferente' }).first().click();
  await admin.page.waitForURL(/reclamacoes\/\d+$/);
  if (size.width < 1024) await admin.page.getByRole('button', { name: 'Decisão', exact: true }).click();
  const decide = admin.page.getByRole('button', { name: 'Decidir caso' });
  await expectInViewWhileScrolling(admin.page, decide, 'the case');
  await leave(admin);
});

/** The button can be pressed at the top, in the middle and at the end of what scrolls. */
async function expectInViewWhileScrolling(page: Page, button: Locator, where: string): Promise<void> {
  await button.waitFor();
  await closeNotices(page);
  for (const share of [0, 0.5, 1]) {
    await page.evaluate(
      (part) => window.scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight)),
      share,
    );
    await expect.poll(() => canBePressed(button), { message: `${where} at ${share}` }).toBe(true);
  }
  await expectNoSideScroll(page, where);
}

const canBePressed = (button: Locator) =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return y >= 0 && y + height <= innerHeight && (top === element || element.contains(top));
  });

async function closeNotices(page: Page): Promise<void> {
  const all = page.getByRole('button', { name: 'Marcar tudo como lido' });
  if (await all.isVisible()) await all.press('Enter');
}
