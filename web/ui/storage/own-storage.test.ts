import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A browser: its storage survives a reload of the page. */
let local: Storage;
let tab: Storage;
beforeEach(() => {
  [local, tab] = [storage(), storage()];
  vi.stubGlobal('window', {});
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const tokens = { ana: 'token-of-ana', rui: 'token-of-rui' };
const ids = { ana: 7, rui: 8 };

/** Loads the page again. */
async function load() {
  vi.resetModules();
  return import('./own-storage.ts');
}
type Page = Awaited<ReturnType<typeof load>>;

function enter(page: Page, who: 'ana' | 'rui'): boolean {
  local.setItem('marketplace_auth', tokens[who]);
  return page.confirmOwner(ids[who], tokens[who]);
}
function lose(page: Page): void {
  local.removeItem('marketplace_auth');
  page.forgetOwner();
}

test('the next person cannot read the last one’s data, who finds the draft again (T78)', async () => {
  let page = await load();
  enter(page, 'ana');
  page.ownTab.write('conversa:pedido', 'Bom dia');
  page.ownBrowser.write('praca_rascunho_1', '{}');
  lose(page);
  expect(page.ownTab.read('conversa:pedido')).toBeNull();
  page = await load();
  expect(page.ownTab.read('conversa:pedido')).toBeNull();
  enter(page, 'rui');
  expect(page.ownTab.read('conversa:pedido')).toBeNull();
  expect(page.ownBrowser.read('praca_rascunho_1')).toBeNull();
  lose(page);
  page = await load();
  enter(page, 'ana');
  expect(page.ownTab.read('conversa:pedido')).toBe('Bom dia');
  expect(page.ownBrowser.read('praca_rascunho_1')).toBe('{}');
});

test('a page of one person stores, reads and sends nothing once another signs in', async () => {
  const page = await load();
  enter(page, 'ana');
  page.ownTab.write('x', 'de Ana');
  // Another tab signs in; this page has not fetched its user yet.
  local.setItem('marketplace_auth', tokens.rui);
  expect(page.isUnconfirmed()).toBe(true);
  expect(enter(page, 'rui')).toBe(false);
  page.ownTab.write('x', 'tarde demais');
  expect(page.ownTab.read('x')).toBeNull();
  expect(page.isUnconfirmed()).toBe(true);
  expect(tab.getItem('de:7:x')).toBe('de Ana');
  expect(tab.getItem('de:8:x')).toBeNull();
});

test('a reply to a call made before another sign-in confirms no owner', async () => {
  const page = await load();
  local.setItem('marketplace_auth', tokens.rui);
  expect(page.confirmOwner(ids.ana, tokens.ana)).toBe(true);
  expect([page.currentCaller(), page.currentOwner()]).toEqual([null, 'v']);
});

test('a person who signs in again under a new token continues on the same page', async () => {
  const page = await load();
  enter(page, 'ana');
  page.ownTab.write('x', 'de Ana');
  lose(page);
  local.setItem('marketplace_auth', 'another-token');
  expect(page.confirmOwner(ids.ana, 'another-token')).toBe(true);
  expect(page.ownTab.read('x')).toBe('de Ana');
  expect([page.currentCaller(), page.isUnconfirmed()]).toEqual([7, false]);
});

test('data stored by a visitor belongs to the next person who signs in', async () => {
  const page = await load();
  page.ownTab.write('vontade:perguntar:teclado', 'Tem nota?');
  enter(page, 'ana');
  expect(page.ownTab.read('vontade:perguntar:teclado')).toBe('Tem nota?');
});

test('data stored after a person’s session ended is never given to another person', async () => {
  let page = await load();
  enter(page, 'ana');
  lose(page);
  page.ownTab.write('vontade:perguntar:teclado', 'Tem nota?');
  page = await load();
  enter(page, 'rui');
  expect(page.ownTab.read('vontade:perguntar:teclado')).toBeNull();
  expect(tab.length).toBe(0);
});

test('sign-in removes data without an owner, except display preferences', async () => {
  local.setItem('tema', 'escuro');
  tab.setItem('conversa:pedido:rascunho', '"de ninguém"');
  const page = await load();
  enter(page, 'ana');
  expect([tab.length, local.getItem('tema')]).toEqual([0, 'escuro']);
});

test('after a sign-out in another tab this page stores nothing', async () => {
  const page = await load();
  enter(page, 'ana');
  for (const key of page.keysOf(local)) local.removeItem(key);
  page.ownBrowser.write('x', 'tarde demais');
  expect(local.length).toBe(0);
});

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  };
}
