import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import { openParcelSite } from '#test/e2e/shipping/parcel-site.ts';
import type { ParcelSite } from '#test/e2e/shipping/parcel-site.ts';
import {
  closeBrowser,
  expectAccessible,
  expectNoSideScroll,
  leave,
  signIn,
  visit,
} from '#test/e2e/visitor.ts';

/** S15: staff find a parcel in its queue by keyboard, read its addresses and say what became of it. */
let site: ParcelSite;
beforeAll(async () => {
  site = await openParcelSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const phone = { width: 375, height: 812 };
const desktop = { width: 1280, height: 800 };
const reason = 'Os Correios confirmaram por telefone, protocolo 812.';

test.each([phone, desktop])(
  'an admin finds a silent parcel, reads its addresses and calls it lost, at $width px',
  async (size) => {
    const sale = await site.posted({ priceCents: 10_000 });
    await sql`update orders set promised_at = market_now() - interval '1 hour' where id = ${sale.id}`.execute(
      site.db,
    );
    const admin = await visit(site.url, size);
    const { page } = admin;
    await signIn(admin, 'admin@demo.praca');
    await page.goto('/dashboard/envios');
    const row = page.locator(`a[href="/dashboard/pedidos/${sale.id}"]`);
    await row.waitFor();
    await expectAccessible(page, 'the queue of shipments');
    await expectNoSideScroll(page, 'the queue of shipments');
    await row.focus();
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Envio', exact: true }).waitFor();
    expect(await page.getByText('Avenida Nazaré').count()).toBe(0);
    await page.getByRole('button', { name: 'Ver endereços' }).click();
    const asked = page.getByRole('dialog', { name: 'Ver os endereços deste pedido' });
    await asked.getByLabel('Motivo').fill(reason);
    await asked.getByRole('button', { name: 'Ver endereços' }).click();
    await page.getByText('Avenida Nazaré').waitFor();
    await expectAccessible(page, 'the parcel of an order');
    await expectNoSideScroll(page, 'the parcel of an order');
    const readings = await look<{ reason: string }>(
      site,
      `select reason from audit_log where subject_kind = 'order' and subject_id = ${sale.id}
         and kind = 'order.addresses_read'`,
    );
    expect(readings).toEqual([{ reason }]);

    await page.getByRole('button', { name: 'Mudar situação' }).click();
    const dialog = page.getByRole('dialog', { name: /^Mudar a situação do pedido/ });
    await dialog.getByText('Marcar pacote como extraviado').click();
    await dialog.getByLabel('Motivo').fill(reason);
    await expectAccessible(page, 'the move of a parcel');
    await dialog.getByRole('button', { name: 'Marcar pacote como extraviado' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Extravio confirmado pela equipe').waitFor();
    expect(await site.stateOf(sale.hash)).toBe('cancelled');
    await expect
      .poll(() => look<{ state: string }>(site, `select state from refunds where order_id = ${sale.id}`))
      .toEqual([{ state: 'completed' }]);
    await leave(admin);
  },
);

test('support gives back the tries of a stuck pickup', async () => {
  const sale = await site.paid({ delivery: 'pickup' });
  for (let tries = 0; tries < 10; tries += 1)
    await sql`update pickups set failed_tries = failed_tries + 1 where order_id = ${sale.id}`.execute(
      site.db,
    );
  const support = await visit(site.url, phone);
  const { page } = support;
  await signIn(support, 'suporte@demo.praca');
  await page.goto('/dashboard/envios?aba=retiradas');
  await page.locator(`a[href="/dashboard/pedidos/${sale.id}"]`).click();
  await page.getByText('Dez códigos errados').waitFor();
  await page.getByRole('button', { name: 'Devolver tentativas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devolver as tentativas do código' });
  await dialog.getByLabel('Motivo').fill('Os dois lados mandaram foto do código certo.');
  await expectAccessible(page, 'the tries of a pickup');
  await dialog.getByRole('button', { name: 'Devolver tentativas' }).click();
  await page.getByText('Dez códigos errados').waitFor({ state: 'detached' });
  await leave(support);
});

test('an admin reads the carrier’s health and downloads freight by day, which support may not', async () => {
  await site.posted();
  const admin = await visit(site.url, desktop);
  await signIn(admin, 'admin@demo.praca');
  await admin.page.goto('/dashboard/envios?aba=transportadora');
  await admin.page.getByRole('heading', { name: 'Pontualidade' }).waitFor();
  await expectAccessible(admin.page, 'the health of the carrier');
  await admin.page.getByRole('link', { name: 'Fretes' }).click();
  await admin.page.getByRole('heading', { name: 'Fretes por dia' }).waitFor();
  await expectAccessible(admin.page, 'freight by day');
  await expectNoSideScroll(admin.page, 'freight by day');
  const file = admin.page.waitForEvent('download');
  await admin.page.getByRole('button', { name: 'Baixar CSV' }).click();
  expect((await file).suggestedFilename()).toBe('fretes.csv');
  await leave(admin);
});
