import type { Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser, openPushService } from '#test/notifications/push-service.ts';
import { askAbout } from './people.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, leave, signIn, visit } from './visitor.ts';
import type { Visitor } from './visitor.ts';

/**
 * Push from the server to the system's notification. No browser can subscribe without the internet, so the endpoint and
 * keys of the subscription come from a test push service; the message it receives is decrypted with those keys and
 * dispatched to the real service worker by the browser itself.
 */
let site: Site;
let service: Awaited<ReturnType<typeof openPushService>>;
beforeAll(async () => {
  service = await openPushService();
  site = await openSite({ PUSH_HOSTS: service.host });
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
  await service.close();
});

const patience = { timeout: 20_000 };

test('a notice is encrypted, delivered, shown by the system, and its click opens its page', async () => {
  const browser = createBrowser(service.host, '/browser/vendedora');
  const [seller, buyer] = [await visit(site.url), await visit(site.url)];
  await takesPush(seller, browser.subscription);
  await signIn(seller, 'vendedora@demo.praca');
  const sent = tokensSentBy(seller.page);
  await seller.page.goto('/conta/vendas');
  await expect.poll(() => sent, patience).toHaveLength(1);
  const told = JSON.parse(Buffer.from(sent[0]!, 'base64url').toString()) as object;
  expect(browser.subscription).toMatchObject(told);

  // The token is sent again when it is a week old, and not before.
  await seller.page.waitForFunction(() => localStorage.getItem('praca_push_sent') !== null);
  await seller.page.reload();
  await workerReady(seller.page);
  const age = (days: number) =>
    seller.page.evaluate((ms) => {
      const kept = JSON.parse(localStorage.getItem('praca_push_sent')!) as { at: number };
      localStorage.setItem('praca_push_sent', JSON.stringify({ ...kept, at: Date.now() - ms }));
    }, days * 86_400_000);
  await age(6.9);
  await seller.page.reload();
  await workerReady(seller.page);
  await seller.page.waitForLoadState('networkidle');
  expect(sent).toHaveLength(1);
  await age(7.1);
  await seller.page.reload();
  await expect.poll(() => sent, patience).toHaveLength(2);

  await askAbout(buyer, seller);
  const sealed = () => service.delivered.findLast(({ path }) => path === browser.path)?.body;
  await expect.poll(sealed, patience).toBeDefined();
  const message = browser.open(sealed()!);
  expect(message).toMatchObject({ v: 1, url: expect.stringMatching(/^\//) });

  // In the foreground: the page requests the user and the notices again (specification §4).
  const deliver = await pushTo(seller);
  const asked: string[] = [];
  seller.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/v1\/(user|notifications)$/.test(pathname)) asked.push(pathname);
  });
  // The socket event of the same notice is handled first.
  const more = async () => {
    const before = asked.length;
    await seller.page.waitForTimeout(1_000);
    return asked.length - before;
  };
  await expect.poll(more, patience).toBe(0);
  asked.length = 0;
  await deliver(message);
  const again = ['/api/v1/user', '/api/v1/notifications'];
  await expect.poll(() => asked, patience).toEqual(expect.arrayContaining(again));
  expect(await notices(seller.page)).toEqual([]);

  // In the background the system shows it.
  await expect
    .poll(() => noticesBehind(seller.page, () => deliver(message)), patience)
    .toEqual([{ title: message.title, body: message.body, tag: message.tag, url: message.url }]);
  await press(seller, String(message.url));
  await seller.page.waitForURL((url) => url.pathname === new URL(String(message.url), site.url).pathname);
  await leave(seller, buyer);
}, 120_000);

test('a click never leaves the site, and an unreadable message is still shown', async () => {
  const visitor = await visit(site.url);
  await takesPush(visitor, createBrowser(service.host, '/browser/compradora').subscription);
  await signIn(visitor, 'compradora@demo.praca');
  await visitor.page.goto('/conta');
  await workerReady(visitor.page);
  const deliver = await pushTo(visitor);
  await expect
    .poll(() => noticesBehind(visitor.page, () => deliver('isto não é JSON')), patience)
    .toMatchObject([{ title: 'Praça', url: '/' }]);
  for (const url of ['https://outro.example/pedido/x', '//outro.example/', 'javascript:alert(1)']) {
    await visitor.page.goto('/conta');
    await press(visitor, url);
    await visitor.page.waitForURL(`${site.url}/`);
  }
  await leave(visitor);
}, 120_000);

test('a browser without push permission only logs to the console', async () => {
  const visitor = await visit(site.url);
  await visitor.context.grantPermissions(['notifications'], { origin: site.url });
  await visitor.context.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new Error('sem serviço'));
    PushManager.prototype.getSubscription = () => Promise.resolve(null);
  });
  await signIn(visitor, 'compradora@demo.praca');
  await visitor.page.goto('/conta');
  await expect
    .poll(() => visitor.complaints, patience)
    .toEqual([expect.stringMatching(/^push: .*sem serviço/)]);
  expect(await visitor.page.locator('[data-slot=toast]').count()).toBe(0);
  await visitor.close();
}, 60_000);

test('the browser asks for permission on start where the operator configured it; elsewhere a card asks first', async () => {
  const { provider, vapidKey, firebase } = (
    (await (await fetch(`${site.url}/api/v1/public/push`)).json()) as { data: Record<string, unknown> }
  ).data;
  for (const prompt of ['auto', 'soft']) {
    const visitor = await visit(site.url);
    await visitor.context.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      Notification.requestPermission = () => {
        document.documentElement.dataset.asked = 'true';
        return Promise.resolve('denied');
      };
    });
    await visitor.context.route('**/api/v1/public/push', (route) =>
      route.fulfill({ json: { data: { provider, vapidKey, firebase, prompt } } }),
    );
    // She has no order to pay, which would come first.
    await signIn(visitor, 'vendedora@demo.praca');
    const settings = visitor.page.waitForResponse('**/api/v1/public/push');
    await visitor.page.goto('/conta');
    await settings;
    const asked = visitor.page.locator('html[data-asked]');
    const card = visitor.page.getByRole('region', { name: 'Ativar avisos' });
    expect(await card.count(), 'a page with tasks').toBe(0);
    const menu = visitor.page.getByRole('navigation', { name: 'Sua conta' });
    await menu.getByRole('link', { name: 'Favoritos' }).click();
    await visitor.page.waitForURL('**/conta/favoritos');
    await (prompt === 'auto' ? asked : card).waitFor({ state: 'attached' });
    expect(await (prompt === 'auto' ? card : asked).count()).toBe(0);
    await leave(visitor);
  }
}, 120_000);

/** Grants permission and replaces the browser's push service: endpoint and keys are given. */
async function takesPush({ context }: Visitor, subscription: object): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: site.url });
  await context.addInitScript((given) => {
    const made = Object.assign(Object.create(PushSubscription.prototype) as object, {
      toJSON: () => given,
      unsubscribe: () => Promise.resolve(true),
    }) as PushSubscription;
    PushManager.prototype.subscribe = () => Promise.resolve(made);
    PushManager.prototype.getSubscription = () => Promise.resolve(made);
  }, subscription);
}

function tokensSentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/user-tokens')) return;
    sent.push((request.postDataJSON() as { hash: string }).hash);
  });
  return sent;
}

async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active!.state !== 'activated')
      await new Promise((resolve) => active!.addEventListener('statechange', resolve));
  });
}

/** The browser's own way to dispatch a push message to the service worker. */
async function pushTo({ context, page }: Visitor): Promise<(message: unknown) => Promise<void>> {
  await workerReady(page);
  const session = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registration;
  return async (message) => {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    await session.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data });
  };
}

/**
 * The notification that the system shows for a message while no page is in the foreground. A headless browser has every
 * page in the foreground, so the test tells the worker that there is none; a worker that the browser stopped meanwhile has
 * lost that state, and a repeated message replaces its own notification: both are repeated at each poll.
 */
async function noticesBehind(page: Page, deliver: () => Promise<void>) {
  await workerOf(page).evaluate(
    `Object.defineProperty(WindowClient.prototype, 'focused', { get: () => false, configurable: true })`,
  );
  await deliver();
  return notices(page);
}

function workerOf(page: Page): Worker {
  return page.context().serviceWorkers().at(-1)!;
}

/** The notifications that the system shows. */
function notices(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      url: (data as { url: string }).url,
    }));
  });
}

/** A click on a notification that leads to `url`, as the system reports it to the worker. */
async function press({ page }: Visitor, url: string): Promise<void> {
  await workerOf(page).evaluate(`(async () => {
    const tag = 'para-abrir';
    await registration.showNotification('Para abrir', { tag, data: { url: ${JSON.stringify(url)} } });
    const [notification] = await registration.getNotifications({ tag });
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
}
