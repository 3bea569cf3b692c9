import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { measurePrices } from '#server/listings/odd-prices.ts';
import { drain } from '#server/background/worker.ts';
import type { Person } from '#test/accounts/people.ts';
import { minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterAll(() => sales.close());

const reason = 'Conferido na denúncia A-1, com o vendedor avisado.';
const call = (who: Person, method: string, path: string, body?: object) =>
  sales.request(method, path, { token: who.token, key: true, ...(body && { body }) });
const list = async (query: string) => {
  const { data } = await call(support, 'GET', `/staff/listings?${query}`);
  return data.items.map(({ id }: { id: number }) => id).toSorted();
};
const readListing = async (id: number, who = support) =>
  (await call(who, 'GET', `/staff/listings/${id}`)).data;
/** The text of a person's notice with this title. */
const noticeText = async (person: Person, wanted: string): Promise<string> => {
  await sales.drain();
  const { data } = await call(person, 'GET', '/notifications');
  return data.items.find(({ title }: { title: string }) => title === wanted)?.description;
};
const pause = (who: Person, id: number) =>
  call(who, 'POST', `/staff/listings/${id}/moderation`, { action: 'pause', reason });
const move = (who: Person, id: number, categoryId: number) =>
  call(who, 'PUT', `/staff/listings/${id}/category`, { categoryId, reason });
const asks = (key: string, label: string, required = false) => ({
  key,
  label,
  type: 'text' as const,
  required,
  filterable: true,
});
const lastDecision = async (id: number) =>
  (await call(admin, 'GET', `/staff/audit-log?subject=listing&subjectId=${id}`)).data.items[0];

describe('views of the list', () => {
  test('«Denunciados» lists listings with open reports, separately from flagged ones', async () => {
    const [reported, flagged] = [await sales.publishedListing(), await sales.publishedListing()];
    const report = { target: 'listing', id: String(reported.id), reason: 'fraud' };
    const { status } = await call(await sales.user(), 'POST', '/reports', report);
    expect(status).toBe(201);
    await sql`update listings set flagged_at = market_now() where id = ${flagged.id}`.execute(sales.db);
    expect(await list('reports=open')).toEqual([reported.id]);
    expect(await list('reports=flagged')).toEqual([flagged.id]);
    expect((await call(support, 'GET', '/staff/listings?reports=all')).status).toBe(400);
  });

  test('«Sem foto» lists drafts without a photo, and no removed listing', async () => {
    const { id, seller } = await sales.draft();
    const { data } = await call(seller, 'POST', '/listings', { categoryId: await sales.category() });
    expect(await list('withoutPhoto=1')).toEqual([data.id]);
    expect(await list('withoutPhoto=1&sort=price')).toEqual([]);
    expect(await list(`q=${id}`)).toEqual([id]);
    await call(seller, 'DELETE', `/listings/${data.id}`);
    expect(await list('withoutPhoto=1')).toEqual([]);
  });

  test('«Preço fora do padrão» lists listings on sale whose price is 80 % from the median of their category', async () => {
    const categoryId = await sales.category();
    const at = async (priceCents: number) => (await sales.publishedListing({ categoryId, priceCents })).id;
    const [low, , , , high] = [
      await at(2_000),
      await at(9_000),
      await at(10_000),
      await at(11_000),
      await at(18_000),
    ];
    const near = await at(17_999);
    await at(10_000);
    await drain(sales.ctx, [measurePrices]);
    expect(await list('oddPrice=1')).toEqual([low, high].toSorted());
    expect(await readListing(low!)).toMatchObject({ oddPrice: true, medianCents: 10_000 });
    expect(await readListing(near)).toMatchObject({ oddPrice: false, medianCents: 10_000 });
    const { data: curve } = await call(support, 'GET', '/staff/price-curve');
    expect(curve).toEqual({ outlierBps: 8_000, fewestPrices: 5, measuredAt: expect.any(String) });

    // A price that changed since the last measurement is not listed.
    await call(admin, 'POST', `/staff/listings/${low}/moderation`, { action: 'suspend', reason });
    expect(await list('oddPrice=1')).toEqual([high]);
    await sales.moveClock(11 * minute);
    await drain(sales.ctx, [measurePrices]);
    const { rows } = await sql`select from odd_prices where listing_id = ${low}`.execute(sales.db);
    expect(rows).toHaveLength(0);
  });

  test('a category with too few prices has no curve, and a changed setting recomputes all curves', async () => {
    const categoryId = await sales.category();
    const ids = [];
    for (const priceCents of [1_000, 10_000, 10_000, 100_000])
      ids.push((await sales.publishedListing({ categoryId, priceCents })).id);
    await drain(sales.ctx, [measurePrices]);
    expect(await readListing(ids[0]!)).toMatchObject({ oddPrice: false, medianCents: null });
    await sales.setRules({ listings: { ...defaultRules.listings, fewestPrices: 4 } });
    await sales.moveClock(2_000);
    await drain(sales.ctx, [measurePrices]);
    expect(await list('oddPrice=1')).toEqual(expect.arrayContaining([ids[0], ids[3]]));
    await sales.setRules({ listings: defaultRules.listings });
    await sales.moveClock(2_000);
  });
});

test('listings with the same photo, by bytes or by image hash, are shown together as possible copies', async () => {
  const [first, second, third] = [
    await sales.publishedListing(),
    await sales.publishedListing(),
    await sales.publishedListing(),
  ];
  await sql`update images set look = '\\x0123456789abcdef' where id in (
    select image_ids[1] from listings where id in (${first.id}, ${second.id}))`.execute(sales.db);
  const shown = await readListing(first.id);
  expect(shown).toMatchObject({ sharesPhoto: true, copies: [{ id: second.id, state: 'published' }] });
  expect(await readListing(third.id)).toMatchObject({ sharesPhoto: false, copies: [] });
  expect(await list(`samePhotoAs=${first.id}`)).toEqual([first.id, second.id]);
  expect(await list(`samePhotoAs=${third.id}`)).toEqual([third.id]);

  // A copy by the same seller counts as a copy, but does not share another seller's photo.
  const { data: copy } = await call(third.seller, 'POST', `/listings/${third.id}/copies`);
  await sql`update listings set published_at = market_now() where id = ${copy.id}`.execute(sales.db);
  expect(await readListing(third.id)).toMatchObject({ sharesPhoto: false, copies: [{ id: copy.id }] });
});

describe('pausing', () => {
  test('staff pause a listing on sale; its seller reads why and resumes it (L06)', async () => {
    const { id, seller } = await sales.publishedListing();
    expect((await pause(support, id)).data).toEqual({ id, state: 'paused' });
    expect(await lastDecision(id)).toMatchObject({
      kind: 'listing.paused_by_staff',
      actor: support.username,
      before: { state: 'published' },
      after: { state: 'paused' },
      reason,
    });
    expect(await noticeText(seller, 'Anúncio pausado pela equipe')).toContain(reason);
    expect((await call(seller, 'GET', `/listings/${id}`)).data.reviewNote).toBe(reason);
    const resumed = await call(seller, 'PUT', `/listings/${id}/pause`, { paused: false });
    expect(resumed.data).toMatchObject({ state: 'published', reviewNote: null });
  });

  test('is refused for a paused listing, for one not on sale, and for one’s own', async () => {
    const { id } = await sales.publishedListing();
    await pause(support, id);
    expect((await pause(support, id)).body).toMatchObject({ status: 409, code: 'wrong_state' });
    const own = await sales.publishedListing({ seller: support });
    expect((await pause(support, own.id)).body).toMatchObject({ status: 403, code: 'own_decision' });
    expect((await readListing(own.id)).may.pause).toEqual({
      allowed: false,
      because: 'Outra pessoa da equipe precisa fazer isso.',
    });
    expect((await pause(support, 999_999)).status).toBe(404);
  });
});

describe('moving to another category', () => {
  test('attributes that the new category has stay, the others are dropped, and the seller is told which', async () => {
    const from = await sales.category({
      name: 'Jogos',
      attributes: [asks('servidor', 'Servidor'), asks('nivel', 'Nível')],
    });
    const to = await sales.category({ name: 'Contas', attributes: [asks('servidor', 'Servidor', true)] });
    const attributes = { servidor: 'BR1', nivel: '30' };
    const { id, seller, versionId } = await sales.publishedListing({ categoryId: from, attributes });
    expect((await move(support, id, to)).data).toEqual({ id, category: 'Contas', dropped: ['Nível'] });
    expect(await readListing(id)).toMatchObject({
      category: 'Contas',
      categoryId: to,
      categories: ['Contas'],
      attributes: [{ label: 'Servidor', value: 'BR1' }],
      state: 'published',
    });
    expect(await lastDecision(id)).toMatchObject({
      kind: 'listing.moved',
      before: { category: 'Jogos' },
      after: { category: 'Contas' },
      reason,
    });
    expect(await noticeText(seller, 'Anúncio em outra categoria')).toMatch(
      /está em Contas\. A página não mostra mais: Nível\. Motivo: Conferido/,
    );
    const { rows } = await sql<{ version_id: number; category_id: number }>`
      select v.id::int as version_id, v.category_id::int from listings l join listing_versions v on v.id = l.version_id
      where l.id = ${id}`.execute(sales.db);
    expect(rows[0]).toMatchObject({ category_id: to });
    expect(rows[0]!.version_id).toBeGreaterThan(versionId);
  });

  test('is refused where the new category requires a missing attribute (L02)', async () => {
    const { id } = await sales.publishedListing();
    const to = await sales.category({ attributes: [asks('servidor', 'Servidor', true)] });
    const { body } = await move(admin, id, to);
    expect(body).toMatchObject({
      status: 422,
      code: 'listing_incomplete',
      detail: expect.stringContaining('pede «Servidor»'),
    });
    expect((await readListing(id)).categoryId).not.toBe(to);
  });

  test('into or out of a risky category needs an admin; it is refused to its seller and its buyers (L05)', async () => {
    const [risky, calm] = [await sales.category({ riskClass: 'risky' }), await sales.category()];
    const listing = await sales.publishedListing({ stock: 3 });
    expect((await move(support, listing.id, risky)).body.code).toBe('forbidden');
    expect((await move(admin, listing.id, risky)).status).toBe(200);
    expect((await move(support, listing.id, calm)).body).toMatchObject({
      code: 'forbidden',
      detail: 'Categorias de risco são decididas por um administrador.',
    });
    expect((await readListing(listing.id)).may.move.allowed).toBe(false);
    const own = await sales.publishedListing({ seller: admin });
    expect((await move(admin, own.id, calm)).body.code).toBe('own_decision');
    const sale = await sales.place(support, await sales.publishedListing({ stock: 2 }));
    await sales.bank.payCharge(sale.reference);
    expect((await move(support, sale.listingId, calm)).body.code).toBe('own_decision');
  });

  test('needs a leaf category and an approved listing', async () => {
    const [branch, calm] = [await sales.category(), await sales.category()];
    await sales.category({ parentId: branch });
    const { id } = await sales.publishedListing();
    expect((await move(admin, id, branch)).body.errors).toEqual({
      categoryId: 'Escolha uma das subcategorias.',
    });
    expect((await move(admin, id, 999_999)).body.errors).toEqual({
      categoryId: 'Esta categoria não existe mais. Escolha outra.',
    });
    expect((await move(admin, id, calm)).status).toBe(200);
    expect((await move(admin, id, calm)).body).toMatchObject({
      status: 409,
      detail: 'Este anúncio já está nesta categoria.',
    });
    expect((await move(admin, (await sales.draft()).id, calm)).body.code).toBe('wrong_state');
    expect((await move(admin, 999_999, calm)).status).toBe(404);
    const short = { categoryId: calm, reason: 'curto' };
    expect((await call(admin, 'PUT', `/staff/listings/${id}/category`, short)).body.errors).toEqual({
      reason: 'Escreva o motivo em uma frase.',
    });
  });

  test('is refused while a revision of its category is pending; another revision stays pending', async () => {
    const [to, wanted] = [await sales.category(), await sales.category()];
    const { id, seller } = await sales.publishedListing();
    const revise = (body: object) => call(seller, 'POST', `/listings/${id}/revisions`, body);
    const { data } = await revise({ categoryId: wanted });
    expect((await move(admin, id, to)).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('espera revisão'),
    });
    await call(seller, 'DELETE', `/listings/${id}/revisions/${data.revision.id}`);
    await revise({ title: 'Um título novo e bem comprido' });
    expect((await move(admin, id, to)).status).toBe(200);
  });

  test('twenty moves at once move it once', async () => {
    const { id } = await sales.publishedListing();
    const to = await sales.category();
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(admin, id, to)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});
