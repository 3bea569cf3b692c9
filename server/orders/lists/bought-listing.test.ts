import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import type { Person } from '#test/accounts/people.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

async function bought(hash: string, who: Person) {
  const answer = await sales.request('GET', `/orders/${hash}/listing`, { token: who.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

/** Changes a published listing and approves the change (L11). */
async function revise(seller: Person, id: number, body: object): Promise<void> {
  const sent = await sales.request('POST', `/listings/${id}/revisions`, {
    token: seller.token,
    key: true,
    body,
  });
  const decision = { revisionId: sent.data.revision.id, decision: 'approve', reasons: [], note: '' };
  const support = await sales.user({ role: 'support' });
  const decided = await sales.request('POST', `/staff/reviews/${id}/decision`, {
    token: support.token,
    key: true,
    body: decision,
  });
  expect(decided.status, decided.text).toBe(200);
}

test('an order shows the version that was bought to both sides and staff, and what changed since (F10)', async () => {
  const description = 'Acompanha cabo, fonte e manual em português.';
  const sale = await sales.placed({ title: 'Roteador de mesa usado', description, priceCents: 9_000 });
  const before = await bought(sale.hash, sale.buyer);
  expect(before).toMatchObject({
    title: 'Roteador de mesa usado',
    description,
    priceCents: 9_000,
    warrantyDays: 7,
    changed: [],
    visible: true,
  });

  await revise(sale.seller, sale.listingId, { description: 'Sem cabo e sem fonte. Só o aparelho, testado.' });
  await sales.request('PATCH', `/listings/${sale.listingId}`, {
    token: sale.seller.token,
    body: { priceCents: 8_000 },
  });
  const staff = await sales.user({ role: 'support' });
  for (const who of [sale.buyer, sale.seller, staff])
    expect(await bought(sale.hash, who)).toEqual({ ...before, changed: ['description', 'priceCents'] });

  const stranger = await sales.user();
  const answer = await sales.request('GET', `/orders/${sale.hash}/listing`, { token: stranger.token });
  expect(answer.status).toBe(404);
});

test('the version bought can be read after its listing was removed and its category asks other questions', async () => {
  const { db } = sales;
  const sale = await sales.delivered();
  await sales.act(sale, sale.buyer, 'confirmation');
  const said = { servidor: 'Brasil' };
  const { rows } = await sql<{ id: number }>`
    insert into listing_versions (listing_id, title, description, category_id, price_cents, delivery_type,
      promised_hours, plan, attributes, image_keys)
    select listing_id, title, description, category_id, price_cents, delivery_type, promised_hours, plan,
      ${JSON.stringify(said)}::jsonb, image_keys from listing_versions where listing_id = ${sale.listingId}
    returning id`.execute(db);
  await sql`update listings set version_id = ${rows[0]!.id} where id = ${sale.listingId}`.execute(db);
  const later = await sales.place(sale.buyer, {
    id: sale.listingId,
    seller: sale.seller,
    priceCents: sale.totalCents,
  });
  await sales.act(later, sale.buyer, 'abandonment');
  const removed = await sales.request('DELETE', `/listings/${sale.listingId}`, { token: sale.seller.token });
  expect(removed.status, removed.text).toBe(200);

  const seen = await bought(later.hash, sale.buyer);
  expect(seen).toMatchObject({ visible: false, changed: [] });
  expect(seen.attributes).toContainEqual({ label: 'servidor', value: 'Brasil' });
  expect(seen.photos.length).toBe((await bought(sale.hash, sale.buyer)).photos.length);
});
