import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

/** What a person with an open browser experienced. */
export interface Experience {
  purchases: number;
  /** Documents that the page loaded again by itself. */
  reloads: number;
  /** Errors on the screen, of scripts, and of replies of 500 and more. */
  errors: string[];
  /** Requests whose connection broke; the page asked again. */
  broken: string[];
}

interface Shop {
  url: string;
  browser: Browser;
  /** The paths of listings that deliver codes at once. */
  paths: readonly string[];
  buyer: { email: string; password: string };
  /** The bank receives the money of this order. */
  pay: (hash: string) => Promise<void>;
}

const patienceMs = 60_000;
/** What a person takes to read before each press. */
const readingMs = 700;
const read = () => sleep(readingMs);

/**
 * A browser in which a person opens a listing, signs in in the sheet, buys by Pix, sees the code, confirms, and begins
 * again with the next listing, until {@link stop}.
 */
export async function openBuyingBrowser({ url, browser, paths, buyer, pay }: Shop) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const experience: Experience = { purchases: 0, reloads: 0, errors: [], broken: [] };
  let wanted = 0;
  const over = new AbortController();
  await watch(page, experience, () => wanted-- > 0);

  const sheet = (name: string) => page.getByRole('dialog', { name });

  async function openListing(path: string): Promise<void> {
    wanted = 1;
    await page.goto(path, { waitUntil: 'networkidle' });
    wanted = 0;
  }

  async function chooseAndSignIn(): Promise<void> {
    const buying = page
      .getByRole('main')
      .getByRole('button', { name: /^Comprar/ })
      .first();
    await buying.press('Enter');
    const [signingIn, review] = [sheet('Entre para comprar'), sheet('Revise sua compra')];
    await signingIn.or(review).first().waitFor();
    await read();
    if (await signingIn.isVisible()) {
      await signingIn.getByLabel('E-mail ou nome de usuário').fill(buyer.email);
      await signingIn.getByLabel('Senha', { exact: true }).fill(buyer.password);
      await signingIn.getByRole('button', { name: 'Entrar', exact: true }).click();
    }
    await review.getByRole('button', { name: /^Ir para o pagamento/ }).waitFor();
  }

  async function payByPix(): Promise<void> {
    await sheet('Revise sua compra')
      .getByRole('button', { name: /^Ir para o pagamento/ })
      .click();
    await page.waitForURL(/\/pedido\//);
    await page.getByRole('button', { name: /Copiar código Pix/ }).waitFor();
    await read();
    await pay(new URL(page.url()).pathname.split('/').at(-1)!);
  }

  async function receiveAndConfirm(): Promise<void> {
    // The page shows the delivery by itself once the payment is confirmed.
    await page
      .getByRole('button', { name: /Mostrar/ })
      .first()
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Mostrar/ })
      .click();
    await read();
    await page.getByRole('button', { name: 'Confirmar recebimento' }).click();
    await read();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Liberar R\$/ })
      .click();
    await page.getByRole('main').getByText('Concluído').first().waitFor();
  }

  return {
    page,
    experience,
    openListing: () => openListing(paths[0]!),
    /** @param isOpen the page of the first listing is open already */
    async run({ isOpen = false } = {}): Promise<void> {
      for (let turn = 0; !over.signal.aborted; turn++)
        try {
          if (turn > 0 || !isOpen) await openListing(paths[turn % paths.length]!);
          await read();
          await chooseAndSignIn();
          await read();
          await payByPix();
          await receiveAndConfirm();
          experience.purchases += 1;
        } catch (error) {
          experience.errors.push((error as Error).message);
          over.abort();
        }
    },
    /** False once a step failed. */
    isBuying: () => !over.signal.aborted,
    stop: () => over.abort(),
    close: () => context.close(),
  };
}

/** @param isWanted whether this load of a document was the person's own */
async function watch(page: Page, experience: Experience, isWanted: () => boolean): Promise<void> {
  const { errors, broken } = experience;
  page.on('domcontentloaded', () => {
    if (!isWanted()) experience.reloads += 1;
  });
  page.on('pageerror', (error) => errors.push(`script: ${error.message}`));
  page.on('response', (reply) => {
    if (reply.status() >= 500) errors.push(`${reply.status()} ${new URL(reply.url()).pathname}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    const line = `${request.method()} ${new URL(request.url()).pathname}: ${reason}`;
    if (reason === 'net::ERR_ABORTED') return;
    if (request.method() === 'GET') broken.push(line);
    else errors.push(line);
  });
  await page.exposeBinding('reportAlert', (_, text: string) => void errors.push(`screen: ${text}`));
  await page.addInitScript(() => {
    const report = (window as unknown as { reportAlert: (text: string) => void }).reportAlert;
    const seen = new Set<string>();
    const look = () => {
      for (const each of document.querySelectorAll('[role=alert], [data-sonner-toast][data-type=error]')) {
        const text = each.textContent.trim();
        if (text !== '' && !seen.has(text)) report(text);
        if (text !== '') seen.add(text);
      }
    };
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}
