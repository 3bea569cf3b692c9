import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFailed } from 'vitest';
import { launchBrowser } from '#test/screens/chromium.ts';

export type Theme = 'claro' | 'escuro';

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Console messages of the page, and failed replies where none should fail. */
  complaints: string[];
  close(): Promise<void>;
}

let browser: Promise<Browser> | undefined;
let visitors = 0;

/** Closes the browser that the tests of this file share. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

interface VisitorOptions {
  width?: number;
  height?: number;
  theme?: Theme;
  javaScript?: boolean;
  touch?: boolean;
  /** The user agent; a headless one says so, and counts as a robot. */
  userAgent?: string;
  /** The hook of the current test; a test that runs concurrently has to pass its own. */
  onTestFailed?: typeof onTestFailed;
}

/** A person with a separate browser context: cookies and storage are not shared. */
export async function visit(url: string, options: VisitorOptions = {}): Promise<Visitor> {
  const { width = 1280, height = 800, theme = 'claro', javaScript = true, touch = width < 768 } = options;
  browser ??= launchBrowser();
  const context = await (
    await browser
  ).newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme === 'claro' ? 'light' : 'dark',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    javaScriptEnabled: javaScript,
    hasTouch: touch,
    reducedMotion: 'reduce',
    ...(options.userAgent && { userAgent: options.userAgent }),
  });
  if (javaScript)
    await context.addInitScript((value) => {
      // A frame of the card fields may have no storage.
      if (self === top) localStorage.setItem('tema', value);
    }, theme);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const picture = `test-results/failed-${++visitors}.png`;
  const ifFailed = options.onTestFailed ?? onTestFailed;
  ifFailed(async () => void (await page.screenshot({ path: picture }).catch(() => undefined)));
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, context, complaints, close: () => context.close() };
}

/** Closes the visitor's browser context; the console must have no errors. */
export async function leave(...gone: Visitor[]): Promise<void> {
  for (const visitor of gone) {
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  }
}

/** Ends all routes of the page once the calls they hold are answered; `unroute` alone lets those calls go unanswered. */
export async function endRoutes(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
}

/** One-click sign-in, as /dev does it: the token is stored where the app stores it. */
export async function signIn(visitor: Visitor, login: string): Promise<void> {
  const answer = await visitor.context.request.get('/api/v1/public/logo');
  expect(answer.ok()).toBe(true);
  const cookies = await visitor.context.cookies();
  const xsrf = decodeURIComponent(cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')!.value);
  const reply = await visitor.context.request.post('/api/v1/sessions', {
    headers: { 'X-XSRF-TOKEN': xsrf },
    data: { login, password: 'praca-demo-2026' },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  const { data } = (await reply.json()) as { data: { token: string } };
  await visitor.context.addInitScript((token) => {
    if (self === top) localStorage.setItem('marketplace_auth', token);
  }, data.token);
}

/**
 * WCAG 2.2 AA and best practice, as axe checks them. Every frame is of the site's own origin, so axe may run within the
 * page; its other mode opens a second page for each check, and results for passed rules cost as much again.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !namedByItself(id, html)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(' '))
          .slice(0, 3)
          .join(' | ')}`,
    );
  expect(found, where).toEqual([]);
}

/** An item of a tree is named by its own row; axe compares its name with the text of all items below it, too. */
function namedByItself(rule: string, html: string): boolean {
  return rule === 'label-content-name-mismatch' && html.includes('role="treeitem"');
}

/** The page has no horizontal scroll; the message names what is too wide. */
export async function expectNoSideScroll(page: Page, where: string): Promise<void> {
  const { excess, wide } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 1,
    );
    return {
      excess: scrollWidth - clientWidth,
      wide: beyond
        .slice(-5)
        .map(
          (each) =>
            `<${each.tagName} class="${each.getAttribute('class')}"> ${each.textContent.slice(0, 60)}`,
        ),
    };
  });
  expect(excess, `${where} is ${excess} px too wide: ${wide.join('\n')}`).toBeLessThanOrEqual(0);
}
