import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, signIn, visit } from '#test/e2e/visitor.ts';

/** The final review without a mouse (design §4.13, path f): keys decide and undo, also through network failures. */
const patience = { timeout: 20_000 };
const sitting = 20;
let site: Site;
/** The last event before this test. */
let before: number;
beforeAll(async () => {
  site = await openSite();
  await fillQueue(sitting + 10);
  before = (await look<{ id: number }>(site, 'select max(id)::int as id from events'))[0]!.id;
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

interface Decided {
  id: number;
  kind: string;
}

test('twenty decisions in a row by keyboard alone, and one undone within 6 s is never sent', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'admin@demo.praca');
  await openQueue(page);
  await page.keyboard.press('j');
  await expect.poll(() => place(page), patience).toBe(1);
  await page.keyboard.press('k');
  await expect.poll(() => place(page), patience).toBe(0);
  await page.keyboard.press('2');
  await page.getByRole('checkbox', { name: 'As fotos mostram o item', checked: true }).waitFor();

  const wanted: Decided[] = [];
  for (let turn = 0; turn < sitting; turn++) {
    if (turn === 3) await changeOfMind(page);
    wanted.push({ id: await currentId(page), kind: await decide(page, turn) });
  }
  await page.getByText(/^20 revisados, \d+ s em média$/).waitFor();
  expect(new Set(wanted.map(({ id }) => id)).size).toBe(sitting);
  await expect.poll(() => decisionsOn(wanted), patience).toEqual(wanted);
  await leave(visitor);
}, 120_000);

test('a lost connection loses no decision and says so; the reconnection sends each once', async () => {
  const visitor = await visit(site.url);
  const { page, context } = visitor;
  await signIn(visitor, 'admin@demo.praca');
  // The first comes with the list, and the next two are fetched ahead.
  const ahead = itemsRead(page, 2);
  await openQueue(page);
  await ahead;

  await context.setOffline(true);
  await page.getByText('Sem internet. Mostrando o que já estava carregado.').waitFor();
  const wanted = [
    { id: await currentId(page), kind: await decide(page, 0) },
    { id: await currentId(page), kind: await decide(page, 3) },
    { id: await currentId(page), kind: await decide(page, 4, { last: true }) },
  ];
  await page.getByText('3 decisões estão salvas e são enviadas quando a conexão voltar.').waitFor();
  await expectAccessible(page, 'the review without a connection');
  expect(await decisionsOn(wanted)).toEqual([]);

  await context.setOffline(false);
  await expect.poll(() => decisionsOn(wanted), patience).toEqual(wanted);
  await page.getByText(/decisões estão salvas/).waitFor({ state: 'detached' });
  visitor.complaints.length = 0;
  await leave(visitor);
}, 120_000);

test('a reply that is lost, and a reload, count once', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'admin@demo.praca');
  await openQueue(page);
  let lost = 0;
  await page.route('**/api/v1/staff/reviews/*/decision', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  const wanted = [{ id: await currentId(page), kind: await decide(page, 0) }];
  await page.getByText('1 decisão está salva e é enviada quando a conexão voltar.').waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Revisão final' }).waitFor();
  await page.getByRole('button', { name: /Aprovar anúncio/ }).waitFor();
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('decisoes'))))
    .toEqual([]);
  expect(lost).toBe(1);
  expect(await decisionsOn(wanted)).toEqual(wanted);
  visitor.complaints.length = 0;
  await leave(visitor);
}, 120_000);

async function openQueue(page: Page): Promise<void> {
  await page.goto('/dashboard/revisao', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /Aprovar anúncio/ }).waitFor();
}

/** Resolves when the browser has loaded this many different items. */
async function itemsRead(page: Page, count: number): Promise<void> {
  const items = new Set<string>();
  await page.waitForEvent('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    if (/\/staff\/reviews\/\d+$/.test(path)) items.add(path);
    return items.size === count;
  });
}

/** Approves, undoes, refuses, undoes; the note is still there for a next attempt. */
async function changeOfMind(page: Page): Promise<void> {
  const title = await currentTitle(page);
  await page.keyboard.press('a');
  await moved(page, title);
  await page.keyboard.press('z');
  await expect.poll(() => currentTitle(page), patience).toBe(title);
  await decide(page, 4);
  await page.keyboard.press('z');
  await expect.poll(() => currentTitle(page), patience).toBe(title);
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Recusar anúncio' });
  await dialog.getByRole('checkbox', { checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** Approves three in five, returns one to its seller, refuses one. @returns the decisions to be recorded */
async function decide(page: Page, turn: number, { last = false } = {}): Promise<string> {
  const title = await currentTitle(page);
  const change = await page.getByText('Mudança de anúncio no ar').count();
  if (turn % 5 < 3) await page.keyboard.press('a');
  else await refuse(page, turn % 5 === 3 ? 's' : 'r');
  if (!last) await moved(page, title);
  const verb =
    turn % 5 < 3 ? (change ? 'applied' : 'approved') : turn % 5 === 3 ? 'changes_requested' : 'rejected';
  return `${change ? 'revision' : 'listing'}.${verb}`;
}

/** Within 6 Tab stops to a reason, which writes the message; Ctrl+Enter submits. */
async function refuse(page: Page, key: 's' | 'r'): Promise<void> {
  await page.keyboard.press(key);
  const dialog = page.getByRole('dialog', { name: key === 's' ? 'Pedir ajuste' : 'Recusar anúncio' });
  await dialog.waitFor();
  const onReason = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'checkbox');
  let stops = 0;
  for (; !(await onReason()) && stops <= 6; stops++) await page.keyboard.press('Tab');
  expect(stops).toBeLessThanOrEqual(6);
  await page.keyboard.press('Space');
  await dialog.getByRole('checkbox', { checked: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
}

async function moved(page: Page, title: string): Promise<void> {
  await expect.poll(() => currentTitle(page), patience).not.toBe(title);
}

async function currentTitle(page: Page): Promise<string> {
  return (await page.locator('article h2').textContent()) ?? '';
}

const inQueue = (page: Page) => page.getByRole('complementary', { name: 'Fila' }).getByRole('link');

/** The reviewer's index in the queue, from 0. */
async function place(page: Page): Promise<number> {
  const marks = await inQueue(page).evaluateAll((links) => links.map((link) => link.ariaCurrent));
  return marks.indexOf('true');
}

async function currentId(page: Page): Promise<number> {
  const link = inQueue(page).and(page.locator('[aria-current=true]'));
  return Number(new URLSearchParams((await link.getAttribute('href'))!.split('?')[1]).get('id'));
}

/** Every decision on these listings in this test, in order. */
async function decisionsOn(listings: readonly Decided[]): Promise<Decided[]> {
  const ids = listings.map(({ id }) => id);
  return look<Decided>(
    site,
    `select subject_id::int as id, kind from events
     where subject_kind = 'listing' and subject_id = any($1) and id > $2
       and kind ~ '^(listing|revision)\\.(approved|applied|changes_requested|rejected)$'
     order by array_position($1, subject_id), id`,
    [ids, before],
  );
}

/** More items than the demo has: listings on sale return to review. */
async function fillQueue(count: number): Promise<void> {
  await look(site, 'alter table listings disable trigger listings_state');
  await look(
    site,
    `update listings set state = 'in_review', submitted_at = market_now() - id * interval '1 minute'
     where id in (select id from listings where state = 'published' order by id desc limit $1)`,
    [count],
  );
  await look(site, 'alter table listings enable trigger listings_state');
}
