import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openCase } from '#test/staff/cases.ts';
import { note, openDeliveries } from '#test/orders/deliveries.ts';
import type { Deliveries } from '#test/orders/deliveries.ts';
import { filmOf } from '#test/files/videos.ts';
import { hour } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';

let sales: Deliveries;
beforeAll(async () => void (sales = await openDeliveries()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

/** A started delivery that its buyer wants to cancel. */
async function asked(asks: 'text' | 'file' = 'text'): Promise<Placed> {
  const sale = await sales.begun(asks);
  await sales.tryAct(sale, sale.buyer, 'cancellation-request', { note });
  return sale;
}

const refuse = (sale: Placed, fileIds: number[]) =>
  sales.tryAct(sale, sale.seller, 'cancellation-request/answer', { decision: 'refuse', note, fileIds });
const filesOf = async (sale: Placed, who = sale.buyer) =>
  (await sales.view(sale, who)).deal.cancellation.files;

test('a refusal has its own proof, which both sides and staff open and the delivery does not use', async () => {
  const sale = await asked('file');
  const sent = await sales.sendRefusal(sale, sale.seller);
  expect(sent.status, sent.text).toBe(201);
  expect(await filesOf(sale, sale.seller)).toHaveLength(1);
  expect(await filesOf(sale), 'the buyer sees it with the answer').toEqual([]);
  expect((await refuse(sale, [sent.data.id])).status).toBe(200);
  expect(await filesOf(sale)).toMatchObject([{ id: sent.data.id, name: 'conversa.pdf', views: [] }]);
  expect((await sales.open(sale, sent.data.id, sale.buyer)).status).toBe(200);
  await openCase(sales, sale, sales.admin);
  expect((await sales.open(sale, sent.data.id, sales.admin, true)).status).toBe(200);
  expect((await sales.deliver(sale, [])).body.errors, 'it proves no delivery').toHaveProperty('fileIds');
  expect((await sales.deliver(sale, [await sales.sentUp(sale)])).status).toBe(200);
});

test('a refusal without proof is rejected, and the reply says what is missing (P14)', async () => {
  const sale = await asked();
  const bare = await refuse(sale, []);
  expect([bare.status, bare.body.errors]).toEqual([
    400,
    { fileIds: 'Envie pelo menos uma imagem ou um PDF que prove o motivo.' },
  ]);
  const silent = await sales.tryAct(sale, sale.seller, 'cancellation-request/answer', {
    decision: 'refuse',
    note: 'não',
  });
  expect(Object.keys(silent.body.errors)).toEqual(['note', 'fileIds']);
  expect((await sales.view(sale, sale.buyer)).deal.cancellation).toMatchObject({ state: 'open' });
  await expect(
    sql`update cancellation_requests set state = 'refused', answered_at = market_now(), answer_note = ${note}
      where order_id = ${sale.id}`.execute(sales.db),
  ).rejects.toMatchObject({ constraint: 'refusal_proof' });
  await sales.moveClock(6 * hour);
  await sales.drain();
  expect(await sales.stateOf(sale), 'silence is a yes').toBe('cancelled');
});

test('only the seller uploads one, an image or a PDF, while the request to cancel is open', async () => {
  const sale = await asked();
  expect((await sales.sendRefusal(sale, sale.buyer)).body.code).toBe('wrong_state');
  expect((await sales.sendRefusal(sale, sale.seller, filmOf('mp4'))).status).toBe(415);
  expect((await refuse(sale, [2_000_000_000])).body.errors).toHaveProperty('fileIds');
  const { id } = (await sales.sendRefusal(sale, sale.seller)).data;
  expect((await refuse(sale, [id])).status).toBe(200);
  expect((await sales.sendRefusal(sale, sale.seller)).body.code).toBe('wrong_state');
  await expect(
    sql`insert into delivery_files (order_id, uploader_id, proves, name, kind, bytes, file_key, content_hash)
      values (${sale.id}, ${sale.seller.id}, 'refusal', 'x', 'pdf', 1, repeat('a', 32), sha256('x'))`.execute(
      sales.db,
    ),
  ).rejects.toMatchObject({ constraint: 'delivery_file_fits' });
});
