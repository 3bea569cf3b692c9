import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { knock } from '#test/e2e/staff.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave, visit } from '#test/e2e/visitor.ts';

/** A seller appeals against a refusal, another person of the team overturns it, and the listing is on sale (N04). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const password = 'praca-demo-2026';
const words = 'O título diz a marca e o modelo desde o começo. Leiam de novo, por favor.';
const grounds = 'O título diz a marca e o modelo. A primeira recusa foi um engano.';

interface Reviewed {
  id: number;
  email: string;
}

/** A listing of the demo that waits for a review, of a category that all staff decide about. */
async function waitingListing(): Promise<Reviewed> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Reviewed>(
      `select l.id, u.email::text from listings l join users u on u.id = l.seller_id
        join categories c on c.id = l.category_id
      where l.state = 'in_review' and c.risk_class <> 'risky' and u.state = 'active' and l.stock > 0
        and u.role = 'user' order by l.id limit 1`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

test('a refused listing is on sale once another person of the team overturns the refusal', async () => {
  const { id, email } = await waitingListing();
  const first = await visit(site.url);
  await people.enterByOneClick(first.page, 'suporte@demo.praca');
  await first.page.goto('/dashboard/revisao');
  const body = { decision: 'reject', reasons: ['title_unclear'], note: 'Diga a marca no título.' };
  expect(await knock(first.page, 'POST', `/staff/reviews/${id}/decision`, body)).toBe(200);

  const vendor = await visit(site.url, { width: 375, height: 812 });
  await people.logIn(vendor.page, { email, password });
  await vendor.page.goto('/conta/decisoes');
  await vendor.page.getByText('Motivo: Diga a marca no título.').waitFor();
  await expectNoSideScroll(vendor.page, 'the decisions');
  await expectAccessible(vendor.page, 'the decisions');
  await vendor.page.getByRole('button', { name: /^Recorrer: Anúncio recusado/ }).click();
  await vendor.page.getByRole('button', { name: 'Enviar recurso' }).click();
  await vendor.page
    .getByText('Conte por que a decisão está errada, em ao menos 20 letras.')
    .first()
    .waitFor();
  await vendor.page.getByLabel('Por que a decisão está errada').fill(words);
  await vendor.page.getByRole('button', { name: 'Enviar recurso' }).click();
  await vendor.page.getByText('Recurso em análise').waitFor();

  await first.page.goto('/dashboard/recursos');
  await first.page.getByRole('heading', { name: 'Recursos', level: 1 }).waitFor();
  expect(await first.page.getByText(words).count()).toBe(0);

  const second = await visit(site.url);
  await people.enterByOneClick(second.page, 'admin@demo.praca');
  await second.page.goto('/dashboard/recursos');
  const card = second.page.getByRole('listitem').filter({ hasText: words });
  await card.waitFor();
  await expectAccessible(second.page, 'the appeals');
  await card.getByRole('button', { name: /^Decidir: / }).click();
  await card.getByRole('radio', { name: 'Desfazer a decisão' }).click();
  await card.getByLabel('Motivo').fill(grounds);
  await card.getByRole('button', { name: 'Decidir', exact: true }).click();
  await card.waitFor({ state: 'detached' });

  await vendor.page.reload();
  await vendor.page.getByText('Recurso aceito').waitFor();
  await vendor.page.getByText(`A equipe: ${grounds}`).waitFor();

  const visitor = await visit(site.url);
  await visitor.page.goto(`/anuncio/${await slugOf(id)}`);
  await visitor.page
    .getByRole('button', { name: /Comprar/ })
    .or(visitor.page.getByRole('link', { name: /Comprar/ }))
    .first()
    .waitFor();
  await leave(first, vendor, second, visitor);
}, 240_000);

test('a person whose account was closed finds the appeal at the sign-in', async () => {
  const [row] = await look<{ id: number }>(
    site,
    `select id from users where email = 'davi.lucca@demo.praca'`,
  );
  const admin = await visit(site.url);
  await people.enterByOneClick(admin.page, 'admin@demo.praca');
  const closing = { event: 'ban', reason: 'Vendeu contas que não eram suas.' };
  expect(await knock(admin.page, 'PUT', `/staff/users/${row!.id}/state`, closing)).toBe(200);

  const person = await visit(site.url, { width: 375, height: 812 });
  const { page } = person;
  await people.open(page, '/auth/login');
  await people.enterPassword(page, { email: 'davi.lucca@demo.praca', password });
  const link = page.getByRole('link', { name: 'Ler a decisão e recorrer' });
  await link.waitFor();
  await expectAccessible(page, 'the refused sign-in');
  await link.press('Enter');
  await page.getByText(`Motivo: ${closing.reason}`).waitFor();
  await page.getByLabel('Por que a decisão está errada').fill(words);
  await page.getByRole('button', { name: 'Enviar recurso' }).press('Enter');
  await page
    .getByText(/A equipe decide até/)
    .first()
    .waitFor();
  await leave(admin, person);
}, 120_000);

async function slugOf(id: number): Promise<string> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ slug: string }>('select slug from listings where id = $1', [id]);
    return rows[0]!.slug;
  } finally {
    await client.end();
  }
}
