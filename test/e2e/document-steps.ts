import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';

/** Sends the three pictures of an identity card on the open `/conta/documentos`. */
export async function sendDocuments(page: Page): Promise<void> {
  const send = page.getByRole('button', { name: 'Enviar documentos' });
  const inputs = page.locator('input[type=file]');
  for (const [index, background] of ['#4a6', '#46a', '#a64'].entries())
    await inputs.nth(index).setInputFiles({
      name: `parte-${index}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 320, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
    });
  await expect.poll(() => send.isEnabled()).toBe(true);
  await page.getByLabel('Validade').fill('2099-12-31');
  await send.click();
  await page.getByText('Recebemos. A equipe confere').waitFor();
}

/** Approves documents which are open in the dashboard's queue. */
export async function approveOpenDocuments(page: Page, username: string): Promise<void> {
  await page.getByRole('radio', { name: 'Aprovar' }).click();
  await page.getByLabel('Motivo').fill('Nome, número e rosto conferem.');
  await page.getByRole('button', { name: 'Decidir', exact: true }).click();
  await page.getByRole('button', { name: `Retirar aprovação de @${username}` }).waitFor();
}
