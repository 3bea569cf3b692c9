import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { day, minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterAll(() => sales.close());

const stops = {
  'is banned': (who: Person) => sanction(who, { event: 'ban' }),
  'is suspended': async (who: Person) => {
    const { rows } = await sql<{ until: Date }>`select market_now() + interval '3 days' as until`.execute(
      sales.db,
    );
    return sanction(who, { event: 'suspend', until: rows[0]!.until.toISOString() });
  },
  'is leaving': (who: Person) =>
    sales.request('POST', '/account-closures', { token: who.token, body: { username: who.username } }),
} as const;

function sanction(who: Person, order: object) {
  const body = { reason: 'Vendeu um código que já tinha sido usado.', ...order };
  return sales.request('PUT', `/staff/users/${who.id}/state`, { token: admin.token, key: true, body });
}

/** The listing is paused, not public and cannot be bought. */
async function expectPaused(listing: { id: number; slug: string; priceCents: number; seller: Person }) {
  const { id, slug } = listing;
  expect((await sales.listing(id)).state).toBe('paused');
  const shown = await sales.request('GET', `/public/listings/${slug}`);
  expect(shown.data?.state).not.toBe('published');
  const order = await sales.order(await sales.user(), listing);
  expect([order.status, order.body.code]).toEqual([409, 'listing_unavailable']);
}

describe.each(Object.entries(stops))('when the seller %s', (how, stop) => {
  // An account with an open order cannot be closed.
  test.runIf(how !== 'is leaving')(
    'a listing does not come back with the order that had its last unit',
    async () => {
      const listing = await sales.publishedListing({ stock: 1 });
      await sales.place(await sales.user(), listing);
      expect((await stop(listing.seller)).status).toBeLessThan(300);
      expect((await sales.listing(listing.id)).state).toBe('sold_out');
      await sales.moveClock(31 * minute);
      await sales.drain();
      await expectPaused(listing);
    },
  );

  test('a listing in review is approved, and stays paused', async () => {
    const { id, seller } = await sales.draft();
    const sent = await sales.request('POST', `/listings/${id}/submission`, {
      token: seller.token,
      key: true,
    });
    expect(sent.data?.state, sent.text).toBe('in_review');
    await stop(seller);
    const body = { decision: 'approve', reasons: [], note: '' };
    const approved = await sales.request('POST', `/staff/reviews/${id}/decision`, {
      token: admin.token,
      key: true,
      body,
    });
    expect(approved.data, approved.text).toEqual({ id, state: 'paused' });
    const { rows } = await sql<{ slug: string; price: number }>`
      select slug, price_cents as price from listings where id = ${id}`.execute(sales.db);
    await expectPaused({ id, seller, slug: rows[0]!.slug, priceCents: rows[0]!.price });
  });

  test('a listing that staff republish stays paused too', async () => {
    const listing = await sales.publishedListing();
    const decide = (action: string) =>
      sales.request('POST', `/staff/listings/${listing.id}/moderation`, {
        token: admin.token,
        key: true,
        body: { action, reason: 'Falta a nota do item.' },
      });
    await decide('suspend');
    await stop(listing.seller);
    expect((await decide('republish')).data).toEqual({ id: listing.id, state: 'paused' });
    await expectPaused(listing);
  });

  test('PostgreSQL refuses to put their listings on sale', async () => {
    const listing = await sales.publishedListing();
    await stop(listing.seller);
    await expect(
      sql`update listings set state = 'published' where id = ${listing.id}`.execute(sales.db),
    ).rejects.toThrow('of a seller who may not sell');
  });

  test.runIf(how !== 'is banned')('new stock is stored, and none of it is sold', async () => {
    const listing = await sales.publishedListing({ stock: 1 });
    await sql`update listings set stock = 0, state = 'sold_out' where id = ${listing.id}`.execute(sales.db);
    await stop(listing.seller);
    const stocked = await sales.request('PATCH', `/listings/${listing.id}`, {
      token: listing.seller.token,
      body: { stock: 4 },
    });
    expect(stocked.data).toMatchObject({ state: 'paused', stock: 4 });
    await expectPaused(listing);
  });
});

test('a seller who is leaving learns why nothing goes on sale, and sells again after cancelling the closure', async () => {
  const listing = await sales.publishedListing();
  await stops['is leaving'](listing.seller);
  const resume = () =>
    sales.request('PUT', `/listings/${listing.id}/pause`, {
      token: listing.seller.token,
      body: { paused: false },
    });
  const refused = await resume();
  expect(refused.body).toMatchObject({
    status: 409,
    code: 'wrong_state',
    meta: { state: 'paused', allowed: ['remove'] },
  });
  expect(refused.body.detail).toContain('Desista do encerramento');
  await sales.request('DELETE', '/account-closures/current', { token: listing.seller.token });
  expect((await resume()).data.state).toBe('published');
});

test('a suspended buyer can still change the payment method of an unpaid order (§4.14)', async () => {
  const sale = await sales.placed();
  await stops['is suspended'](sale.buyer);
  const answer = await sales.request('POST', `/orders/${sale.hash}/payments`, {
    token: sale.buyer.token,
    key: true,
    body: { method: 'boleto' },
  });
  expect(answer.status, answer.text).toBe(201);
  await sales.moveClock(day);
});
