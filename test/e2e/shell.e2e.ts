import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look } from './books.ts';
import { askAbout, drawn, open, saved } from './people.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, leave, signIn, visit } from './visitor.ts';

/**
 * The shell's own behaviour: start-up, ignored failures, cookie, socket, toasts, notices (specification §2, §4, §8,
 * §9).
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const patience = { timeout: 20_000 };
const toasts = (page: Page) => page.locator('[data-slot=toast]');
const cards = (page: Page) => page.locator('[data-slot=notification-card]');

/** What the demo market tells its team depends on the day on which it is filled. */
async function notify(email: string): Promise<void> {
  await look(
    site,
    `insert into notifications (user_id, title, description, icon, url)
     select id, 'Recado da equipe', 'Confira as filas de hoje.', 'info', '/dashboard' from users where email = $1`,
    [email],
  );
}

/** The number on the bell. */
async function unread(page: Page): Promise<number> {
  const words = await page.getByRole('button', { name: /^Ver avisos/ }).getAttribute('aria-label');
  return Number(/\d+/.exec(words!)?.[0] ?? 0);
}

/** The calls of the start-up, in order. */
function startCalls(page: Page): string[] {
  const wanted = /^\/api\/v1\/(user|public\/logo|notifications|user-info|user\/role)$/;
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (wanted.test(pathname)) made.push(pathname.replace('/api/v1/', ''));
  });
  return made;
}

/** Resolves once the page is subscribed to its person's events. */
async function listening(page: Page): Promise<void> {
  const line = await page.waitForEvent('websocket');
  await line.waitForEvent('framereceived', {
    predicate: ({ payload }) => /subscription_succeeded.*private-user-/.test(String(payload)),
  });
}

describe('start-up', () => {
  test('loads the user, the logo and the notices, then asks for the user’s information', async () => {
    const visitor = await visit(site.url);
    await signIn(visitor, 'compradora@demo.praca');
    const calls = startCalls(visitor.page);
    await visitor.page.goto('/conta/perfil');
    await expect.poll(() => calls, patience).toContain('user-info');
    expect(calls.slice(0, 3).toSorted()).toEqual(['notifications', 'public/logo', 'user']);
    expect(calls.indexOf('user-info')).toBe(3);
    await leave(visitor);
  });

  test('a failure of any of them is ignored: no message, and the page is shown (specification §8)', async () => {
    const visitor = await visit(site.url);
    const { page } = visitor;
    await signIn(visitor, 'compradora@demo.praca');
    for (const call of ['user', 'public/logo', 'notifications', 'user-info']) {
      const path = `**/api/v1/${call}`;
      await page.route(path, (route) => route.fulfill({ status: 500, body: 'quebrado' }));
      await Promise.all([page.waitForResponse(path), page.goto('/anuncios', { waitUntil: 'networkidle' })]);
      await page.getByRole('main').getByRole('article').first().waitFor();
      // Without a reply the visitor stays anonymous, and the session is kept.
      const signIns = page.getByRole('banner').getByRole('link', { name: 'Entrar', exact: true });
      await expect.poll(() => signIns.count(), { ...patience, message: call }).toBe(call === 'user' ? 1 : 0);
      expect(await page.evaluate(() => localStorage.getItem('marketplace_auth')), call).not.toBeNull();
      expect(await toasts(page).count(), call).toBe(0);
      expect(await page.getByRole('dialog').count(), call).toBe(0);
      await page.unroute(path);
    }
    await leave(visitor);
  });

  test.each([
    ['is refused', 'compradora@demo.praca', null],
    ['fails', 'suporte@demo.praca', 500],
  ])(
    'a role that %s is redirected from the dashboard to the home page (specification §6)',
    async (_how, login, status) => {
      const visitor = await visit(site.url);
      const { page } = visitor;
      await signIn(visitor, login);
      if (status) await page.route('**/api/v1/user/role', (route) => route.fulfill({ status }));
      // It disappears after three seconds, and a page may take longer to load.
      await Promise.all([
        toasts(page).filter({ hasText: 'Acesso restrito' }).waitFor(),
        page.goto('/dashboard/suporte'),
      ]);
      await page.waitForURL(`${site.url}/`);
      await leave(visitor);
    },
  );

  test.each(['/dashboard/rua-sem-saida', '/rua/dashboard'])(
    '%s is guarded too, although it has no page',
    async (path) => {
      const visitor = await visit(site.url);
      const { page } = visitor;
      await page.goto(path);
      await page.waitForURL(`${site.url}/`);
      await signIn(visitor, 'suporte@demo.praca');
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(new URL(page.url()).pathname).toBe(path);
      await page.getByRole('heading', { name: 'Não encontramos esta página' }).waitFor();
      await leave(visitor);
    },
  );

  test('the role is requested again for every path of the dashboard (specification §6)', async () => {
    const visitor = await visit(site.url);
    const { page } = visitor;
    await signIn(visitor, 'suporte@demo.praca');
    await page.goto('/dashboard/suporte', { waitUntil: 'networkidle' });
    expect(new URL(page.url()).pathname).toBe('/dashboard/suporte');
    await page.route('**/api/v1/user/role', (route) => route.fulfill({ status: 500 }));
    const orders = page.getByRole('navigation').getByRole('link', { name: /^Pedidos/ });
    await orders.first().click();
    await page.waitForURL(`${site.url}/`);
    await leave(visitor);
  });
});

test('a link to the current page scrolls to its top, as every navigation does', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  const top = () => page.evaluate(() => window.scrollY);
  for (const [path, place] of [
    ['/', 'header'],
    ['/termos', 'footer'],
  ] as const) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => window.scrollTo(0, 900));
    await expect.poll(top, patience).toBeGreaterThan(500);
    await page.locator(`${place} a[href="${path}"]`).first().press('Enter');
    await expect.poll(top, patience).toBe(0);
  }
  await leave(visitor);
});

test('a reply after sign-out does not restore the session', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await open(page, '/');
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/v1/user', async (route) => {
    const response = await route.fetch();
    await gone;
    await route.fulfill({ response });
  });
  // Like a sign-in in another tab.
  const asked = page.waitForRequest('**/api/v1/user');
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'marketplace_auth' })));
  await asked;
  await page.getByRole('button', { name: /^Sua conta/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sair' }).press('Enter');
  const enter = page.getByRole('banner').getByRole('link', { name: 'Entrar', exact: true });
  await enter.waitFor();
  const answered = page.waitForResponse('**/api/v1/user');
  letGo();
  await drawn(page, await answered);
  expect(await enter.count()).toBe(1);
  expect(await page.getByRole('button', { name: /^Sua conta/ }).count()).toBe(0);
  await leave(visitor);
});

test('a notice that is read while an older list is loading stays read', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  await page.goto('/conta/perfil');
  await cards(page).first().waitFor();
  const before = await unread(page);
  const made = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  await page.route('**/api/v1/notifications', async (route) => {
    const response = await route.fetch();
    made.resolve();
    await gone.promise;
    await route.fulfill({ response });
  });
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'marketplace_auth' })));
  await made.promise;
  const told = saved(page, 'PUT', '/notifications/');
  await cards(page).first().getByRole('button').first().click();
  expect((await told).ok()).toBe(true);
  await expect.poll(() => unread(page), patience).toBe(before - 1);
  const answered = page.waitForResponse('**/api/v1/notifications');
  gone.resolve();
  await drawn(page, await answered);
  expect(await unread(page)).toBe(before - 1);
  await leave(visitor);
});

test('a call without the site’s cookie gets it and is sent once more', async () => {
  const visitor = await visit(site.url);
  // Opened from a letter, in a new browser: the first call is a write, not a read.
  await visitor.page.goto('/auth/recovery?token=vencido');
  await visitor.page.getByText('Este link venceu. Peça outro.').waitFor();
  await leave(visitor);
});

test('the socket requests nothing again when it opens, and everything when it reconnects', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  const lines: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/app\//, (line) => {
    line.connectToServer();
    lines.push(line);
  });
  const calls = startCalls(page);
  const asked = () => calls.filter((call) => call === 'user').length;
  const opened = listening(page);
  await page.goto('/conta/perfil');
  await opened;
  await page.waitForLoadState('networkidle');
  expect(asked()).toBe(1);
  await lines[0]!.close({ code: 1006 });
  await expect.poll(() => lines.length, patience).toBe(2);
  await expect.poll(asked, patience).toBeGreaterThan(1);
  await leave(visitor);
});

test('toasts are green or red at the top right, ten at most, and disappear after three seconds', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  let moved = 0;
  let refused = false;
  await page.route('**/api/v1/dev/clock', (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    if (refused)
      return route.fulfill({
        status: 409,
        json: { title: 'Não', status: 409, code: 'x', detail: 'Não deu.' },
      });
    const now = new Date(Date.UTC(2026, 0, 1, 12, ++moved)).toISOString();
    return route.fulfill({ json: { data: { now } } });
  });
  await page.goto('/dev', { waitUntil: 'networkidle' });
  const forward = page.getByRole('button', { name: 'Adiantar o relógio: +1 hora' });
  await page.evaluate(() => {
    const times: Record<string, number> = {};
    const seen = new Map<Element, number>();
    Object.assign(globalThis, { toastTimes: times });
    new MutationObserver(() => {
      for (const each of document.querySelectorAll('[data-slot=toast]'))
        if (!seen.has(each)) seen.set(each, performance.now());
      for (const [each, at] of seen)
        if (!each.isConnected) times[each.textContent!] ??= performance.now() - at;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await forward.press('Enter');
  await toasts(page).first().waitFor();
  const box = (await toasts(page).first().boundingBox())!;
  expect(box.width).toBe(400);
  expect(1280 - box.x - box.width).toBeLessThan(32);
  expect(box.y).toBeLessThan(120);
  const green = await toasts(page)
    .first()
    .evaluate((each) => getComputedStyle(each).backgroundColor);
  await expect.poll(() => toasts(page).count(), patience).toBe(0);
  const times = await page.evaluate(
    () => (globalThis as unknown as { toastTimes: Record<string, number> }).toastTimes,
  );
  const [lasted] = Object.values(times);
  expect(lasted).toBeGreaterThanOrEqual(2_950);
  expect(lasted).toBeLessThan(8_000);

  // Focus among them keeps them open: twelve are announced, ten are visible.
  await forward.press('Enter');
  await toasts(page).first().getByRole('button').focus();
  // While one press is in progress the next would be lost.
  const rested = page.locator('button:not([aria-busy])').and(forward);
  for (let said = 3; said <= 13; said++) {
    await rested.evaluate((button: HTMLElement) => button.click());
    await expect.poll(() => moved, patience).toBe(said);
  }
  await expect.poll(() => page.locator('[data-sonner-toast][data-visible=true]').count(), patience).toBe(10);
  await page.keyboard.press('Escape');
  refused = true;
  await rested.evaluate((button: HTMLElement) => button.click());
  const red = toasts(page).filter({ hasText: 'Não deu.' });
  await red.waitFor();
  expect(await red.evaluate((each) => getComputedStyle(each).backgroundColor)).not.toBe(green);
  await page.getByRole('alert').filter({ hasText: 'O relógio não andou' }).waitFor();
  await leave(visitor);
}, 60_000);

test('a notice has a card of 400 px; read on one page it disappears from the other, and stays read without a server', async () => {
  const visitor = await visit(site.url);
  const { page: one, context } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  const two = await context.newPage();
  const opened = Promise.all([listening(one), listening(two)]);
  for (const page of [one, two]) await page.goto('/conta/perfil');
  for (const page of [one, two]) await cards(page).first().waitFor();
  expect((await cards(one).first().boundingBox())!.width).toBe(400);
  const title = await cards(one).first().getByRole('button').getAttribute('aria-label');
  const before = await unread(two);
  await opened;
  await cards(one).first().getByRole('button', { name: title! }).click();
  await expect.poll(() => unread(one), patience).toBe(before - 1);
  await expect.poll(() => unread(two), patience).toBe(before - 1);

  await one.route('**/api/v1/notifications/*', (route) => route.abort());
  await cards(one).first().getByRole('button').first().click();
  await expect.poll(() => unread(one), patience).toBe(before - 2);
  await one.reload();
  await expect.poll(() => unread(one), patience).toBe(before - 2);
  await one.unroute('**/api/v1/notifications/*');
  await one.reload();
  // Sent again at the next start, so that the other page is updated too.
  await expect.poll(() => unread(two), patience).toBe(before - 2);
  await leave(visitor);
}, 60_000);

test('the cards of notices stand above the page, and the bell keeps them on the next one', async () => {
  for (const [width, height] of [
    [375, 812],
    [1280, 800],
  ] as const) {
    const visitor = await visit(site.url, { width, height });
    const { page } = visitor;
    await notify('suporte@demo.praca');
    await signIn(visitor, 'suporte@demo.praca');
    await page.goto('/conta/perfil');
    await cards(page).first().waitFor();
    const before = await unread(page);
    expect(await cards(page).count(), 'one for each unread notice').toBe(before);
    const bottom = await page.locator('[data-notices]').evaluate((row) => row.getBoundingClientRect().bottom);
    const main = await page.getByRole('main').evaluate((each) => each.getBoundingClientRect().top);
    expect(main).toBeGreaterThanOrEqual(bottom);
    await page
      .getByRole('navigation', { name: 'Sua conta' })
      .getByRole('link', { name: 'Segurança' })
      .click();
    await page.waitForURL('**/conta/seguranca');
    await expect.poll(() => cards(page).count(), patience).toBe(0);
    await page.reload({ waitUntil: 'networkidle' });
    expect(await cards(page).count(), 'once per visit').toBe(0);
    expect(await unread(page), 'notices stay unread').toBe(before);
    await leave(visitor);
  }
}, 60_000);

test('cards that were seen once stay out of the dashboard, and the site shows them in the next visit', async () => {
  const visitor = await visit(site.url);
  const { page, context } = visitor;
  await notify('admin@demo.praca');
  await signIn(visitor, 'admin@demo.praca');
  await page.goto('/dashboard/planos');
  await cards(page).first().waitFor();
  const before = await unread(page);
  await page.goto('/termos');
  // A new tab is a new visit.
  const later = await context.newPage();
  await later.goto('/dashboard/planos', { waitUntil: 'networkidle' });
  expect(await unread(later)).toBe(before);
  expect(await cards(later).count()).toBe(0);
  const home = await context.newPage();
  await home.goto('/');
  await expect.poll(() => cards(home).count(), patience).toBe(before);
  await leave(visitor);
}, 60_000);

test('a notice that arrives while a page is read moves nothing on the screen', async () => {
  const [seller, buyer] = [await visit(site.url), await visit(site.url)];
  await signIn(seller, 'vendedora@demo.praca');
  const { page } = seller;
  await page.goto('/conta/perfil');
  await cards(page).first().waitFor();
  await page.getByRole('button', { name: /^Ver avisos/ }).press('Enter');
  await page.getByRole('button', { name: 'Marcar tudo como lido' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => cards(page).count(), patience).toBe(0);
  const title = page.getByRole('heading', { level: 1 });
  const top = () => title.evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
  const before = await top();
  await askAbout(buyer, seller);
  await cards(page).first().waitFor();
  expect(await top()).toBe(before);
  await leave(seller, buyer);
}, 60_000);
