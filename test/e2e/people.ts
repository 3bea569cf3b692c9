import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { completeCpf } from '#demo/cpf.ts';
import { expectAccessible, signIn } from './visitor.ts';
import type { Visitor } from './visitor.ts';

/** A person created for one test, with a unique name, e-mail, phone and document. */
export interface Person {
  username: string;
  email: string;
  password: string;
  /** Digits with area code. */
  phone: string;
  cpf: string;
  fullName: string;
}

export function newPerson(name: string): Person {
  const mark = randomBytes(4).toString('hex');
  return {
    username: `${name}_${mark}`,
    email: `${name}.${mark}@exemplo.com.br`,
    password: `receita-da-avo-${mark}`,
    // Not of the series 0000, which the simulated senders and banks refuse.
    phone: `119${randomInt(10_000_000, 99_999_999)}`.replace(/0000$/, '1111'),
    cpf: completeCpf(String(randomInt(100_000_000, 899_999_999))),
    fullName: 'Pessoa Inventada da Silva',
  };
}

/** Opens a server-rendered page and waits for its hydration: an earlier press would be lost. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
}

/**
 * Waits for the reply to a write; call it before the press that sends the write. Leaving the page earlier would cancel
 * the request, and `networkidle` resolves at once after a page was idle once.
 */
export function saved(
  page: Page,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
): Promise<Response> {
  return page.waitForResponse((reply) => reply.request().method() === method && reply.url().includes(path));
}

/** Waits for the page to render the newest data. */
export async function drawn(page: Page, answer: Response): Promise<void> {
  await answer.finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Ends on the screen that waits for the confirmation of the e-mail. */
export async function register(page: Page, person: Person): Promise<void> {
  await open(page, '/auth/register');
  await fillRegistration(page, person);
}

/** The same on the open form. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Nome de usuário', { exact: true }).fill(person.username);
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await tick(page.getByRole('checkbox'));
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Confirme seu e-mail' }).waitFor();
}

/** A checkbox pressed before hydration is ticked afterwards, not at once. */
export async function tick(box: Locator): Promise<void> {
  await box.click();
  await expect.poll(() => box.isChecked()).toBe(true);
}

/** Opens a letter in the mailbox of /dev: the newest to this address whose subject contains `subject`. */
export async function letterTo(bench: Page, email: string, subject: string): Promise<Locator> {
  const letter = bench.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject }).first();
  await appears(bench, letter);
  await letter.locator('summary').click();
  return letter;
}

/** The address of a letter's button. */
export async function linkIn(letter: Locator): Promise<string> {
  return (await letter.getByRole('link', { name: 'Abrir link do e-mail' }).getAttribute('href'))!;
}

/** The six digits of a letter or of a text message. */
export async function codeIn(message: Locator): Promise<string> {
  return /\b\d{6}\b/.exec((await message.textContent()) ?? '')![0];
}

/** The newest text message to a number, at /dev. */
export async function textMessageTo(bench: Page, phone: string): Promise<Locator> {
  const message = bench
    .getByRole('listitem')
    .filter({ hasText: `+55${phone}` })
    .first();
  await appears(bench, message);
  return message;
}

/** Letters are sent in the background: /dev is reloaded until it arrives. */
async function appears(bench: Page, what: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await bench.goto('/dev');
        await bench.getByRole('heading', { level: 1 }).waitFor();
        return what.count();
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBeGreaterThan(0);
}

export async function confirmEmail(page: Page, bench: Page, { email }: Person): Promise<void> {
  const letter = await letterTo(bench, email, 'Confirme seu e-mail');
  await page.getByLabel('Código do e-mail').fill(await codeIn(letter));
  await page.getByRole('heading', { level: 1, name: 'E-mail confirmado' }).waitFor();
}

export async function confirmPhone(page: Page, bench: Page, person: Person): Promise<void> {
  await page.goto('/verification-phone');
  await provePhone(page, bench, person);
}

/** The screen that asks for it is open already. */
export async function provePhone(page: Page, bench: Page, { phone }: Person): Promise<void> {
  await page.getByLabel('Celular').pressSequentially(phone);
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await page.getByRole('heading', { level: 1, name: 'Digite o código' }).waitFor();
  await page.getByLabel('Código do SMS').fill(await codeIn(await textMessageTo(bench, phone)));
  await page.getByRole('heading', { level: 1, name: 'Celular confirmado' }).waitFor();
}

export async function confirmIdentity(page: Page, person: Person): Promise<void> {
  await page.goto('/conta/perfil');
  await fillIdentity(page, person);
  await page.getByText('Informado', { exact: true }).waitFor();
}

/** The same on the open screen. */
export async function fillIdentity(page: Page, { fullName, cpf }: Person): Promise<void> {
  await page.getByLabel('Nome completo').fill(fullName);
  await page.getByLabel('Data de nascimento').pressSequentially('14051988');
  await page.getByLabel('CPF ou CNPJ').pressSequentially(cpf);
  await page.getByRole('button', { name: 'Salvar meus dados' }).click();
}

/** The state of an authenticator app: the secret, and the step of its last used code. */
export interface App {
  totp: TOTP;
  lastStep: number;
}

const stepMs = 30_000;

/** An unused code: each works once. Servers accept the next one too, so it waits from the third on. */
export async function freshCode(app: App): Promise<string> {
  const step = Math.max(Math.floor(Date.now() / stepMs), app.lastStep + 1);
  const tooEarlyMs = (step - 1) * stepMs - Date.now();
  if (tooEarlyMs > 0) await sleep(tooEarlyMs);
  app.lastStep = step;
  return app.totp.generate({ timestamp: step * stepMs });
}

/**
 * Sets up the authenticator app at Conta → Segurança; it also creates recovery codes.
 * @param checked whether axe checks its screens on the way
 */
export async function enrolApp(
  page: Page,
  { checked = false } = {},
): Promise<{ app: App; recoveryCodes: string[] }> {
  await page.goto('/conta/seguranca');
  // New notices may cover it until it takes the focus.
  await page.getByRole('button', { name: 'Ativar aplicativo' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Ativar aplicativo autenticador' });
  const secret = (await sheet.locator('p.font-mono').textContent())!.replaceAll(/\s/g, '');
  if (checked) await expectAccessible(page, 'setting an app up');
  const app = { totp: new TOTP({ secret: Secret.fromBase32(secret) }), lastStep: 0 };
  await sheet.getByLabel('Código do aplicativo').fill(await freshCode(app));
  const kept = page.getByRole('dialog', { name: 'Guarde seus códigos reserva' });
  await kept.getByRole('listitem').first().waitFor();
  if (checked) await expectAccessible(page, 'the recovery codes');
  const recoveryCodes = await kept.getByRole('listitem').allTextContents();
  await kept.getByRole('checkbox', { name: 'Guardei os códigos' }).check();
  await kept.getByRole('button', { name: 'Concluir' }).click();
  await page.getByText(/Ativo desde/).waitFor();
  return { app, recoveryCodes };
}

/** Fills the open form of the page or of the sheet. */
export async function enterPassword(
  page: Page | Locator,
  { email, password }: Pick<Person, 'email' | 'password'>,
) {
  await page.getByLabel('E-mail ou nome de usuário').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Signs in by password and, where it is set up, by the app; ends at `returnTo`. */
export async function logIn(
  page: Page,
  person: Pick<Person, 'email' | 'password'>,
  { app, returnTo = '/' }: { app?: App; returnTo?: string } = {},
): Promise<void> {
  await open(page, `/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
  await enterPassword(page, person);
  if (app) await enterCode(page, app);
  await page.waitForURL((url) => url.pathname === returnTo);
}

/** The sign-in cards of /dev; they lead away from it once the browser has a session. */
export async function enterByOneClick(page: Page, login: string): Promise<void> {
  await page.goto('/dev');
  await page.getByRole('listitem').filter({ hasText: login }).getByRole('button').first().click();
  await page.waitForURL((url) => url.pathname !== '/dev');
}

/** «Confirme que é você», as a page or in a dialog. */
export async function enterCode(page: Page, app: App): Promise<void> {
  await page.getByLabel('Código', { exact: true }).fill(await freshCode(app));
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/sair');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Entrar' }).first().waitFor();
}

/** Moves the market's clock at /dev: «+8 dias». */
export async function moveClock(bench: Page, label: string): Promise<void> {
  await bench.goto('/dev');
  await bench.getByRole('button', { name: `Adiantar o relógio: ${label}` }).click();
  await bench.getByText('Relógio adiantado').first().waitFor();
}

/** A listing that anybody may buy, published today. */
export async function openCheapListing(page: Page): Promise<void> {
  await open(page, '/anuncios?ordem=menor-preco');
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
  await page.waitForURL(/\/anuncio\//);
}

/** «Comprar» on a listing's page, after hydration when it was just loaded. */
export async function startBuying(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Comprar/ })
    .first()
    // New notices cover the button until it takes the focus.
    .press('Enter');
}

/** Staff approve a person's withdrawal. */
export async function approveWithdrawal(page: Page, username: string): Promise<void> {
  await page.goto('/dashboard/saques');
  const row = page.getByRole('row').filter({ hasText: username });
  // As above: staff have notices too, of late tickets.
  await row.getByRole('button', { name: /^Aprovar/ }).press('Enter');
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /^Aprovar R\$/ })
    .click();
  // The open dialog hides the row before it is decided.
  await page.getByText('Saque aprovado').first().waitFor();
  await row.waitFor({ state: 'hidden' });
}

/** Asks a question about one of the seller's listings. */
export async function askAbout(buyer: Visitor, seller: Visitor): Promise<void> {
  await signIn(buyer, 'compradora@demo.praca');
  const path = await seller.page.evaluate(async () => {
    const token = localStorage.getItem('marketplace_auth');
    const answer = await fetch('/api/v1/listings?state=published', {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: { items: { slug: string }[] } };
    return `/anuncio/${data.items[0]!.slug}`;
  });
  await buyer.page.goto(path);
  await buyer.page.getByLabel('Sua pergunta').fill('Ainda tem? Vem com a caixa e o cabo?');
  await buyer.page.getByRole('button', { name: 'Perguntar' }).click();
}
