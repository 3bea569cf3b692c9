import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyPlace } from '../places.ts';
import type { Place } from '../places.ts';
import { openSite } from '../site.ts';
import type { Site } from '../site.ts';
import { closeBrowser, signIn, visit } from '../visitor.ts';
import type { Visitor } from '../visitor.ts';

const script = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'find-covered.ts'), 'utf8'));
const notices = [
  ['Você tem uma venda nova', 'banknote', '/conta/vendas'],
  ['Uma resposta na sua pergunta', 'message-circle', null],
  ['A fila de saques espera por você', 'hourglass', '/dashboard/saques'],
] as const;

type Who = Place['as'];

/** Two browsers at a time: more would only wait for each other. */
const groups: readonly (readonly Who[])[] = [
  ['visitor', 'compradora', 'vendedora'],
  ['suporte', 'admin'],
];

/**
 * Opens the places of these people in a window of this size, in both themes, with three unread notices, the push card
 * due and the support button: nothing that is read or pressed is covered. `npm run test:cover` opens every place at
 * every width, which takes ten minutes.
 */
export function testNothingIsCovered(width: number, height: number, people: readonly Who[]): void {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    await addNotices(site.ownerUrl);
  });
  afterAll(async () => {
    await closeBrowser();
    await site.close();
  });

  describe(`at ${width} px`, () => {
    const isWhole = process.env.EVERY_PLACE === '1';
    const opened = groups.map((group) => group.filter((who) => isWhole || people.includes(who)));
    for (const group of opened.filter(({ length }) => length > 0))
      test.concurrent(`nothing covers what ${group.join(', ')} read and press`, async ({
        onTestFailed,
        expect: expectHere,
      }) => {
        const covered: string[] = [];
        for (const who of group) {
          const visitor = await visit(site.url, { width, height, onTestFailed });
          await visitor.context.addInitScript(forgetSeenCards);
          await prepare(visitor, who);
          for (const place of (await everyPlace(site.ownerUrl)).filter(({ as }) => as === who))
            covered.push(...(await lookAt(visitor.page, place)));
          await visitor.close();
        }
        expectHere(covered).toEqual([]);
      }, 600_000);

    test('the card that offers push messages covers nothing, and is on no page with tasks', async () => {
      const visitor = await visit(site.url, { width, height });
      const { page } = visitor;
      await prepare(visitor, 'vendedora');
      const card = page.getByRole('region', { name: 'Ativar avisos' });
      const menu = page.getByRole('navigation', { name: 'Sua conta' });
      const settings = page.waitForResponse('**/api/v1/public/push');
      await page.goto('/conta/compras');
      await settings;
      await menu.getByRole('link', { name: 'Favoritos' }).click();
      await page.waitForURL('**/conta/favoritos');
      await card.waitFor();
      await settled(page);
      expect(await coveredIn(page)).toEqual([]);
      await menu.getByRole('link', { name: 'Vendas' }).click();
      await page.waitForURL('**/conta/vendas');
      await card.waitFor({ state: 'detached' });
      await visitor.close();
    });
  });
}

async function lookAt(page: Page, place: Place): Promise<string[]> {
  await page.goto(place.path);
  if (place.as !== 'visitor') await expectShell(page, place);
  await settled(page);
  return (await coveredIn(page)).map((found) => `${place.path} as ${place.as}: ${found}`);
}

/** The page has its title, its fonts and its data, and no message that closes by itself. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      document.fonts.status === 'loaded' &&
      !document.querySelector('[data-slot=loading], [data-slot=toast], [aria-busy=true]'),
  );
}

async function prepare(visitor: Visitor, who: Who): Promise<void> {
  await visitor.context.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
  );
  await visitor.context.addInitScript(
    `${script.replaceAll(/^export /gm, '')}; Object.assign(window, { findCovered, boxesOfPage })`,
  );
  if (who !== 'visitor') await signIn(visitor, `${who}@demo.praca`);
}

/** Every page has its cards, as if it were the first of a visit. */
function forgetSeenCards(): void {
  for (const store of [sessionStorage, localStorage])
    for (const key of Object.keys(store)) if (/avisos_vistos/.test(key)) store.removeItem(key);
}

/** The cards of all notices but the one that leads to this page, and the support button. */
async function expectShell(page: Page, { path }: Place): Promise<void> {
  if (/^\/(sair|verification)/.test(path)) return;
  const [pathname] = path.split('?');
  for (const [title, , url] of notices)
    await page
      .locator('[data-slot=notification-card]', { hasText: title })
      .waitFor({ state: url === pathname ? 'detached' : 'visible' });
  await page.locator('[data-slot=support-launcher]').waitFor();
}

/** In the second theme too, if that moves anything: what covers what follows from the boxes. */
async function coveredIn(page: Page): Promise<string[]> {
  const [found, light] = await page.evaluate(async () => [await findCovered(), boxesOfPage()] as const);
  const dark = await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
    return boxesOfPage();
  });
  return dark === light ? found : [...found, ...(await page.evaluate(() => findCovered()))];
}

/** Of `find-covered.ts`, in the page. */
declare const findCovered: () => Promise<string[]>;
declare const boxesOfPage: () => string;

/** Only these are unread, for each of the demo accounts. */
async function addNotices(ownerUrl: string): Promise<void> {
  const client = new Client(ownerUrl);
  await client.connect();
  await client.query(`update notifications set read = true`);
  for (const notice of notices)
    await client.query(
      `insert into notifications (user_id, title, description, icon, url)
       select id, $1, 'Confira os detalhes e responda até amanhã, para que tudo siga no prazo combinado.', $2, $3
       from users where email like '%@demo.praca'`,
      [...notice],
    );
  await client.end();
}
