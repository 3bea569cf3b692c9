import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentStates } from '#domain/accounts/documents/checks.ts';
import { sellerLevels } from '#domain/accounts/seller-levels/rules.ts';
import { expectWholeBooks, look } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, leave, visit } from '#test/e2e/visitor.ts';

/** The demo market shows what makes people trust each other, in every state that staff and members meet. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

async function namesOf(text: string): Promise<string[]> {
  const rows = await look<{ name: string }>(site, text);
  return rows.map(({ name }) => name).toSorted();
}

test('the demo has sellers of each level and documents in each state', async () => {
  expect(await namesOf('select distinct level as name from seller_levels')).toEqual(sellerLevels.toSorted());
  expect(await namesOf('select distinct state as name from document_checks')).toEqual(
    documentStates.toSorted(),
  );
  const { page, ...visitor } = await visit(site.url);
  await page.goto('/perfil/codigo_na_hora');
  await page.getByText('Diamante').first().waitFor();
  await leave({ page, ...visitor });
});

test('the demo has appeals in each state, strikes, minors, a dossier and a payment by the fund', async () => {
  expect(await namesOf('select distinct state as name from appeals')).toEqual([
    'open',
    'overturned',
    'upheld',
  ]);
  const [counts] = await look<Record<string, number>>(
    site,
    `select (select count(*)::int from strikes) as strikes, (select count(*)::int from dossiers) as dossiers,
      (select count(*)::int from fund_payments) as fund,
      (select count(*)::int from guardian_consents where given_at is not null) as guarded`,
  );
  expect(counts).toEqual({ strikes: 4, dossiers: 1, fund: 1, guarded: 1 });
  await expectWholeBooks(site);
  const staff = await visit(site.url);
  await people.logIn(staff.page, { email: 'admin2@demo.praca', password: 'praca-demo-2026' });
  await staff.page.goto('/dashboard/recursos');
  await staff.page.getByText('thiago_farias').first().waitFor();
  await leave(staff);
});
