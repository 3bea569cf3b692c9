import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from '#test/e2e/people.ts';
import { look } from '#test/e2e/books.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave, visit } from '#test/e2e/visitor.ts';

/** Support gives a strike on the page of a person, who reads it, appeals, and is right in the end (F55, N04). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const password = 'praca-demo-2026';
const reason = 'Pediu o pagamento por fora em duas conversas.';
const words = 'Não fui eu: a conversa de que falam é de outra pessoa. Leiam de novo, por favor.';

test('a strike is given, read, appealed against and undone', async () => {
  const [struck] = await look<{ id: number; email: string }>(
    site,
    `select id, email::text from users where username = 'igor_zanetti'`,
  );
  const { id, email } = struck!;
  const support = await visit(site.url, { width: 375, height: 812 });
  await people.enterByOneClick(support.page, 'suporte@demo.praca');
  await support.page.goto(`/dashboard/usuarios?id=${id}`);
  const sheet = support.page.getByRole('dialog').first();
  await sheet.getByRole('button', { name: 'Dar advertência' }).click();
  const dialog = support.page.getByRole('dialog', { name: 'Advertir @igor_zanetti?' });
  await dialog.getByText('nada muda na conta').waitFor();
  await dialog.getByRole('button', { name: 'Dar advertência' }).click();
  await dialog.getByText('Escolha a regra que não foi seguida.').waitFor();
  await dialog.getByText('Escreva o motivo em uma frase.').waitFor();
  await dialog.getByLabel('Regra que não foi seguida').selectOption('off_platform');
  await dialog.getByLabel('Motivo').fill(reason);
  await expectAccessible(support.page, 'giving a strike');
  await expectNoSideScroll(support.page, 'giving a strike');
  await dialog.getByRole('button', { name: 'Dar advertência' }).click();
  await sheet.getByText('Advertência 1', { exact: true }).waitFor();
  await expectAccessible(support.page, 'the strikes of a person');
  await sheet.getByText(`«${reason}»`).waitFor();

  const person = await visit(site.url, { width: 375, height: 812 });
  await people.logIn(person.page, { email, password });
  await person.page.goto('/conta/decisoes');
  await person.page.getByText(`Motivo: Negociar por fora da plataforma. ${reason}`).waitFor();
  await person.page.getByText('Por enquanto, nada muda na sua conta').waitFor();
  await expectAccessible(person.page, 'a strike');
  await person.page.getByRole('button', { name: /^Recorrer: Advertência/ }).click();
  await person.page.getByLabel('Por que a decisão está errada').fill(words);
  await person.page.getByRole('button', { name: 'Enviar recurso' }).click();
  await person.page.getByText('Recurso em análise').waitFor();

  const admin = await visit(site.url);
  await people.enterByOneClick(admin.page, 'admin@demo.praca');
  await admin.page.goto('/dashboard/recursos');
  const card = admin.page.getByRole('listitem').filter({ hasText: words });
  await card.getByRole('button', { name: /^Decidir: / }).click();
  await card.getByRole('radio', { name: 'Desfazer a decisão' }).click();
  await card.getByLabel('Motivo').fill('A conversa era mesmo de outra pessoa.');
  await card.getByRole('button', { name: 'Decidir', exact: true }).click();
  await card.waitFor({ state: 'detached' });

  await person.page.reload();
  await person.page.getByText('Recurso aceito').waitFor();
  await admin.page.goto(`/dashboard/usuarios?id=${id}`);
  await admin.page.getByText('Desfeita', { exact: true }).waitFor();
  expect(await look(site, 'select from strikes where revoked_at is null and user_id = $1', [id])).toEqual([]);
  await leave(support, person, admin);
}, 240_000);
