import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { note, openDeliveries } from '#test/orders/deliveries.ts';
import type { Deliveries } from '#test/orders/deliveries.ts';
import type { Placed } from '#test/orders/sales.ts';

let sales: Deliveries;
beforeAll(async () => {
  sales = await openDeliveries();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const turned = (sale: Placed, words: string | null) =>
  sql`select transition_order(o.id, o.state_seq, '{deliver}', array[o.state, 'delivered'], 'seller', o.seller_id,
    market_now(), market_now() + interval '3 days', 'confirm_by_time', ${words}::text)
    from orders o where o.id = ${sale.id}`.execute(sales.db);

test.each([
  ['text', null],
  ['text', 'Sem nada'],
  ['file', note],
  ['video', note],
] as const)('no seller delivers an order that asks for %s with «%s» alone', async (asks, words) => {
  const sale = await sales.begun(asks);
  if (asks !== 'text') await sales.sentUp(sale, asks);
  await expect(turned(sale, words)).rejects.toThrow('is delivered without its proof');
  expect(await sales.stateOf(sale)).toBe('in_delivery');
});

test('a forced move by staff needs no proof by the seller', async () => {
  const sale = await sales.begun('video');
  const answer = await sales.request('POST', `/staff/orders/${sale.hash}/forced-moves`, {
    token: sales.admin.token,
    key: true,
    body: { event: 'force_delivery', reason: 'O rastreio dos Correios mostra que chegou ontem.' },
  });
  expect(answer.status, answer.text).toBe(201);
  expect(await sales.stateOf(sale)).toBe('delivered');
});

test('a file must match the order’s kind, seller and state, and is immutable once delivered', async () => {
  const sale = await sales.begun('file');
  const put = (change: { kind?: string; uploader?: number }, into = sale) =>
    sql`insert into delivery_files (order_id, uploader_id, name, kind, bytes, file_key, content_hash)
      values (${into.id}, ${change.uploader ?? into.seller.id}, 'a', ${change.kind ?? 'pdf'}, 1,
        ${randomBytes(32).toString('base64url')}, ${randomBytes(32)})`.execute(sales.db);
  await put({});
  const asText = await sales.begun('text');
  const delivered = await sales.begun('file');
  const id = await sales.sentUp(delivered);
  await sales.deliver(delivered, [id]);
  const wrong: [{ kind?: string; uploader?: number }, Placed?][] = [
    [{ kind: 'mp4' }],
    [{ uploader: sale.buyer.id }],
    [{}, asText],
    [{}, delivered],
  ];
  for (const [change, into] of wrong) await expect(put(change, into)).rejects.toThrow('takes no such file');
  await expect(sql`update delivery_files set place = 2 where id = ${id}`.execute(sales.db)).rejects.toThrow(
    'belongs to a delivery',
  );
  await expect(sql`update delivery_files set name = 'b'`.execute(sales.db)).rejects.toThrow(
    'permission denied',
  );
  await expect(sql`delete from delivery_file_views`.execute(sales.db)).rejects.toThrow('permission denied');
  await expect(sql`update orders set delivery_proof = 'text'`.execute(sales.db)).rejects.toThrow(
    'permission denied',
  );
});
