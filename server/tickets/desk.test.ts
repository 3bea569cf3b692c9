import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { openSupport } from '#test/tickets/support.ts';

let sales: Sales;
let support: ReturnType<typeof openSupport>;
let ana: Person;
let bia: Person;
let caio: Person;

beforeAll(async () => {
  sales = await openSales();
  support = openSupport(sales);
  ana = await sales.user();
  bia = await sales.user({ role: 'support' });
  caio = await sales.user({ role: 'admin' });
});
afterAll(() => sales.close());

const list = (staff: Person, query = '') =>
  sales.request('GET', `/staff/tickets${query}`, { token: staff.token });
const ids = ({ data }: { data: { items: { id: number }[] } }) => data.items.map(({ id }) => id);

describe('the queues', () => {
  test('stuck money comes first, then orders, accounts and the rest; within each the longest wait', async () => {
    const asked: number[] = [];
    for (const category of ['other', 'account', 'order', 'payment', 'payment'])
      asked.push((await support.ask(ana, { category })).data.id);
    const fresh = await list(bia);
    expect(ids(fresh)).toEqual([asked[3], asked[4], asked[2], asked[1], asked[0]]);
    expect(fresh.data.views).toMatchObject({ new: 5, mine: 0, open: 5, waiting: 0 });
    expect(fresh.data.queues).toEqual({ money: 2, orders: 1, accounts: 1, general: 1 });
    expect(ids(await list(bia, '?queue=accounts'))).toEqual([asked[1]]);
    await support.assign(bia, asked[1]!, bia.username);
    expect(ids(await list(bia, '?view=mine'))).toEqual([asked[1]]);
    expect(ids(await list(caio, '?view=mine'))).toEqual([]);
    await support.resolve(bia, asked[1]!);
    expect(ids(await list(bia, '?view=done'))).toEqual([asked[1]]);
  });

  test('an answered ticket leaves those that await the team, until its person writes again', async () => {
    const { id } = (await support.ask(ana)).data;
    expect(ids(await list(bia, '?view=open'))).toContain(id);
    await support.answer(bia, id, 'Qual é o pedido?');
    expect(ids(await list(bia, '?view=open'))).not.toContain(id);
    expect(ids(await list(bia, '?view=waiting'))).toContain(id);
    await support.say(ana, id, 'O último.');
    expect(ids(await list(bia, '?view=open'))).toContain(id);
  });

  test('a ticket is handed over, returned and recategorized, and only to colleagues', async () => {
    const { id } = (await support.ask(ana)).data;
    expect((await support.assign(bia, id, caio.username)).data).toMatchObject({
      assignee: caio.username,
      state: 'in_progress',
    });
    expect((await support.assign(bia, id, null)).data).toMatchObject({ assignee: null });
    expect((await support.assign(bia, id, ana.username)).body.errors.username).toMatch(/equipe/);
    expect((await support.assign(bia, id, 'ninguem')).status).toBe(400);
    const moved = await sales.request('PUT', `/staff/tickets/${id}/category`, {
      token: bia.token,
      body: { category: 'withdrawal' },
    });
    expect(moved.data).toMatchObject({ category: 'withdrawal', queue: 'money', priority: 1 });
    const { rows } = await sql<{ kind: string }>`
      select kind from events where subject_kind = 'ticket' and subject_id = ${id} order by id`.execute(
      sales.db,
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      'ticket.opened',
      'ticket.assigned',
      'ticket.assigned',
      'ticket.moved',
    ]);
  });

  test('the team sets which order of the person a ticket is about, or that it is about none', async () => {
    const sale = await sales.paid();
    const [own, foreign] = [(await support.ask(sale.buyer)).data, (await support.ask(ana)).data];
    const link = (id: number, orderId: number | null) =>
      sales.request('PUT', `/staff/tickets/${id}/order`, { token: bia.token, body: { orderId } });
    const linked = await link(own.id, sale.id);
    expect([linked.status, linked.data.about.label]).toEqual([200, expect.stringMatching(/^Pedido /)]);
    const seen = await sales.request('GET', `/tickets/${own.id}`, { token: sale.buyer.token });
    expect(seen.data.ticket.about.label).toBe(linked.data.about.label);
    expect((await link(own.id, null)).data.about).toBeNull();
    expect((await link(foreign.id, sale.id)).body.errors).toEqual({
      orderId: 'Escolha um pedido desta pessoa.',
    });
    await expect(
      sql`update tickets set order_id = ${sale.id} where id = ${foreign.id}`.execute(sales.db),
    ).rejects.toMatchObject({ constraint: 'ticket_order' });
    await support.resolve(bia, own.id);
    expect((await link(own.id, sale.id)).body.code).toBe('wrong_state');
  });

  test('staff cannot work on their own tickets, nor see the notes on them', async () => {
    const { id } = (await support.ask(bia)).data;
    expect(ids(await list(bia, '?view=open'))).not.toContain(id);
    expect(ids(await list(caio, '?view=open'))).toContain(id);
    for (const refused of [
      await support.desk(bia, id),
      await support.answer(bia, id, 'Respondo eu mesma'),
      await support.note(bia, id, 'Nota'),
      await support.resolve(bia, id),
      await support.assign(bia, id, bia.username),
      await sales.request('GET', `/staff/tickets/${id}/context`, { token: bia.token }),
      await sales.request('PUT', `/staff/tickets/${id}/read`, { token: bia.token, body: { sequence: 1 } }),
      await sales.request('PUT', `/staff/tickets/${id}/category`, {
        token: bia.token,
        body: { category: 'order' },
      }),
    ])
      expect(refused.body.code).toBe('own_decision');
    expect((await support.assign(caio, id, bia.username)).body.errors.username).toMatch(/quem abriu/);
  });
});

describe('notes', () => {
  test('are for the team: no call of the person shows them or that they exist', async () => {
    const { id } = (await support.ask(ana)).data;
    const clientId = randomUUID();
    const first = await support.note(bia, id, 'Parece golpe conhecido.', clientId);
    expect((await support.note(bia, id, 'Parece golpe conhecido.', clientId)).data).toEqual(first.data);
    expect((await support.note(bia, id, 'Outra', clientId)).body.code).toBe('idempotency_mismatch');
    await support.answer(bia, id, 'Estamos vendo.');
    expect((await support.desk(caio, id)).data.notes).toMatchObject([
      { author: bia.username, text: 'Parece golpe conhecido.', afterSequence: 1 },
    ]);
    const seen = await support.see(ana, id);
    const own = await sales.request('GET', '/tickets', { token: ana.token });
    expect(seen.text + own.text).not.toContain('golpe');
    expect(seen.data.messages.map(({ sequence }: { sequence: number }) => sequence)).toEqual([1, 2]);
  });
});

describe('beside the conversation', () => {
  test('the desk shows the person, masked, with money and orders', async () => {
    const sale = await sales.paid();
    const { id } = (
      await support.ask(sale.buyer, { category: 'order', about: { kind: 'order', hash: sale.hash } })
    ).data;
    const answer = await sales.request('GET', `/staff/tickets/${id}/context`, { token: bia.token });
    expect(answer.data.orders).toHaveLength(1);
    expect(answer.data.orders[0]).toMatchObject({ id: sale.id, side: 'buyer', isAbout: true });
    expect(answer.data.person.email).toMatch(/^..\*\*\*@/);
    expect(answer.text).not.toContain(sale.buyer.email);
    const { id: about } = (
      await support.ask(sale.seller, { category: 'order', about: { kind: 'order', hash: sale.hash } })
    ).data;
    const seller = await sales.request('GET', `/staff/tickets/${about}/context`, { token: bia.token });
    expect(seller.data.money.inEscrowCents).toBeGreaterThan(0);
    expect(seller.data.orders[0].side).toBe('seller');
  });

  test('the desk shows the colleagues with their open tickets', async () => {
    const { data } = await sales.request('GET', '/staff/colleagues', { token: caio.token });
    const names = data.items.map(({ username }: { username: string }) => username);
    expect(names).toEqual(expect.arrayContaining([bia.username, caio.username]));
    expect(names).not.toContain(ana.username);
  });
});

const save = (body: object, id?: number) =>
  sales.request(id ? 'PUT' : 'POST', `/staff/macros${id ? `/${id}` : ''}`, {
    token: bia.token,
    key: true,
    body,
  });

describe('ready answers', () => {
  test('are stored, changed and deleted by the team', async () => {
    const made = await save({ title: 'Prazo', text: 'Olá, {nome}! Leva um dia.' });
    expect(made.status).toBe(201);
    const { id } = made.data;
    expect((await save({ title: 'Prazo', text: 'Olá, {nome}! Leva dois dias.' }, id)).data.text).toMatch(
      /dois/,
    );
    expect((await save({ title: 'Prazo', text: 'Outra' })).body.errors.title).toMatch(/Já existe/);
    expect((await save({ title: 'Saudação', text: 'Outra' }, id)).body.errors.title).toMatch(/Já existe/);
    expect((await save({ title: 'Dados', text: 'Seu CPF é {cpf}' })).body.errors.text).toMatch(/\{nome\}/);
    expect((await save({ title: '', text: '' })).status).toBe(400);
    for (let round = 0; round < 2; round++)
      expect((await sales.request('DELETE', `/staff/macros/${id}`, { token: bia.token })).status).toBe(200);
    const { data } = await sales.request('GET', '/staff/macros', { token: caio.token });
    expect(data.items.map(({ title }: { title: string }) => title)).not.toContain('Prazo');
  });
});
