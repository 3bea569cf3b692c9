import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageSlugs, unknownPlaceholders } from '#domain/settings/page-texts.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { engineValues } from './page-texts.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

async function publish(slug: string, version: number, markdown: string, inMs = 0): Promise<void> {
  await sql`insert into page_texts (slug, version, markdown, starts_at)
    values (${slug}, ${version}, ${markdown}, market_now() + ${inMs} * interval '1 millisecond')`.execute(
    market.ctx.db,
  );
}

test.each(pageSlugs)('/%s has a text in a new installation, without an unknown placeholder', async (slug) => {
  const { status, data, text } = await market.request('GET', `/public/pages/${slug}`);
  expect(status).toBe(200);
  expect(data.title.length).toBeGreaterThan(3);
  expect(data.summary.length).toBeGreaterThan(0);
  expect(data.sections.length).toBeGreaterThan(0);
  expect(text).not.toContain('{{');
});

test('the numbers of a text are those of the current rules (N08)', async () => {
  const before = await market.request('GET', '/public/pages/tarifas');
  expect(before.text).toContain('R$\u00a00,50');
  const dearer = structuredClone(defaultRules);
  for (const plan of Object.values(dearer.plans)) plan.minCommissionCents = 77;
  expect(engineValues(dearer)['tarifas.minima']).toBe('R$\u00a00,77');
  await sql`insert into rule_versions (rules, starts_at) values (${JSON.stringify(dearer)}::jsonb, market_now())`.execute(
    market.ctx.db,
  );
  await market.moveClock(2_000);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const after = await market.request('GET', '/public/pages/tarifas');
  expect(after.text).toContain('R$\u00a00,77');
});

test('a text promises checks of ages only where they are made (F58)', () => {
  expect(engineValues(defaultRules)['idade.compras']).toContain('R$\u00a0500,00 por pedido');
  const off = { ...defaultRules, ages: { ...defaultRules.ages, enforced: false } };
  expect(engineValues(off)['idade.compras']).toBe('Este site não confere idades.');
  expect(engineValues(off)['idade.venda']).toBe('');
});

test('a new version shows which sections it changed, and the old one can still be read', async () => {
  const first = '# Termos\n\n> Curto.\n\n## Conta\nUma por pessoa.\n\n## Lei\nA brasileira.\n';
  await publish('termos', 2, first);
  await publish('termos', 3, first.replace('Uma por pessoa.', 'Uma por pessoa, sempre.'));
  const { data } = await market.request('GET', '/public/pages/termos');
  expect(data.version).toBe(3);
  expect(data.sections.map((section: { changedAt: string | null }) => section.changedAt !== null)).toEqual([
    true,
    true,
  ]);
  const { data: second } = await market.request('GET', '/public/pages/termos?version=2');
  expect(second.sections[0].html).toBe('<p>Uma por pessoa.</p>');
  expect(data.sections[0].changedAt >= data.sections[1].changedAt).toBe(true);
});

test('a version that starts tomorrow is not shown today, except for terms and policies, which are announced', async () => {
  await publish('tarifas', 2, '# Tarifas\n\n## Nova\nAmanhã.', 86_400_000);
  const today = await market.request('GET', '/public/pages/tarifas');
  expect(today.data).toMatchObject({ version: 1, next: null });
  expect((await market.request('GET', '/public/pages/tarifas?version=2')).status).toBe(404);
  await market.moveClock(86_400_001);
  expect((await market.request('GET', '/public/pages/tarifas')).data.version).toBe(2);
});

test('HTML and script links in a text are shown as text, never executed', async () => {
  await publish(
    'como-funciona',
    2,
    '# Oi\n\n## Um\n<script>alert(1)</script> <img src=x onerror=alert(1)> [clique](javascript:alert(1))',
  );
  const { data } = await market.request('GET', '/public/pages/como-funciona');
  expect(data.sections[0].html).not.toMatch(/<script|<img|href="javascript/);
  expect(data.sections[0].html).toContain('&lt;script&gt;');
});

test('an unknown page is 404', async () => {
  expect((await market.request('GET', '/public/pages/segredos')).status).toBe(404);
});

test('a published text can be neither changed nor removed', async () => {
  await expect(
    sql`update page_texts set markdown = 'outro texto qualquer'`.execute(market.ctx.db),
  ).rejects.toThrow();
  await expect(sql`delete from page_texts`.execute(market.ctx.db)).rejects.toThrow();
});

test('the default texts use known placeholders only', async () => {
  const { rows } = await sql<{ markdown: string }>`select markdown from page_texts where version = 1`.execute(
    market.ctx.db,
  );
  expect(rows.flatMap(({ markdown }) => unknownPlaceholders(markdown))).toEqual([]);
});
