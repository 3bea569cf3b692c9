import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/** Staff privileges outside the dashboard's calls need the second factor too (T113). */
let sales: Sales;
let sale: Placed;
let guarded: Person;
let without: Person;

beforeAll(async () => {
  sales = await openSales();
  sale = await sales.paid();
  guarded = await sales.user({ role: 'support' });
  without = await sales.user({ role: 'support', totp: false });
});
afterAll(() => sales.close());

const read = (path: string, { token }: Person) => sales.request('GET', path, { token });

async function join({ token }: Person, channel: string): Promise<number> {
  const { statusCode } = await sales.app.inject({
    method: 'POST',
    url: '/realtime/auth',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ socket_id: '1.1', channel_name: channel }).toString(),
  });
  return statusCode;
}

test('support without a second factor is refused by the dashboard and sees an order as a stranger does', async () => {
  expect((await read('/staff/orders', without)).body.code).toBe('second_factor_required');
  expect((await read(`/orders/${sale.hash}`, without)).data).toMatchObject({
    viewerIs: 'stranger',
    deal: null,
  });
  expect((await read(`/orders/${sale.hash}`, guarded)).data.viewerIs).toBe('staff');
});

test('support without a second factor does not see what was bought', async () => {
  expect((await read(`/orders/${sale.hash}/listing`, without)).status).toBe(404);
  expect((await read(`/orders/${sale.hash}/listing`, guarded)).status).toBe(200);
});

test.each(['private-staff-support', 'private-staff-holds', 'private-support-1', 'presence-staff-ticket-1'])(
  'support without a second factor does not hear %s',
  async (channel) => {
    expect(await join(without, channel)).toBe(403);
    expect(await join(guarded, channel)).toBe(200);
  },
);

test('support without a second factor still has their own orders and realtime channel', async () => {
  expect(await join(without, `private-user-${without.id}`)).toBe(200);
  expect((await read('/purchases', without)).status).not.toBe(403);
});
