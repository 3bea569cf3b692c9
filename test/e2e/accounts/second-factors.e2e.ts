import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, visit } from '#test/e2e/visitor.ts';

/** The authenticator app, recovery codes, trusted devices and passkeys, through the screens only. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const prove = { name: 'Confirme que é você' } as const;

test('the app is set up, and required at every sign-in except on a trusted device', async () => {
  const person = people.newPerson('totp');
  const visitor = await visit(site.url, { width: 375, height: 812 });
  const { page } = visitor;
  await people.register(page, person);
  const { app, recoveryCodes } = await people.enrolApp(page, { checked: true });
  expect(new Set(recoveryCodes).size).toBe(10);
  await page.reload();
  await page.getByText('10 códigos restantes').waitFor();
  expect(await page.getByText(recoveryCodes[0]!).count()).toBe(0);

  await people.signOut(page);
  await people.logIn(page, person, { app, returnTo: '/conta' });

  await people.signOut(page);
  await people.open(page, '/auth/login?returnTo=/conta/seguranca');
  await people.enterPassword(page, person);
  await page.getByRole('heading', prove).waitFor();
  await expectAccessible(page, 'the second step');
  await page.getByRole('button', { name: /código reserva/ }).click();
  await page.getByLabel('Código reserva').fill(recoveryCodes[0]!);
  await page.getByRole('checkbox', { name: /Confiar neste aparelho/ }).check();
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await page.getByText('9 códigos restantes').waitFor();
  await page.getByText('De confiança').waitFor();

  await people.signOut(page);
  await people.logIn(page, person, { returnTo: '/conta' });

  const elsewhere = await visit(site.url);
  await people.open(elsewhere.page, '/auth/login');
  await people.enterPassword(elsewhere.page, person);
  await elsewhere.page.getByRole('heading', prove).waitFor();
  await leave(visitor, elsewhere);
});

test('signing in with two steps and out again takes 12 Tab stops at most', async () => {
  const person = people.newPerson('teclas');
  const visitor = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  const { app } = await people.enrolApp(page);
  await people.signOut(page);

  await people.open(page, '/auth/login');
  await page.locator('h1').evaluate((title) => {
    title.tabIndex = -1;
    title.focus();
  });
  let stops = await tabTo(page, '[name=login]');
  await page.keyboard.type(person.email);
  stops += await tabTo(page, '[name=password]');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', prove).waitFor();
  await expect.poll(() => isFocused(page, '[autocomplete=one-time-code]')).toBe(true);
  await page.keyboard.type(await people.freshCode(app));
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('button', { name: /^Sua conta/ }).waitFor();
  await expect.poll(() => isFocused(page, 'h1')).toBe(true);
  stops += await tabTo(page, '[aria-label^="Sua conta"]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await expect.poll(() => isFocused(page, '[role=menuitem]')).toBe(true);
  await page.keyboard.press('End');
  await expect
    .poll(() => isFocused(page, '[role=menuitem]:last-of-type, [role=menuitem][href="/sair"]'))
    .toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Entrar' }).first().waitFor();
  expect(stops).toBeLessThanOrEqual(12);
  await leave(visitor);
});

test('a passkey is created, signs in as both steps at once, and is deleted', async () => {
  const person = people.newPerson('chave');
  const visitor = await visit(site.url);
  const { page } = visitor;
  await addAuthenticator(page);
  await people.register(page, person);
  await page.goto('/conta/seguranca');
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criar chave de acesso' });
  await dialog.getByLabel('Nome da chave').fill('Chave da mesa');
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  const codes = page.getByRole('dialog', { name: 'Guarde seus códigos reserva' });
  await codes.getByRole('checkbox', { name: 'Guardei os códigos' }).check();
  await codes.getByRole('button', { name: 'Concluir' }).click();
  await page.getByText('Chave da mesa', { exact: true }).waitFor();

  await people.signOut(page);
  await people.open(page, '/auth/login?returnTo=/conta/seguranca');
  // The browser may offer the key by itself in the e-mail field, and the virtual authenticator accepts at once.
  const button = page.getByRole('button', { name: 'Entrar com chave de acesso' });
  await button.click({ timeout: 4_000 }).catch(() => undefined);
  await page.waitForURL((url) => url.pathname === '/conta/seguranca');
  await page
    .getByText(/usada /)
    .first()
    .waitFor();

  await page.getByRole('button', { name: 'Apagar Chave da mesa' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar chave' }).click();
  await page.getByText('Chave apagada').waitFor();
  // The list is requested again while the message is still shown.
  await expect.poll(() => page.getByText('Chave da mesa', { exact: true }).count()).toBe(0);

  await people.signOut(page);
  await people.logIn(page, person, { returnTo: '/conta' });
  await leave(visitor);
});

/** A key of the browser's own authenticator that verifies its person without a prompt. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Presses Tab until this element has the focus. @returns the number of presses */
async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  for (let stops = 1; stops <= 20; stops++) {
    await page.keyboard.press(key);
    if (await isFocused(page, selector)) return stops;
  }
  throw new Error(`${selector} is not reached by Tab`);
}

function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
}
