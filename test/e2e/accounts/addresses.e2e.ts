import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, visit } from '#test/e2e/visitor.ts';

/** The address book (S03), by keyboard. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const card = (page: Page, label: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: label, exact: true }) });

/** Presses a control by keyboard. */
async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press('Enter');
}

async function values(page: Page): Promise<string[]> {
  const labels = ['Rua ou avenida', 'Bairro', 'Cidade', 'Estado'];
  return Promise.all(labels.map((label) => field(page, label).inputValue()));
}

async function finish(page: Page, label: string): Promise<void> {
  await field(page, 'Quem recebe').fill('Ivone Lara');
  await field(page, 'Celular').fill('91987654321');
  await field(page, 'Nome deste endereço').fill(label);
  await field(page, 'Nome deste endereço').press('Enter');
}

test('an address is added by its CEP, corrected, made the default and deleted by keyboard', async () => {
  const person = people.newPerson('lia');
  const visitor = await visit(site.url, { width: 375, height: 812 });
  const { page } = visitor;
  await people.register(page, person);
  await people.open(page, '/conta/enderecos');
  await page.getByRole('heading', { name: 'Nenhum endereço por aqui' }).waitFor();
  await expectAccessible(page, 'an empty address book');

  await press(page.getByRole('button', { name: 'Adicionar endereço' }));
  const cep = field(page, 'CEP');
  await expect.poll(() => cep.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('66010000');
  await page
    .getByText('Preenchemos a rua, o bairro, a cidade e o estado. Confira e complete o resto.')
    .waitFor();
  await expect.poll(() => cep.inputValue()).toBe('66010-000');
  expect(await values(page)).toEqual(['Avenida Presidente Vargas', 'Campina', 'Belém', 'PA']);

  await press(page.getByRole('button', { name: 'Salvar endereço' }));
  await page.getByText('Informe o número, ou marque «Sem número».').waitFor();
  await page.getByText('Informe o nome de quem recebe.').waitFor();
  await expectAccessible(page, 'an address with errors');
  await page.getByRole('checkbox', { name: 'Sem número' }).press('Space');
  await field(page, 'Bairro').fill('Cidade Velha');
  await finish(page, 'Casa');
  await card(page, 'Casa').getByText('Avenida Presidente Vargas, s/n').waitFor();
  await card(page, 'Casa').getByText('Principal para receber').waitFor();
  await card(page, 'Casa').getByText('Ivone Lara, (91) 98765-4321').waitFor();

  await press(page.getByRole('button', { name: 'Editar Casa' }));
  await page.getByRole('heading', { name: 'Editar «Casa»' }).waitFor();
  expect(await values(page)).toEqual(['Avenida Presidente Vargas', 'Cidade Velha', 'Belém', 'PA']);
  await page.getByRole('checkbox', { name: 'Sem número' }).press('Space');
  await field(page, 'Número').fill('40');
  await press(page.getByRole('button', { name: 'Salvar endereço' }));
  await card(page, 'Casa').getByText('Avenida Presidente Vargas, 40').waitFor();

  await press(page.getByRole('button', { name: 'Adicionar endereço' }));
  await field(page, 'CEP').fill('01310-100');
  await page.getByText('Preenchemos a rua', { exact: false }).waitFor();
  await field(page, 'Número').fill('1578');
  await finish(page, 'Trabalho');
  await card(page, 'Trabalho').waitFor();
  await press(page.getByRole('button', { name: 'Usar para receber: Trabalho' }));
  await card(page, 'Trabalho').getByText('Principal para receber').waitFor();
  await card(page, 'Casa').getByText('Principal para receber').waitFor({ state: 'detached' });
  await expectAccessible(page, 'an address book');

  await press(page.getByRole('button', { name: 'Apagar Trabalho' }));
  const dialog = page.getByRole('alertdialog', { name: 'Apagar endereço' });
  await press(dialog.getByRole('button', { name: 'Apagar endereço' }));
  await card(page, 'Trabalho').waitFor({ state: 'detached' });
  await card(page, 'Casa').getByText('Principal para receber').waitFor();
  await leave(visitor);
});

test('a lookup that is slow, away or does not know the CEP loses nothing that was typed', async () => {
  const person = people.newPerson('rui');
  const visitor = await visit(site.url, { theme: 'escuro' });
  const { page } = visitor;
  await people.register(page, person);
  await people.open(page, '/conta/enderecos');
  await press(page.getByRole('button', { name: 'Adicionar endereço' }));

  await field(page, 'CEP').fill('69310408');
  await page.getByText('Buscando o endereço…').waitFor();
  await field(page, 'Rua ou avenida').fill('Rua das Palmeiras');
  await page.getByText('A busca de CEP não respondeu. Preenchemos o estado. Escreva o resto.').waitFor();
  expect(await values(page)).toEqual(['Rua das Palmeiras', '', '', 'RR']);

  await field(page, 'CEP').fill('66010404');
  await page.getByText('Não encontramos este CEP. Confira os números ou preencha o endereço.').waitFor();
  await expectAccessible(page, 'an unknown postal code');
  expect(await values(page)).toEqual(['Rua das Palmeiras', '', '', 'PA']);

  await field(page, 'Estado').selectOption('RR');
  await field(page, 'Bairro').fill('Centro');
  await field(page, 'Cidade').fill('Belém');
  await field(page, 'Número').fill('7');
  await finish(page, 'Sítio');
  await page.getByText('O CEP 66010-404 fica em outro estado: Pará. Corrija o CEP ou o estado.').waitFor();
  expect(await values(page)).toEqual(['Rua das Palmeiras', 'Centro', 'Belém', 'RR']);

  await visitor.context.setOffline(true);
  await field(page, 'CEP').fill('66020000');
  await page.getByText('A busca de CEP não respondeu.', { exact: false }).waitFor();
  await visitor.context.setOffline(false);
  await field(page, 'Estado').selectOption('PA');
  await press(page.getByRole('button', { name: 'Salvar endereço' }));
  await card(page, 'Sítio').getByText('Belém/PA, 66020-000').waitFor();
  await leave(visitor);
});

test('ten addresses are the most, and the page says why', async () => {
  const person = people.newPerson('zeca');
  const visitor = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  await people.open(page, '/conta/enderecos');
  await page.evaluate(async () => {
    const token = localStorage.getItem('marketplace_auth');
    for (let count = 1; count <= 10; count++)
      // oxlint-disable-next-line no-await-in-loop
      await fetch('/api/v1/addresses', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `endereco-${count}`,
        },
        body: JSON.stringify({
          label: `Lugar ${count}`,
          recipient: 'Zeca',
          phone: '91987654321',
          postalCode: '66010000',
          street: 'Avenida Presidente Vargas',
          number: String(count),
          complement: '',
          district: 'Campina',
          city: 'Belém',
          state: 'PA',
        }),
      });
  });
  await page.reload({ waitUntil: 'networkidle' });
  await card(page, 'Lugar 10').waitFor();
  const add = page.getByRole('button', { name: 'Adicionar endereço' });
  await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true');
  await add.focus();
  await page.getByText('Você já tem 10 endereços. Apague um para guardar outro.').first().waitFor();
  await leave(visitor);
});
