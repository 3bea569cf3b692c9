import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letterNames } from '#domain/settings/letters.ts';
import { allLetters, defaultSample } from '#server/process/letters-catalogue.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { confirmPending } from '#test/staff/two-people.ts';
import { sendLetter } from './letters.ts';
import { invalidateRules } from './queries.ts';

let sales: Sales;
let admin: Person;
let second: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  second = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterAll(() => sales.close());

const subject = 'letters.nova-senha.subject';
const body = 'letters.nova-senha.body';

async function change(changes: Record<string, string>, as = admin) {
  const { data } = await sales.request('GET', '/staff/settings', { token: as.token });
  const answer = await sales.request('POST', '/staff/settings/versions', {
    token: as.token,
    key: true,
    body: { basedOn: data.version.id, changes, reason: 'Combinado na reunião de novembro' },
  });
  return confirmPending(sales, answer, second);
}

const preview = (words: object) =>
  sales.request('POST', '/staff/letters/nova-senha/preview', { token: support.token, body: words });

async function sent(): Promise<{ subject: string; text: string; url: string }> {
  invalidateRules(sales.ctx.db);
  await sendLetter(sales.ctx, allLetters['nova-senha']({ origin: 'https://x.example', ...defaultSample }));
  const { rows } = await sql<{ subject: string; text: string; url: string }>`
    select subject, text_body as text, url from mails order by id desc limit 1`.execute(sales.ctx.db);
  return rows[0]!;
}

test('each letter is listed with its default wording and its placeholders', async () => {
  const { data } = await sales.request('GET', '/staff/letters', { token: support.token });
  expect(data.items.map(({ name }: { name: string }) => name)).toEqual(letterNames);
  expect(data.items.find(({ name }: { name: string }) => name === 'avalie-o-pedido')).toMatchObject({
    names: ['nome', 'titulo', 'marca'],
    house: { subject: 'Como foi o pedido «{{titulo}}»?' },
  });
});

test('a preview equals the letter that is sent', async () => {
  const { data } = await preview({ subject: 'Oi, {{nome}}', body: 'Um.\n\nDois.' });
  expect(data).toMatchObject({
    subject: 'Oi, clara_compra',
    paragraphs: ['Um.', 'Dois.'],
    button: 'Criar nova senha',
  });
  expect((await preview({ subject: '', body: '' })).data.subject).toBe('Crie uma nova senha na Praça');
});

test('an unknown placeholder and too long texts are refused at their field', async () => {
  const shown = await preview({ subject: '{{codigo}}', body: 'a'.repeat(4_001) });
  expect([shown.status, shown.body.errors]).toEqual([
    400,
    { subject: 'Estes nomes não existem: {{codigo}}.', body: 'Use até 4000 letras.' },
  ]);
  const saved = await change({ [body]: 'Olá, {{senha}}!' });
  expect([saved.status, Object.keys(saved.body.errors)]).toEqual([400, [body]]);
  expect((await change({ [subject]: 'Nova senha' }, support)).status).toBe(403);
  expect((await sent()).subject).toBe('Crie uma nova senha na Praça');
});

test('letters use the operator’s wording, and the default one again after it is removed', async () => {
  const { data } = await change({
    [subject]: 'Sua senha em {{marca}}',
    [body]: 'Oi, {{nome}}.\n\nAbra o link.',
  });
  expect(data.version.changes.map(({ path }: { path: string }) => path)).toEqual([subject, body]);
  const own = await sent();
  expect(own).toMatchObject({
    subject: 'Sua senha em Praça',
    url: 'https://x.example/auth/recovery?token=exemplo',
  });
  expect(own.text).toContain('Oi, clara_compra.\n\nAbra o link.');
  expect(own.text).toContain('Se não foi você, ignore esta mensagem');
  await change({ [subject]: '', [body]: '' });
  expect((await sent()).subject).toBe('Crie uma nova senha na Praça');
});
