import { afterAll, beforeAll, test } from 'vitest';
import { demoUsername } from '#demo/market/accounts.ts';
import { approveOpenDocuments, sendDocuments } from '#test/e2e/document-steps.ts';
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

test('a person sends documents, one person of the team approves them, and the profile shows it', async () => {
  const person = await visit(site.url, { width: 375, height: 812 });
  await people.logIn(person.page, { email: 'vendedora@demo.praca', password: 'praca-demo-2026' });
  await person.page.goto('/conta/documentos');
  await person.page.getByRole('heading', { name: 'Enviar documentos' }).waitFor();
  await expectNoSideScroll(person.page, 'the documents');
  await expectAccessible(person.page, 'the documents');
  await sendDocuments(person.page);

  const staff = await visit(site.url);
  await people.enterByOneClick(staff.page, 'suporte@demo.praca');
  await staff.page.goto('/dashboard/usuarios');
  await staff.page.getByRole('link', { name: /^Documentos/ }).click();
  const name = demoUsername('vendedora');
  await staff.page.getByRole('button', { name: `Abrir documentos de @${name}` }).click();
  await staff.page.getByRole('img', { name: 'Selfie' }).waitFor();
  await expectAccessible(staff.page, 'the queue of documents');
  await approveOpenDocuments(staff.page, name);

  await person.page.reload();
  await person.page.getByText('Aprovado', { exact: true }).waitFor();
  const visitor = await visit(site.url);
  await visitor.page.goto(`/perfil/${name}`);
  await visitor.page.getByText('Identidade verificada').waitFor();
  await leave(person, staff, visitor);
}, 180_000);
