import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoUsername } from '#demo/market/accounts.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave, visit } from '#test/e2e/visitor.ts';

/** A person sends documents, staff open and approve them, and the profile shows it (§4.14). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const picture = (background: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

test('a person sends documents, one person of the team approves them, and the profile shows it', async () => {
  const person = await visit(site.url, { width: 375, height: 812 });
  await people.logIn(person.page, { email: 'vendedora@demo.praca', password: 'praca-demo-2026' });
  await person.page.goto('/conta/documentos');
  await person.page.getByRole('heading', { name: 'Enviar documentos' }).waitFor();
  await expectNoSideScroll(person.page, 'the documents');
  await expectAccessible(person.page, 'the documents');
  const send = person.page.getByRole('button', { name: 'Enviar documentos' });
  const inputs = person.page.locator('input[type=file]');
  for (const [index, background] of [[0, '#4a6'] as const, [1, '#46a'] as const, [2, '#a64'] as const])
    await inputs.nth(index).setInputFiles({
      name: `parte-${index}.png`,
      mimeType: 'image/png',
      buffer: await picture(background),
    });
  await expect.poll(() => send.isEnabled()).toBe(true);
  await person.page.getByLabel('Validade').fill('2099-12-31');
  await send.click();
  await person.page.getByText('Recebemos. A equipe confere').waitFor();

  const staff = await visit(site.url);
  await people.enterByOneClick(staff.page, 'suporte@demo.praca');
  await staff.page.goto('/dashboard/usuarios');
  await staff.page.getByRole('link', { name: 'Documentos', exact: true }).click();
  const name = demoUsername('vendedora');
  await staff.page.getByRole('button', { name: `Abrir documentos de @${name}` }).click();
  await staff.page.getByRole('img', { name: 'Selfie' }).waitFor();
  await expectAccessible(staff.page, 'the queue of documents');
  await staff.page.getByRole('radio', { name: 'Aprovar' }).click();
  await staff.page.getByLabel('Motivo').fill('Nome, número e rosto conferem.');
  await staff.page.getByRole('button', { name: 'Decidir', exact: true }).click();
  await staff.page.getByRole('button', { name: `Retirar aprovação de @${name}` }).waitFor();

  await person.page.reload();
  await person.page.getByText('Aprovado', { exact: true }).waitFor();
  const visitor = await visit(site.url);
  await visitor.page.goto(`/perfil/${name}`);
  await visitor.page.getByText('Identidade verificada').waitFor();
  await leave(person, staff, visitor);
}, 180_000);
