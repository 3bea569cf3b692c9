import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { decision } from '#test/e2e/staff.ts';
import { closeBrowser, leave, visit } from '#test/e2e/visitor.ts';

/**
 * A complete sale, through the screens only: a listing is published, passes final review, is found by search, is bought
 * with Pix, the code is delivered, the buyer confirms, the money is released and withdrawn, and the books balance.
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const mark = randomBytes(4).toString('hex');
const title = `Apostila ${mark} de receitas de família em PDF`;
const codes = [`AULA-${mark}-0001`, `AULA-${mark}-0002`];
const seller = people.newPerson('autora');
const demoPassword = 'praca-demo-2026';

test('a complete sale, from the first draft to the withdrawal', async () => {
  const author = await visit(site.url, { width: 375, height: 812 });
  const reviewer = await visit(site.url);
  await people.register(author.page, seller);
  await people.confirmEmail(author.page, reviewer.page, seller);
  await provePhoneToPublish(author.page, reviewer.page);
  const { app } = await people.enrolApp(author.page);
  await publish(author.page);

  await people.enterByOneClick(reviewer.page, 'suporte@demo.praca');
  await approve(reviewer.page);

  const buyer = await visit(site.url, { width: 375, height: 812 });
  await people.logIn(buyer.page, { email: 'compradora@demo.praca', password: demoPassword });
  await buy(buyer.page);
  await payAtTheBench(reviewer.page);
  await receiveAndConfirm(buyer.page);

  await people.moveClock(reviewer.page, '+8 dias');
  await withdraw(author.page, reviewer.page, app);
  const boss = await visit(site.url);
  await people.enterByOneClick(boss.page, 'admin@demo.praca');
  await people.approveWithdrawal(boss.page, seller.username);
  await expectPaidOut(author.page);

  await expectBooksInOrder();
  await leave(author, reviewer, buyer, boss);
}, 300_000);

/**
 * L01: missing steps are listed before anything is typed, and parameters from `/tarifas` are still there afterwards.
 */
async function provePhoneToPublish(page: Page, bench: Page): Promise<void> {
  await page.goto('/anunciar?preco=4990&plano=ouro');
  await page.getByRole('heading', { level: 1, name: 'Falta pouco para anunciar' }).waitFor();
  expect(await page.getByRole('link', { name: 'Confirmar e-mail' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Confirmar celular' }).click();
  await people.provePhone(page, bench, seller);
  await page.getByRole('link', { name: 'Continuar' }).click();
  await page.getByRole('heading', { level: 1, name: 'O que você vai anunciar?' }).waitFor();
  expect(new URL(page.url()).search).toBe('?preco=4990&plano=ouro');
}

async function publish(page: Page): Promise<void> {
  await page.goto('/anunciar');
  await page.getByLabel('Título').fill(title);
  await page.getByRole('button', { name: 'Outra categoria' }).click();
  await page.getByLabel('Procure pelo nome').fill('e-books');
  await page.getByRole('radio', { name: /› E-books$/ }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: await photo() });
  await page.getByText('Capa', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();

  await page.getByLabel('Formato').selectOption('PDF');
  await page
    .getByLabel('Descrição')
    .fill(
      'Oitenta receitas testadas em casa, com fotos e lista de compras. Envio o código de acesso na hora.',
    );
  await page.getByRole('radio', { name: /Entrega na hora/ }).click();
  await page.getByLabel('Códigos', { exact: true }).fill(codes.join('\n'));
  await page.getByRole('button', { name: 'Guardar 2 códigos' }).click();
  await page.getByRole('region', { name: 'Códigos guardados' }).getByText('2 códigos à venda').waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();

  await page.getByLabel(/^Preço/).fill('5000');
  await page
    .getByText(/R\$\s?45,05/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();

  await page.getByRole('checkbox', { name: /O item é meu/ }).check();
  await page.getByRole('button', { name: 'Publicar anúncio' }).click();
  await page.getByRole('heading', { name: 'Anúncio enviado para revisão' }).waitFor();
}

/** A drawn cover, as a phone would send it. */
function photo(): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="#f3e3c3"/><rect x="380" y="150" width="440" height="600" rx="18" fill="#bf5f40"/></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

async function approve(page: Page): Promise<void> {
  await page.goto('/dashboard/revisao');
  await page
    .getByRole('button', { name: new RegExp(mark) })
    .or(page.getByRole('link', { name: new RegExp(mark) }))
    .first()
    .click();
  await page
    .getByRole('heading', { name: new RegExp(mark) })
    .first()
    .waitFor();
  const decided = decision(page);
  await page.getByRole('button', { name: /Aprovar anúncio/ }).click();
  await decided;
}

async function buy(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(`/anuncios?q=${encodeURIComponent(`apostila ${mark}`)}`);
        return page.getByRole('article').filter({ hasText: mark }).count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await page
    .getByRole('link', { name: new RegExp(mark) })
    .first()
    .click();
  await page.waitForURL(/\/anuncio\//);
  await people.startBuying(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Ir para o pagamento/ })
    .click();
  await page.waitForURL(/\/pedido\//);
  await page.getByRole('button', { name: /Copiar código Pix/ }).waitFor();
}

async function payAtTheBench(page: Page): Promise<void> {
  await page.goto('/dev');
  await page
    .getByRole('listitem')
    .filter({ hasText: mark })
    .getByRole('button', { name: /^Pagar:/ })
    .click();
}

async function receiveAndConfirm(page: Page): Promise<void> {
  // The page updates by itself once the money has arrived.
  await page
    .getByRole('button', { name: /Mostrar/ })
    .first()
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Mostrar/ })
    .click();
  await page
    .getByText(new RegExp(`AULA-${mark}-000[12]`))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Confirmar recebimento' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Liberar R\$/ })
    .click();
  await page.getByRole('main').getByText('Concluído').first().waitFor();
}

/**
 * The seller's session has expired by now, and an hour after the sign-in the proof of identity is too old for a
 * withdrawal. The amount is kept through both.
 */
async function withdraw(page: Page, bench: Page, app: people.App): Promise<void> {
  await page.goto('/conta/transacoes');
  await page.waitForURL((url) => url.pathname === '/auth/login');
  await people.enterPassword(page, seller);
  await people.enterCode(page, app);
  await page.waitForURL((url) => url.pathname === '/conta/transacoes');
  await page
    .getByRole('main')
    .getByText(/R\$\s?45,05/)
    .first()
    .waitFor();
  // New notices cover the button on a phone until it takes the focus.
  await page.getByRole('button', { name: 'Sacar', exact: true }).first().press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Sacar por Pix' });
  await sheet.getByLabel('Quanto').fill('4000');
  await sheet.getByRole('link', { name: 'Confirmar meus dados' }).click();
  await people.fillIdentity(page, seller);
  await sheet.getByText(seller.fullName).first().waitFor();
  await people.moveClock(bench, '+1 hora');
  await sheet.getByRole('button', { name: 'Confirmar saque' }).click();
  await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
  await people.enterCode(page, app);
  await page.getByRole('main').getByText('Solicitado').first().waitFor();
}

async function expectPaidOut(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto('/conta/transacoes');
        const paid = page.getByText('Pago', { exact: true }).first();
        // The heading is rendered before the withdrawals.
        return paid.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 40_000 },
    )
    .toBe(true);
}

async function expectBooksInOrder(): Promise<void> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  const breaks = await client.query('select * from money.breaks');
  const sum = await client.query(
    'select coalesce(sum(debits), 0) = coalesce(sum(credits), 0) as whole from money.accounts',
  );
  const sale = await client.query(
    `select o.state, s.state as settlement, s.net_cents, o.commission_cents, w.state as withdrawal
     from orders o join listings l on l.id = o.listing_id join settlements s on s.order_id = o.id
     join withdrawals w on w.user_id = o.seller_id where l.title = $1`,
    [title],
  );
  await client.end();
  expect(breaks.rows).toEqual([]);
  expect(sum.rows).toEqual([{ whole: true }]);
  expect(sale.rows).toEqual([
    {
      state: 'completed',
      settlement: 'released',
      net_cents: '4505',
      commission_cents: '495',
      withdrawal: 'paid',
    },
  ]);
}
