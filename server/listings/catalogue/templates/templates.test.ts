import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attributeSchemaFaults, categoryLimits } from '#domain/listings/categories.ts';
import { categoryTemplates } from '#domain/listings/category-templates.ts';
import type { CategoryTemplate } from '#domain/listings/category-templates.ts';
import { kindRules } from '#domain/listings/category-kinds.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { templates } from './templates.ts';

let market: Market;
let admin: Person;
beforeEach(async () => {
  market = await createMarket();
  admin = await market.user({ role: 'admin' });
});
afterEach(() => market.close());

const enter = (template: CategoryTemplate, as = admin) =>
  market.request('POST', `/staff/category-templates/${template}/entries`, { token: as.token, key: true });
const states = async () =>
  (await market.request('GET', '/staff/category-templates', { token: admin.token })).data.items;
const count = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from categories`.execute(
    market.ctx.db,
  );
  return rows[0]!.count;
};

const allOf = (template: CategoryTemplate) =>
  templates[template].flatMap(({ leaves, ...branch }) => [branch, ...leaves]);

test('a template fills an empty market, with fields and rules on each category that holds listings', async () => {
  const invites = async () =>
    (await market.request('GET', '/public/settings')).data.openToListings as boolean;
  expect(await invites()).toBe(false);
  const entered = await enter('digital');
  expect(await invites()).toBe(true);
  expect([entered.status, entered.data], entered.text).toEqual([200, { added: allOf('digital').length }]);
  const { data } = await market.request('GET', '/public/categories');
  const account = data.items.find(({ slug }: { slug: string }) => slug === 'contas-de-jogos-online');
  expect(account).toMatchObject({ kind: 'account', icon: 'gamepad-2', holdDays: 14, warrantyDays: 14 });
  expect(account.rulesText).toContain('São proibidas contas invadidas');
  expect(account.attributes.map(({ key }: { key: string }) => key)).toContain('jogo');
  expect((await states()).map(({ missing }: { missing: number }) => missing)).toEqual([
    0,
    allOf('general').length,
    allOf('services').length,
  ]);
});

test('a template that is entered twice adds nothing, also where categories were renamed and moved', async () => {
  for (const template of categoryTemplates) await enter(template);
  const before = await count();
  await sql`update categories set name = 'Telefones', parent_id = (select id from categories where slug = 'casa')
    where slug = 'celulares'`.execute(market.ctx.db);
  for (const template of categoryTemplates) expect((await enter(template)).data).toEqual({ added: 0 });
  expect(await count()).toBe(before);
});

test('of twenty entries at once one adds the categories', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => enter('general')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const added = answers.map(({ data }) => data.added).filter((each) => each > 0);
  expect(added).toEqual([allOf('general').length]);
  expect(await count()).toBe(allOf('general').length);
});

test('what was removed comes back, and nothing is added below an inactive category', async () => {
  await enter('general');
  await sql`delete from categories where slug in ('livros', 'celulares')`.execute(market.ctx.db);
  await sql`update categories set active = false where slug = 'eletronicos'`.execute(market.ctx.db);
  expect((await enter('general')).data).toEqual({ added: 1 });
});

test('refused: support, an unknown template, and a category with listings that would get children', async () => {
  const support = await market.user({ role: 'support' });
  expect((await enter('digital', support)).status).toBe(403);
  expect((await enter('outra' as CategoryTemplate)).status).toBe(404);
  const { data: parent } = await market.request('POST', '/staff/categories', {
    token: admin.token,
    key: true,
    body: { name: 'Contas', parentId: null },
  });
  await market.publishedListing({ categoryId: parent.id });
  const refused = await enter('digital');
  expect([refused.status, refused.body.code]).toEqual([409, 'category_in_use']);
  expect(await count()).toBe(1);
});

test.each(categoryTemplates)('the template «%s» obeys the bounds of categories', (template) => {
  const categories = allOf(template);
  expect(new Set(categories.map(({ slug }) => slug)).size).toBe(categories.length);
  for (const branch of templates[template]) {
    expect(branch.rulesText!.length, branch.slug).toBeLessThanOrEqual(2_000);
    expect(branch.icon, branch.slug).toBeDefined();
    for (const type of branch.deliveryTypes ?? [])
      expect(kindRules[branch.kind!].deliveryTypes, branch.slug).toContain(type);
  }
  for (const { slug, name, attributes = [], warrantyDays = 7 } of categories) {
    expect(slug, name).toMatch(/^[a-z0-9-]{2,60}$/);
    expect(name.length, slug).toBeLessThanOrEqual(60);
    expect(attributeSchemaFaults(attributes), slug).toEqual({});
    expect(warrantyDays).toBeGreaterThanOrEqual(categoryLimits.warrantyDays.min);
    for (const { key } of attributes) expect(key).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
  }
});
