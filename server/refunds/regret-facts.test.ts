import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRefundRules } from '#domain/refunds/refunds.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  await sales.setRules({ refunds: { ...defaultRefundRules, habitualSales: 2 } });
});
afterAll(() => sales.close());

/** A purchase of codes that were seen and regretted. */
async function regretted(seller: Person) {
  const sale = await sales.delivered({ seller, codes: sales.codes(1) });
  await sales.act(sale, sale.buyer, 'reveal');
  const answer = await sales.tryAct(sale, sale.buyer, 'regret', { destination: 'original' });
  expect(answer.status).toBe(201);
  return { ...sale, protocol: answer.data.protocol as string };
}

async function sellerOf({ hash }: { hash: string }) {
  const { data } = await sales.request('GET', '/staff/refunds', { token: admin.token });
  return data.items.find(({ order }: { order: { hash: string } }) => order.hash === hash).sellerIs;
}

async function noticesOf(who: Person) {
  await sales.drain();
  return (await sales.request('GET', '/notifications', { token: who.token })).data.items;
}

test('the reviewer of a regret sees whether the seller is a company and how often they sell', async () => {
  const seller = await sales.user();
  expect(await sellerOf(await regretted(seller))).toBe('occasional');
  for (let each = 0; each < 2; each++) {
    const sold = await sales.delivered({ seller });
    await sales.act(sold, sold.buyer, 'confirmation');
  }
  const often = await regretted(seller);
  expect(await sellerOf(often)).toBe('habitual');
  await sql`update users set cnpj = '12345678000195' where id = ${seller.id}`.execute(sales.db);
  expect(await sellerOf(often)).toBe('company');
});

test('a regret is acknowledged in the notices with its protocol number, reviewed or granted at once', async () => {
  const judged = await regretted(await sales.user());
  const told = (await noticesOf(judged.buyer)).filter(
    ({ title }: { title: string }) => title === 'Desistência recebida',
  );
  expect(told).toHaveLength(1);
  expect(told[0].description).toMatch(new RegExp(`^Protocolo ${judged.protocol}\\. A equipe confere`));
  const granted = await sales.delivered({ codes: sales.codes(1) });
  const answer = await sales.tryAct(granted, granted.buyer, 'regret', { destination: 'original' });
  expect(await noticesOf(granted.buyer)).toContainEqual(
    expect.objectContaining({
      title: 'Desistência recebida',
      description: expect.stringContaining(`Protocolo ${answer.data.protocol}. O valor de`),
    }),
  );
});

test('the letter says why the regret is reviewed: the item was revealed, or its buyer regrets often', async () => {
  const letterOf = async (buyer: Person) => {
    await sales.drain();
    const { rows } = await sql<{ body: string }>`
      select text_body as body from mails where recipient = ${buyer.email} and subject like '%desistência%'`.execute(
      sales.db,
    );
    return rows[0]!.body;
  };
  const seen = await regretted(await sales.user());
  expect(await letterOf(seen.buyer)).toContain('já tinha sido entregue ou visto');
  await sales.setRules({ refunds: { ...defaultRefundRules, regretsAfterReveal: -1 } });
  const unseen = await sales.delivered({ codes: sales.codes(1) });
  const { data } = await sales.tryAct(unseen, unseen.buyer, 'regret', { destination: 'original' });
  expect(data.decisionBy).not.toBeNull();
  const letter = await letterOf(unseen.buyer);
  expect(letter).toContain('desistências suas depois de ver o item em 90 dias');
  expect(letter).not.toContain('já tinha sido entregue');
});

/** What becomes of the regret of codes that this buyer has not seen. */
async function unseenOf(buyer: Person): Promise<string> {
  const unseen = await bought(buyer);
  return (await sales.tryAct(unseen, buyer, 'regret', { destination: 'original' })).data.state;
}

async function bought(buyer: Person) {
  const sale = await sales.place(buyer, await sales.publishedListing({ codes: sales.codes(1) }));
  await sales.bank.payCharge(sale.reference);
  return sale;
}

test('only regrets after a reveal count, each for ninety days', async () => {
  await sales.setRules({ refunds: defaultRefundRules });
  const buyer = await sales.user();
  for (let unseen = 0; unseen < 4; unseen++) expect(await unseenOf(buyer)).toBe('refunded');
  for (let seen = 0; seen < 4; seen++) {
    const sale = await bought(buyer);
    await sales.act(sale, buyer, 'reveal');
    await sales.moveClock(1_000);
    await sales.tryAct(sale, buyer, 'regret', { destination: 'original' });
    if (seen === 2) expect(await unseenOf(buyer)).toBe('refunded');
  }
  expect(await unseenOf(buyer)).toBe('delivered');
  await sales.moveClock(90 * day);
  expect(await unseenOf(buyer)).toBe('refunded');
});
