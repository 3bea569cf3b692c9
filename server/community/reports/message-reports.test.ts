import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCase } from '#test/staff/cases.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let staff: Person;
beforeAll(async () => {
  sales = await openSales();
  staff = await sales.user({ role: 'support' });
});
afterAll(() => sales.close());

let addresses = 0;

const report = (who: Person, id: number, reason = 'offensive') =>
  sales.request('POST', '/reports', {
    token: who.token,
    key: true,
    ip: `10.11.0.${++addresses}`,
    body: { target: 'message', id: String(id), reason },
  });

const send = (sale: Placed, who: Person, text: string, insist = false) =>
  sales.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
    token: who.token,
    body: { text, fileIds: [], insist },
  });

const seenBy = async (sale: Placed, who: Person) =>
  (await sales.request('GET', `/orders/${sale.hash}/messages`, { token: who.token })).data.items;

async function rowOf(messageId: number) {
  const { data } = await sales.request('GET', '/staff/reports', { token: staff.token });
  return data.items.find(
    ({ target }: { target: { kind: string; id: number } }) =>
      target.kind === 'message' && target.id === messageId,
  );
}

const decide = (id: number, decision: string, who = staff) =>
  sales.request('POST', `/staff/reports/${id}/decision`, {
    token: who.token,
    key: true,
    body: { decision, note: 'Lemos a conversa.' },
  });

async function titlesOf(who: Person): Promise<string[]> {
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: who.token });
  return data.items.map(({ title }: { title: string }) => title);
}

test('either side reports the other’s message; staff read it with its neighbours', async () => {
  const sale = await sales.paid();
  await send(sale, sale.seller, 'Já vou entregar.');
  const { data: rude } = await send(sale, sale.buyer, 'Anda logo, seu traste!');
  const { data: back } = await send(sale, sale.seller, 'Traste é você.');
  expect((await report(sale.seller, rude.id)).status).toBe(201);
  expect((await report(sale.buyer, back.id)).status).toBe(201);
  expect((await rowOf(rude.id)).target).toEqual({
    kind: 'message',
    id: rude.id,
    words: 'Anda logo, seu traste!',
    path: `/pedido/${sale.hash}#conversa`,
    owner: sale.buyer.username,
    around: [
      { by: sale.seller.username, text: 'Já vou entregar.', files: 0, reported: false },
      { by: sale.buyer.username, text: 'Anda logo, seu traste!', files: 0, reported: true },
      { by: sale.seller.username, text: 'Traste é você.', files: 0, reported: false },
    ],
  });
  const flags = async (who: Person) =>
    (await seenBy(sale, who)).map(({ reported }: { reported: boolean }) => reported);
  expect(await flags(sale.seller)).toEqual([false, true, false]);
  expect(await flags(sale.buyer)).toEqual([false, false, true]);
});

test('an upheld report hides the message from both sides, notifies its writer, and keeps the text for staff', async () => {
  const sale = await sales.paid();
  const { data: rude } = await send(sale, sale.buyer, 'Anda logo, seu traste!');
  await report(sale.seller, rude.id);
  expect((await decide((await rowOf(rude.id)).id, 'uphold')).status).toBe(200);
  for (const who of [sale.buyer, sale.seller])
    expect(await seenBy(sale, who)).toMatchObject([{ text: '', files: [], handling: 'removed' }]);
  expect(await titlesOf(sale.buyer)).toContain('Sua mensagem foi removida');
  expect(await titlesOf(sale.seller)).toContain('Sua denúncia foi aceita');
  await openCase(sales, sale, staff);
  const record = await sales.request('GET', `/staff/orders/${sale.hash}/messages`, { token: staff.token });
  expect(record.data.items).toMatchObject([{ text: 'Anda logo, seu traste!', removed: true }]);
  expect((await report(sale.seller, rude.id)).status).toBe(404);
  await expect(sql`delete from order_message_removals`.execute(sales.db)).rejects.toThrow('denied');
});

test('a dismissed report leaves the message visible', async () => {
  const sale = await sales.paid();
  const { data: harmless } = await send(sale, sale.seller, 'Bom dia!');
  await report(sale.buyer, harmless.id);
  await decide((await rowOf(harmless.id)).id, 'dismiss');
  expect(await seenBy(sale, sale.buyer)).toMatchObject([{ text: 'Bom dia!', reported: false }]);
});

test('own messages, held ones, and those of another person’s order cannot be reported', async () => {
  const sale = await sales.paid();
  const { data: own } = await send(sale, sale.buyer, 'Bom dia!');
  expect((await report(sale.buyer, own.id)).body.code).toBe('forbidden');
  expect((await report(await sales.user(), own.id)).status).toBe(404);
  expect((await report(staff, own.id)).status).toBe(404);
  for (let each = 1; each <= 3; each++)
    await send(sale, sale.buyer, `Meu e-mail é ana${each}@exemplo.com.br`, true);
  const { rows } = await sql<{ id: number }>`
    select id from order_messages where order_id = ${sale.id} and handling = 'held'`.execute(sales.db);
  expect((await report(sale.seller, rows[0]!.id)).status).toBe(404);
});

test('a released message is hidden from its writer, too', async () => {
  const sale = await sales.paid();
  for (let each = 1; each <= 3; each++)
    await send(sale, sale.buyer, `Meu e-mail é ana${each}@exemplo.com.br`, true);
  const { rows } = await sql<{ id: number }>`
    select id from order_messages where order_id = ${sale.id} and handling = 'held'`.execute(sales.db);
  await sales.request('PUT', `/staff/held-messages/${rows[0]!.id}/decision`, {
    token: staff.token,
    body: { decision: 'show' },
  });
  const said = (await seenBy(sale, sale.seller)).at(-1);
  expect((await report(sale.seller, said.id, 'outside_deal')).status).toBe(201);
  await decide((await rowOf(said.id)).id, 'uphold');
  expect((await seenBy(sale, sale.buyer)).at(-1)).toMatchObject({ handling: 'removed', text: '' });
});

test('a message removed for leading out of the market counts towards the writer’s next contact data', async () => {
  const sale = await sales.paid();
  const { data: sly } = await send(sale, sale.seller, 'Procure por mim na rede vizinha, sai mais barato.');
  await report(sale.buyer, sly.id, 'outside_deal');
  await decide((await rowOf(sly.id)).id, 'uphold');
  const next = await send(sale, sale.seller, 'Meu e-mail é beto@exemplo.com.br', true);
  expect(next.data.handling).toBe('masked');
});

test('the database removes only messages whose report uninvolved staff upheld', async () => {
  const sale = await sales.paid();
  const { data: rude } = await send(sale, sale.buyer, 'Seu traste!');
  const remove = (by: number) =>
    sql`
    insert into order_message_removals (message_id, sender_id, reason, removed_by)
    values (${rude.id}, ${sale.buyer.id}, 'offensive', ${by})`.execute(sales.db);
  await expect(remove(staff.id)).rejects.toThrow(/not for/);
  await report(sale.seller, rude.id);
  await expect(remove(staff.id)).rejects.toThrow(/not for/);
});

test('staff who wrote the message cannot decide about it', async () => {
  const clerk = await sales.user({ role: 'support' });
  const sale = await sales.paid({ seller: clerk });
  const { data: rude } = await send(sale, clerk, 'Seu traste!');
  await report(sale.buyer, rude.id);
  const { id } = await rowOf(rude.id);
  expect((await decide(id, 'uphold', clerk)).body.code).toBe('own_decision');
  expect((await decide(id, 'uphold')).status).toBe(200);
});
