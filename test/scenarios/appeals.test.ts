import { afterAll, beforeAll, expect, test } from 'vitest';
import { hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

const reason = 'O título diz a marca e o modelo. A primeira recusa foi um engano.';

test('a refused listing whose seller appeals is on sale when another person overturns the refusal, and is bought (N04)', async () => {
  const [first, second] = [await sales.user({ role: 'support' }), await sales.user({ role: 'support' })];
  const { id, seller } = await sales.draft();
  await sales.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
  const refused = await sales.request('POST', `/staff/reviews/${id}/decision`, {
    token: first.token,
    key: true,
    body: { decision: 'reject', reasons: ['title_unclear'], note: 'Diga a marca no título.' },
  });
  expect(refused.data).toEqual({ id, state: 'rejected' });
  const { data } = await sales.request('GET', '/decisions', { token: seller.token });
  expect(data.items[0]).toMatchObject({
    kind: 'listing.rejected',
    reason: 'Diga a marca no título.',
    canAppeal: true,
  });
  await sales.moveClock(71 * hour);
  const opened = await sales.request('POST', `/decisions/${data.items[0].id}/appeal`, {
    token: seller.token,
    key: true,
    body: { words: 'A marca está no título desde o começo. Leiam de novo.' },
  });
  expect(opened.status, opened.text).toBe(201);
  expect(Date.parse(opened.data.decideBy) - Date.parse(opened.data.createdAt)).toBe(72 * hour);
  await sales.moveClock(71 * hour);
  await sales.drain();
  const decide = (token: string) =>
    sales.request('POST', `/staff/appeals/${opened.data.id}/decision`, {
      token,
      key: true,
      body: { decision: 'overturn', reason },
    });
  expect((await decide(first.token)).body.code).toBe('own_decision');
  expect((await decide(second.token)).data).toMatchObject({ state: 'overturned', undone: true });
  const { slug, state, priceCents } = (await sales.request('GET', `/listings/${id}`, { token: seller.token }))
    .data;
  expect(state).toBe('published');
  const page = await sales.request('GET', `/public/listings/${slug}`);
  expect(page.status, page.text).toBe(200);
  const sale = await sales.place(await sales.user(), { id, seller, slug, priceCents } as never);
  await sales.bank.payCharge(sale.reference);
  expect(await sales.stateOf(sale)).toBe('paid');
  await sales.drain();
  const notices = await sales.request('GET', '/notifications', { token: seller.token });
  expect(notices.data.items.map(({ title }: { title: string }) => title)).toContain('Seu recurso foi aceito');
  await sales.checkBooks();
});
