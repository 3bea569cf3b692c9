import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave, visit } from '#test/e2e/visitor.ts';

/**
 * One complaint, through the screens only: talked about, opened with evidence, answered, a proposal refused, mediated with
 * the conversation at hand, decided by one person, appealed and decided by another; and the books balance.
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const password = 'praca-demo-2026';
const words = 'O item veio sem duas peças que o anúncio prometia. Mando o registro do que recebi.';
const answer = 'Conferi antes de enviar e estava tudo na caixa. Mando a minha versão por escrito aqui.';

test('a complaint from its opening to the decision of its appeal (§4.9)', async () => {
  const { hash, seller } = await deliveredOrder();
  const buyer = await visit(site.url, { width: 375, height: 812 });
  await people.logIn(buyer.page, { email: 'compradora@demo.praca', password });
  await talk(buyer.page, hash);
  await open(buyer.page, hash);

  const vendor = await visit(site.url);
  await people.logIn(vendor.page, { email: seller, password });
  await answerAndPropose(vendor.page, hash);
  // Before 24 hours only an account that was taken back goes to mediation.
  const bench = await visit(site.url);
  await people.moveClock(bench.page, '+1 dia');
  await refuseAndEscalate(buyer.page, hash);

  const first = await visit(site.url);
  await people.enterByOneClick(first.page, 'suporte@demo.praca');
  await mediate(first.page, hash);
  await decide(first.page, 'Devolver uma parte', 'Decidir caso');

  await appeal(buyer.page, hash);
  await accept(vendor.page, hash);
  const second = await visit(site.url);
  await people.enterByOneClick(second.page, 'admin@demo.praca');
  await decide(second.page, 'Devolver tudo', 'Decidir recurso', '?aba=recursos');

  await buyer.page.goto(`/pedido/${hash}`);
  await buyer.page.getByText('Decisão do recurso: devolver tudo').waitFor();
  await expectBooksInOrder(hash);
  await leave(buyer, vendor, first, second, bench);
}, 300_000);

async function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The demo buyer's delivered order with an amount that support may decide, with its seller's address. */
const deliveredOrder = () =>
  asOwner(async (client) => {
    const { rows } = await client.query<{ hash: string; seller: string }>(
      `select o.hash, s.email::text as seller from orders o join users b on b.id = o.buyer_id
         join users s on s.id = o.seller_id
       where b.email = 'compradora@demo.praca' and o.state = 'delivered' and s.email like '%@demo.praca'
         and o.total_cents <= 50000 order by o.id desc limit 1`,
    );
    return rows[0]!;
  });

const said = 'A caixa chegou aberta, veja a lista do que veio.';

/** The buyer writes to the seller, with a file. */
async function talk(page: Page, hash: string): Promise<void> {
  await page.goto(`/pedido/${hash}#conversa`);
  const field = page.getByRole('textbox', { name: /^Mensagem para/ });
  await field.waitFor();
  await page.locator('[data-slot=attachment-input]').setInputFiles({
    name: 'lista.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Faltam duas peças.'),
  });
  await page.getByRole('listitem').filter({ hasText: 'lista.txt' }).waitFor();
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  await field.fill(said);
  // It is shown before it is stored, and the page is left next.
  const stored = people.saved(page, 'PUT', '/messages/');
  await field.press('Enter');
  expect((await stored).ok()).toBe(true);
  await page.getByRole('log').getByText(said).waitFor();
}

/** The mediator is sent from the public page to the team's, from there to the case, takes it and reads what was said. */
async function mediate(page: Page, hash: string): Promise<void> {
  await page.goto(`/pedido/${hash}`);
  await page.waitForURL(/\/dashboard\/pedidos\/\d+$/);
  await page.getByRole('heading', { level: 2, name: 'Entrega', exact: true }).waitFor();
  await expectAddressedAsNoSide(page);
  await expectAccessible(page, 'an order as the team sees it');
  await page.getByRole('link', { name: 'Veio incompleto' }).click();
  await page.waitForURL(/\/dashboard\/reclamacoes\/\d+$/);
  await page.getByRole('button', { name: 'Assumir caso' }).click();
  await page.getByText(/^Com @/).waitFor();
  expect(await page.getByText(said).count()).toBe(0);
  await page.getByRole('button', { name: 'Ler a conversa' }).click();
  const log = page.getByRole('log', { name: /^Conversa entre @/ });
  await log.getByText(said).waitFor();
  await log.getByText('lista.txt').waitFor();
  await page.getByRole('button', { name: 'Ver o anúncio como foi comprado' }).waitFor();
  await expectAddressedAsNoSide(page);
  await expectAccessible(page, 'a case with its conversation');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('button', { name: 'Pedido', exact: true }).click();
  await log.getByText(said).waitFor();
  await expectNoSideScroll(page, 'a case with its conversation on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  const { rows } = await asOwner((client) =>
    client.query(
      `select data ->> 'case' as reason from events where kind = 'conversation.inspected'
         and subject_id = (select id from orders where hash = $1)`,
      [hash],
    ),
  );
  expect(rows).toEqual([{ reason: 'complaint' }]);
}

/** The texts of the page speak of both sides by name; quoted ones are in «». */
async function expectAddressedAsNoSide(page: Page): Promise<void> {
  const text = await page.locator('main').innerText();
  expect(text.replaceAll(/«[^»]*»/g, '')).not.toMatch(/\b(voc[êe]|seu dinheiro|sua parte)\b/i);
}

async function open(page: Page, hash: string): Promise<void> {
  await page.goto(`/pedido/${hash}`);
  await page.getByRole('button', { name: 'Abrir reclamação' }).click();
  const sheet = page.getByRole('dialog', { name: 'Abrir reclamação' });
  await sheet.getByRole('radio', { name: 'Veio incompleto' }).click();
  await sheet.getByRole('radio', { name: 'O dinheiro de volta' }).click();
  await sheet.getByLabel('Conte o que aconteceu').fill(words);
  await sheet.locator('input[type=file]').setInputFiles({
    name: 'registro.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Faltam duas peças.'),
  });
  await expectAccessible(page, 'opening a complaint');
  await sheet.getByRole('button', { name: 'Enviar reclamação' }).click();
  await page.getByText('registro.txt').first().waitFor();
  // In the complaint itself and as the order's next step.
  await page.getByText(/^@.* tem até .* para responder\.$/).waitFor();
  await page.getByText(/^@.* tem até .* para responder à sua reclamação\.$/).waitFor();
}

async function answerAndPropose(page: Page, hash: string): Promise<void> {
  await page.goto(`/pedido/${hash}`);
  await page.getByLabel('Sua versão').fill(answer);
  await page.reload();
  await expect.poll(() => page.getByLabel('Sua versão').inputValue()).toBe(answer);
  await page.getByRole('button', { name: 'Responder à reclamação' }).click();
  await page.getByRole('button', { name: 'Propor acordo' }).waitFor();
  // The form was removed while it had the focus.
  await expect.poll(() => focusedText(page)).toBe('Reclamação');
  await page.getByRole('button', { name: 'Propor acordo' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('radio');
  await page.getByRole('radio', { name: 'Devolver uma parte do valor' }).click();
  await page.getByLabel('Quanto volta').fill('10');
  await page.getByRole('button', { name: 'Fazer proposta' }).click();
  await page.getByText('Esperando resposta').waitFor();
  await expectAccessible(page, 'a complaint as its seller sees it');
}

async function refuseAndEscalate(page: Page, hash: string): Promise<void> {
  await page.goto(`/pedido/${hash}`);
  await refuseFromTwoTabs(page, hash);
  await expect.poll(() => focusedText(page)).toBe('Propostas');
  await page.getByRole('button', { name: 'Chamar a equipe' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Chamar a equipe' }).click();
  await page.getByText('Em mediação', { exact: true }).waitFor();
}

/**
 * The confirmation dialog closes with the proposal that is gone, and its refusal is still shown. The second tab has no
 * open socket, over which it would learn of the first answer before it gives its own.
 */
async function refuseFromTwoTabs(page: Page, hash: string): Promise<void> {
  const late = await page.context().newPage();
  await late.routeWebSocket(/\/app\//, () => undefined);
  await late.goto(`/pedido/${hash}`);
  await late.getByRole('button', { name: 'Aceitar proposta' }).click();
  await page.getByRole('button', { name: 'Recusar proposta' }).click();
  await page.getByText('Recusada', { exact: true }).waitFor();
  await late.getByRole('alertdialog').getByRole('button', { name: 'Aceitar proposta' }).click();
  await late.getByText('Isto mudou enquanto você editava.').first().waitFor();
  await late.getByText('Recusada', { exact: true }).waitFor();
  await late.close();
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

async function decide(page: Page, result: string, button: string, tab = ''): Promise<void> {
  await page.goto(`/dashboard/reclamacoes${tab}`);
  await page.getByRole('row').filter({ hasText: 'clara_compra' }).last().getByRole('link').first().click();
  await page.getByText(words).waitFor();
  await page.getByRole('radio', { name: result }).click();
  const preview = page.getByRole('region', { name: 'Quem recebe o quê' });
  if (result === 'Devolver uma parte') {
    // How much is asked: nothing is decided, and nothing shown as moved, before an answer.
    await page.getByRole('button', { name: button }).click();
    await page.getByText('Diga quanto volta, de 1% a 99%.').waitFor();
    expect(await preview.count()).toBe(0);
    await page.getByLabel(/^Quanto volta a @/).fill('40');
  }
  const amounts = await preview.getByText(/^R\$/).allTextContents();
  await page.getByLabel('Fundamentos').fill('O registro do comprador mostra o que faltou na entrega.');
  await page.getByLabel('Regra citada').fill('CDC, art. 35');
  await expectAccessible(page, `deciding: ${result}`);
  await page.getByRole('button', { name: button }).click();
  const question = page.getByRole('alertdialog');
  for (const amount of amounts) await question.getByText(amount, { exact: true }).first().waitFor();
  await expectAccessible(page, `confirming: ${result}`);
  await question.getByRole('button', { name: /^Manter em/ }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: button }).click();
  const written = people.saved(page, 'POST', 'decision');
  await question.getByRole('button', { name: 'Confirmar decisão' }).click();
  expect((await written).ok()).toBe(true);
  await page.getByRole('region', { name: 'Decisão' }).first().waitFor();
}

async function appeal(page: Page, hash: string): Promise<void> {
  await page.goto(`/pedido/${hash}`);
  await page.getByRole('button', { name: 'Recorrer da decisão' }).click();
  await page.getByRole('radio', { name: 'Há um erro na decisão' }).click();
  await page.getByLabel('Explique').fill('A decisão não viu que as duas peças são o principal do conjunto.');
  await page.getByRole('button', { name: 'Recorrer da decisão' }).last().click();
  await page.getByText('Em recurso', { exact: true }).waitFor();
}

/** The other losing side does not appeal as well. */
async function accept(page: Page, hash: string): Promise<void> {
  await page.goto(`/pedido/${hash}`);
  await page.getByRole('button', { name: 'Aceitar decisão' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aceitar decisão' }).click();
  await page.getByText('Outra pessoa da equipe está julgando o recurso.').waitFor();
}

const expectBooksInOrder = (hash: string) =>
  asOwner(async (client) => {
    const breaks = await client.query('select * from money.breaks');
    const sale = await client.query(
      `select o.state, o.refunded_cents = o.total_cents as whole, c.ending
       from orders o join complaints c on c.order_id = o.id where o.hash = $1`,
      [hash],
    );
    expect(breaks.rows).toEqual([]);
    expect(sale.rows).toEqual([{ state: 'refunded', whole: true, ending: 'appeal_decided' }]);
  });
