import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from './people.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, leave, visit } from './visitor.ts';

/** An account's whole life but its end, through the screens only (`privacy.e2e.ts` has the end). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const phone = { width: 375, height: 812 };

test('a new account climbs to level 2: e-mail by code, phone, identity', async () => {
  const person = people.newPerson('ana');
  const visitor = await visit(site.url, phone);
  const bench = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  await people.confirmEmail(page, bench.page, person);
  await page.goto('/conta');
  await page.getByRole('heading', { name: 'Seu limite: nível 0' }).waitFor();
  await page.getByRole('link', { name: 'Confirmar celular' }).first().waitFor();

  await people.confirmPhone(page, bench.page, person);
  await page.goto('/conta');
  await page.getByRole('heading', { name: 'Seu limite: nível 1' }).waitFor();

  await people.confirmIdentity(page, person);
  await page.goto('/conta');
  await page.getByRole('heading', { name: 'Seu limite: nível 2' }).waitFor();
  const withdrawals = page.getByRole('row', { name: /Sacar por dia/ });
  expect(await withdrawals.textContent()).toMatch(/R\$/);
  await leave(visitor, bench);
});

test('confirming by the link in another tab moves the first tab on', async () => {
  const person = people.newPerson('beto');
  const visitor = await visit(site.url);
  const bench = await visit(site.url);
  await people.register(visitor.page, person);
  const link = await people.linkIn(
    await people.letterTo(bench.page, person.email, 'Confirme seu e-mail'),
  );
  const other = await visitor.context.newPage();
  await other.goto(link);
  await other.getByRole('heading', { level: 1, name: 'E-mail confirmado' }).waitFor();
  await visitor.page.getByRole('heading', { level: 1, name: 'E-mail confirmado' }).waitFor();

  await other.goto(link);
  await other.getByRole('heading', { level: 1 }).filter({ hasText: /venceu|confirmado/ }).waitFor();
  await leave(visitor, bench);
});
