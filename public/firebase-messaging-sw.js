/* Draws push messages, ours and Firebase's, and opens their page. It keeps nothing and fetches nothing. */

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil(receive(event)));

/** A worker speaks to its own pages only; there is no other origin to name. */
function tell(page, kind) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  page.postMessage({ kind });
}

/** An open page in front says it itself; otherwise the system shows it. */
async function receive(event) {
  const message = read(event.data);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) tell(page, 'push');
  if (pages.some((page) => page.visibilityState === 'visible' && page.focused)) return;
  await self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    icon: '/icone.svg',
    lang: 'pt-BR',
    data: { url: message.url },
  });
}

/** Ours is the message itself; Firebase wraps it in `data`. What cannot be read is still said. */
function read(data) {
  const usual = { title: 'Praça', body: 'Há uma novidade para você.', tag: 'praca', url: '/' };
  try {
    const given = data.json();
    const message = given.v ? given : { ...given.notification, ...given.data };
    return { ...usual, ...message };
  } catch {
    return usual;
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});

/** Only pages of this site; one that is open already is brought to the front. */
async function open(path) {
  const url = new URL(path ?? '/', self.location.origin);
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) return self.clients.openWindow(target);
  await page.focus().catch(() => undefined);
  return page.navigate(target).catch(() => self.clients.openWindow(target));
}

/** The browser changed the address of its own accord: an open page subscribes again. */
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window', includeUncontrolled: true })
      .then((pages) => pages.forEach((page) => tell(page, 'push-renewed'))),
  );
});
