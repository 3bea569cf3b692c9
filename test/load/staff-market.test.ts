import { expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { fillStaffMarket, signAdminIn } from './staff-market.ts';

test(
  'the market of the dashboard benchmark can still be filled, and its lists answer',
  { timeout: 120_000 },
  async () => {
    const market = await createMarket();
    try {
      await fillStaffMarket(market.database.ownerUrl, { orders: 10_000, people: 7_000, listings: 500 });
      const token = 'b'.repeat(43);
      await signAdminIn(market.database.ownerUrl, token);
      for (const list of ['orders', 'listings', 'payments', 'withdrawals', 'complaints', 'tickets']) {
        const { status, data } = await market.request('GET', `/staff/${list}?size=50`, { token });
        expect({ list, status }).toEqual({ list, status: 200 });
        expect(data.items.length).toBeGreaterThan(0);
      }
    } finally {
      await market.close();
    }
  },
);
