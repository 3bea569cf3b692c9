import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCase } from '#test/staff/cases.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Sales } from '#test/orders/sales.ts';
import { countAccess } from '#server/staff/access/access-limit.ts';

/** Staff access to private data is recorded and counted per day; admins are notified when it exceeds the limit (T110). */
let market: Sales;
let complaints: Complaints;
const most = 60;

beforeAll(async () => {
  complaints = await openComplaints();
  market = complaints.sales;
});
afterAll(() => market.close());

const readMessages = (who: Person, hash: string) =>
  market.request('GET', `/staff/orders/${hash}/messages`, { token: who.token });
const openNote = (who: Person, hash: string) =>
  market.request('POST', `/staff/orders/${hash}/delivery-note/openings`, { token: who.token });
const recorded = async (who: Person, kind: string) =>
  (
    await sql<{ subject_id: number }>`select subject_id from events
      where actor_id = ${who.id} and kind = ${kind} order by id`.execute(market.db)
  ).rows;

/** Uses up the person's daily limit except for `left` orders. */
async function leave(who: Person, left: number): Promise<void> {
  const viewer = { ...who, ip: '127.0.0.1' };
  for (let count = left; count < most; count++) await countAccess(market.ctx, viewer, 'orders', most);
}

async function delivered(note: string, reader: Person) {
  const sale = await market.paid();
  await market.act(sale, sale.seller, 'delivery-start');
  await market.act(sale, sale.seller, 'delivery', { note });
  await openCase(market, sale, reader);
  return sale;
}

test('staff get the text of a delivery only by a recorded opening, not in any page before it', async () => {
  const note = 'Usuário lince77, senha canario-entrega.';
  const reader = await market.user({ role: 'support' });
  const sale = await delivered(note, reader);
  for (const path of [`/orders/${sale.hash}`, `/staff/orders/${sale.id}`])
    expect((await market.request('GET', path, { token: reader.token })).text).not.toContain('canario');
  expect(
    (await market.request('GET', `/staff/orders/${sale.id}`, { token: reader.token })).data,
  ).toMatchObject({
    delivery: { hasDeliveryNote: true },
  });
  expect(await recorded(reader, 'conversation.note_read')).toEqual([]);
  expect((await openNote(reader, sale.hash)).data).toEqual({ note });
  expect(await recorded(reader, 'conversation.note_read')).toEqual([{ subject_id: sale.id }]);
  for (const side of [sale.buyer, sale.seller])
    expect((await market.request('GET', `/orders/${sale.hash}`, { token: side.token })).text).toContain(note);
});

test('opening the delivery text of an order without one is refused', async () => {
  const sale = await market.paid();
  const reader = await market.user({ role: 'support' });
  await openCase(market, sale, reader);
  expect((await openNote(reader, sale.hash)).body.code).toBe('not_found');
});

test('beyond the daily limit of orders the next access is refused, and every admin is notified once', async () => {
  const reader = await market.user({ role: 'support' });
  const boss = await market.user({ role: 'admin' });
  const former = await market.user({ role: 'admin' });
  await sql`update users set state = 'banned' where id = ${former.id}`.execute(market.db);
  const note = 'Enviei pelo correio.';
  const [last, beyond] = [await delivered(note, reader), await delivered(note, reader)];
  await leave(reader, 1);
  // All accesses to one order count once.
  expect((await readMessages(reader, last.hash)).status).toBe(200);
  expect((await readMessages(reader, last.hash)).status).toBe(200);
  expect((await openNote(reader, last.hash)).status).toBe(200);
  expect((await readMessages(reader, beyond.hash)).body).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  });
  expect((await openNote(reader, beyond.hash)).body.code).toBe('too_many_requests');
  const { rows } = await sql<{ data: object }>`select data from events
    where kind = 'staff.looks_exceeded' and subject_id in (${boss.id}, ${former.id}) and actor_id = ${reader.id}`.execute(
    market.db,
  );
  expect(rows).toEqual([{ data: { what: 'orders', max: most, username: reader.username } }]);
  await market.drain();
  const { data } = await market.request('GET', '/notifications', { token: boss.token });
  expect(data.items[0]).toMatchObject({ title: 'Alguém da equipe leu demais hoje' });
});

test('the mediator of an open complaint reads its order beyond the daily limit', async () => {
  const mediator = await market.user({ role: 'support' });
  const sale = await delivered('Enviei pelo correio.', mediator);
  const dispute = await complaints.complain(sale, { reason: 'recovered' });
  await complaints.act(dispute, sale.buyer, 'mediation');
  await leave(mediator, 0);
  expect((await readMessages(mediator, sale.hash)).status).toBe(429);
  await sql`update complaints set taken_by = ${mediator.id} where id = ${dispute.complaintId}`.execute(
    market.db,
  );
  expect((await readMessages(mediator, sale.hash)).status).toBe(200);
});

test('a closed complaint counts its mediator’s access', async () => {
  const mediator = await market.user({ role: 'support' });
  const sale = await delivered('Enviei pelo correio.', mediator);
  const dispute = await complaints.complain(sale, { reason: 'recovered' });
  await complaints.act(dispute, sale.buyer, 'mediation');
  await sql`update complaints set taken_by = ${mediator.id} where id = ${dispute.complaintId}`.execute(
    market.db,
  );
  await complaints.act(dispute, sale.buyer, 'withdrawal');
  await openCase(market, sale, mediator);
  await leave(mediator, 0);
  expect((await readMessages(mediator, sale.hash)).status).toBe(429);
});
