import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { transitionsOf } from '#domain/machine.ts';
import { ticketCategories, ticketMachine, ticketRoutes } from '#domain/tickets/tickets.ts';
import type { Person } from '#test/accounts/people.ts';
import { hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { marketNow } from '#server/database/transaction.ts';
import { openSupport } from '#test/tickets/support.ts';

let sales: Sales;
let support: ReturnType<typeof openSupport>;
let ana: Person;
let bia: Person;
let ownerDb: ReturnType<typeof connect>;

beforeAll(async () => {
  sales = await openSales();
  support = openSupport(sales);
  ownerDb = connect(sales.database.ownerUrl, { max: 1, applicationName: 'owner' });
});
// People of each test's own: twenty messages in ten seconds are all one may send.
beforeEach(async () => {
  ana = await sales.user();
  bia = await sales.user({ role: 'support' });
});
afterAll(async () => {
  const { rows } = await sql`select * from money.breaks`.execute(sales.db);
  expect(rows).toEqual([]);
  await ownerDb.destroy();
  await sales.close();
});

const protocols = ({ data }: { data: { items: { protocol: string }[] } }) =>
  data.items.map(({ protocol }) => protocol);

const texts = ({ data }: { data: { messages: { text: string }[] } }) => data.messages.map(({ text }) => text);

const notices = async (person: Person) =>
  (await sales.request('GET', '/notifications', { token: person.token })).data.items.map(
    ({ title }: { title: string }) => title,
  );

const stateOf = async (id: number) => (await support.see(ana, id)).data.ticket.state;

async function opened(person = ana): Promise<number> {
  const answer = await support.ask(person);
  expect(answer.status, answer.text).toBe(201);
  await support.assign(bia, answer.data.id, bia.username);
  return answer.data.id;
}

test('the transition tables of the database equal those of the domain', async () => {
  const { rows } = await sql`select event, actor, from_state as "from", to_state as "to" from case_transitions
    where noun = 'ticket'`.execute(sales.db);
  const all = transitionsOf(ticketMachine);
  expect(rows).toHaveLength(all.length);
  expect(rows).toEqual(expect.arrayContaining(all));
  const { rows: routes } = await sql`select category, queue, priority from ticket_routes`.execute(sales.db);
  expect(routes).toEqual(
    expect.arrayContaining(ticketCategories.map((category) => ({ category, ...ticketRoutes[category] }))),
  );
  expect(routes).toHaveLength(ticketCategories.length);
});

describe('a new ticket', () => {
  test('gets a protocol number, and the same idempotency key returns the same ticket', async () => {
    const body = { category: 'account', clientId: randomUUID(), text: 'Não entro na conta.', files: [] };
    const send = () => sales.request('POST', '/tickets', { token: ana.token, key: 'uma-chave-so', body });
    const [first, again] = [await send(), await send()];
    expect(first.data.protocol).toMatch(/^A-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(first.data).toMatchObject({ state: 'open', preview: 'Não entro na conta.', unread: 0 });
    expect(again.data).toEqual(first.data);
  });

  test('has its place in line and a time for the answer until staff takes it', async () => {
    const ask = async (category: string) => (await support.ask(await sales.user(), { category })).data;
    const [first, second, other] = [await ask('payment'), await ask('withdrawal'), await ask('listing')];
    expect(second.pending.ahead).toBe(first.pending.ahead + 1);
    expect(other.pending.ahead).toBeLessThanOrEqual(first.pending.ahead);
    expect(Date.parse(second.pending.answerDueAt)).toBeGreaterThan(Date.parse(second.createdAt));

    const asker = await sales.user();
    const { id } = (await support.ask(asker, { category: 'payment' })).data;
    await support.assign(bia, id, bia.username);
    expect((await support.see(asker, id)).data.ticket.pending).toBeNull();
  });

  test('comes with the working hours of the team, in the market’s time', async () => {
    const { hours } = (await sales.request('GET', '/tickets', { token: ana.token })).data;
    const [name, instant] = Object.entries(hours as Record<string, string>)[0]!;
    expect(['openUntil', 'opensAt']).toContain(name);
    expect(Date.parse(instant)).toBeGreaterThan((await marketNow(sales.db)).getTime());
  });

  test('may be about one’s own order, withdrawal or listing, never another person’s', async () => {
    const sale = await sales.paid();
    const asked = await support.ask(sale.buyer, {
      category: 'order',
      about: { kind: 'order', hash: sale.hash },
    });
    expect(asked.data.about).toMatchObject({ kind: 'order', path: `/pedido/${sale.hash}` });
    const listing = await sales.publishedListing();
    const own = await support.ask(listing.seller, { about: { kind: 'listing', id: listing.id } });
    expect(own.data.about).toMatchObject({ kind: 'listing' });
    for (const about of [
      { kind: 'order', hash: sale.hash },
      { kind: 'listing', id: listing.id },
      { kind: 'withdrawal', id: 1 },
    ])
      expect((await support.ask(ana, { about })).body.code).toBe('not_found');
  });

  test('needs a text or a file, and a person has ten open tickets at most', async () => {
    expect((await support.ask(ana, { text: '  ' })).body.errors.text).toMatch(/Escreva/);
    expect((await support.ask(ana, { text: 'a'.repeat(4_001) })).status).toBe(400);
    expect((await support.ask(ana, { category: 'dinheiro' })).body.errors.category).toMatch(/assunto/);
    const eager = await sales.user();
    const answers = await Promise.all(Array.from({ length: 14 }, () => support.ask(eager)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 201)!.body.code).toBe('limit_reached');
  });
});

describe('the messages of a ticket', () => {
  test('are on numbered pages: open ones first, then the newest', async () => {
    const often = await sales.user();
    await sql`insert into tickets (protocol, user_id, category)
      select 'A-0000-00' || n, ${often.id}, 'other' from generate_series(10, 30) n`.execute(sales.db);
    await sql`insert into ticket_messages (ticket_id, author_side, author_id, client_id, text)
      select id, 'user', ${often.id}, gen_random_uuid(), 'Preciso de ajuda.' from tickets
      where user_id = ${often.id}`.execute(sales.db);
    const page = (query: string) => sales.request('GET', `/tickets${query}`, { token: often.token });
    const [first, second] = [await page(''), await page('?page=2')];
    expect([protocols(first).length, protocols(first)[0], first.data.total]).toEqual([20, 'A-0000-0030', 21]);
    expect([protocols(second), second.data.total]).toEqual([['A-0000-0010'], 21]);
    const wrong = await page('?page=0');
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['page']]);
  });

  test('get numbers without a gap, twenty at once', async () => {
    const id = await opened();
    const sent = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => support.say(ana, id, `ana ${n}`)),
      ...Array.from({ length: 10 }, (_, n) => support.answer(bia, id, `bia ${n}`)),
    ]);
    expect(sent.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const seen = await support.see(ana, id);
    const numbers = seen.data.messages.map(({ sequence }: { sequence: number }) => sequence);
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
  });

  test('are stored once for a repeated client id, nineteen times at once too', async () => {
    const id = await opened();
    const clientId = randomUUID();
    const sent = await Promise.all(Array.from({ length: 19 }, () => support.say(ana, id, 'Oi', clientId)));
    expect(new Set(sent.map(({ data }) => data.sequence))).toEqual(new Set([2]));
    expect(texts(await support.see(ana, id))).toEqual(['Preciso de ajuda.', 'Oi']);
    expect((await support.say(ana, id, 'Outra coisa', clientId)).body.code).toBe('idempotency_mismatch');
  });

  test('are limited to twenty in ten seconds (T70)', async () => {
    const id = await opened();
    // Windows of ten seconds begin by the clock, so messages sent at once may be counted in two of them.
    const sent = await Promise.all(Array.from({ length: 45 }, () => support.say(ana, id, 'Oi')));
    const { rows } = await sql<{ allowed: number }>`select sum(least(count, 20))::int as allowed from attempts
      where key = ${`PUT /tickets/{id}/messages/{clientId} user:${ana.id}`}`.execute(sales.db);
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(rows[0]!.allowed);
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  test('are fetched by sequence number, fifty at a time', async () => {
    const id = await opened();
    await sql`insert into ticket_messages (ticket_id, author_id, author_side, client_id, text)
      select ${id}, ${ana.id}, 'user', gen_random_uuid(), 'linha ' || n from generate_series(1, 70) n`.execute(
      sales.db,
    );
    const first = await support.see(ana, id);
    expect([first.data.messages.length, first.data.more]).toEqual([50, true]);
    const rest = await support.see(ana, id, 50);
    expect([rest.data.messages.length, rest.data.more]).toEqual([21, false]);
    expect(rest.data.messages[0].sequence).toBe(51);
  });

  test('state their side to everyone, and the client id to their sender only', async () => {
    const id = await opened();
    await support.answer(bia, id, 'Já vejo.');
    const [, mine] = (await support.see(ana, id)).data.messages;
    expect(mine).toMatchObject({ mine: false, side: 'staff', author: bia.username, clientId: null });
    const [theirs, own] = (await support.desk(bia, id)).data.messages;
    expect(theirs).toMatchObject({ mine: false, side: 'user', clientId: null });
    expect(own).toMatchObject({ mine: true, clientId: expect.any(String) });
  });

  test('cannot be changed in the database', async () => {
    const id = await opened();
    for (const change of [
      sql`update ticket_messages set text = 'outra coisa' where ticket_id = ${id}`,
      sql`delete from ticket_messages where ticket_id = ${id}`,
    ]) {
      await expect(change.execute(sales.db)).rejects.toThrow('permission denied');
      await expect(change.execute(ownerDb)).rejects.toThrow('only ever grows');
    }
    await expect(sql`delete from tickets where id = ${id}`.execute(sales.db)).rejects.toThrow('still kept');
    await expect(sql`update tickets set state = 'open' where id = ${id}`.execute(sales.db)).rejects.toThrow(
      'cannot go',
    );
  });
});

describe('states', () => {
  test('lead from open over taken, asked, answered, resolved and reopened to confirmed', async () => {
    const { data } = await support.ask(ana);
    const { id } = data;
    const state = async () => (await support.see(ana, id)).data.ticket.state;
    await support.answer(bia, id, 'Vou ver.', { waitsForUser: false });
    expect(await state()).toBe('in_progress');
    expect((await support.desk(bia, id)).data.ticket.assignee).toBe(bia.username);
    await support.answer(bia, id, 'Qual é o pedido?');
    expect(await state()).toBe('waiting_user');
    await support.say(ana, id, 'O de ontem.');
    expect(await state()).toBe('in_progress');
    expect((await support.resolve(bia, id)).data).toMatchObject({ state: 'resolved', resolution: 'solved' });
    await support.judge(ana, id, false);
    expect(await state()).toBe('in_progress');
    await support.resolve(bia, id);
    await support.say(ana, id, 'Voltou a acontecer.');
    expect(await state()).toBe('in_progress');
    await support.resolve(bia, id);
    expect((await support.judge(ana, id, true)).data.state).toBe('closed');
  });

  test('a closed ticket accepts no message or change, and the refusal lists the allowed actions', async () => {
    const id = await opened();
    await support.resolve(bia, id);
    const refused = await support.answer(bia, id, 'Mais uma coisa');
    expect(refused.body).toMatchObject({ code: 'wrong_state', meta: { state: 'resolved' } });
    await support.judge(ana, id, true);
    for (const answer of [
      await support.say(ana, id, 'Oi?'),
      await support.judge(ana, id, false),
      await support.judge(ana, id, true),
      await support.answer(bia, id, 'Oi'),
      await support.resolve(bia, id),
      await support.assign(bia, id, null),
    ])
      expect(answer.body).toMatchObject({ code: 'wrong_state', status: 409, meta: { state: 'closed' } });
  });

  test('of twenty who resolve it at once one succeeds', async () => {
    const id = await opened();
    const answers = await Promise.all(Array.from({ length: 20 }, () => support.resolve(bia, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('timers', () => {
  test('a person without an answer is warned at 48 hours, and the ticket ends at 72 with a notice (§4.11)', async () => {
    const person = await sales.user();
    const id = await opened(person);
    await support.answer(bia, id, 'Você consegue mandar uma foto?');
    await sales.moveClock(47 * hour);
    await sales.drain();
    expect(texts(await support.see(person, id))).toHaveLength(2);
    await sales.moveClock(2 * hour);
    await sales.drain();
    expect(texts(await support.see(person, id)).at(-1)).toMatch(/^Ainda precisa de ajuda\? Responda até /);
    expect(await notices(person)).toContain('O atendimento espera você');
    await sales.moveClock(26 * hour);
    await sales.drain();
    const { ticket } = (await support.see(person, id)).data;
    expect(ticket.state).toBe('resolved');
    expect((await support.desk(bia, id)).data.ticket.resolution).toBe('no_reply');
    expect(await notices(person)).toContain('Atendimento resolvido');
  });

  test('an answer stops the timer, and a new question restarts it', async () => {
    const id = await opened();
    await support.answer(bia, id, 'Pode confirmar?');
    await sales.moveClock(40 * hour);
    await support.answer(bia, id, 'Ainda aí?');
    await sales.moveClock(40 * hour);
    await sales.drain();
    expect(texts(await support.see(ana, id))).toHaveLength(3);
    await support.say(ana, id, 'Confirmo.');
    await sales.moveClock(100 * hour);
    await sales.drain();
    expect(await stateOf(id)).toBe('in_progress');
  });

  test('a resolved ticket is closed after seven days, and cannot be reopened even before the sweep (§4.11)', async () => {
    const id = await opened();
    await support.resolve(bia, id);
    await sales.moveClock(7 * 24 * hour - hour);
    await sales.drain();
    expect(await stateOf(id)).toBe('resolved');
    await sales.moveClock(2 * hour);
    expect((await support.say(ana, id, 'Oi')).body).toMatchObject({
      code: 'wrong_state',
      meta: { state: 'closed' },
    });
    await sales.drain();
    await sales.drain();
    expect(await stateOf(id)).toBe('closed');
  });
});

describe('unread messages', () => {
  test('are counted by in_chat until they are read, one’s own excluded', async () => {
    const person = await sales.user();
    const id = await opened(person);
    expect(await support.unread(person)).toBe(0);
    await support.answer(bia, id, 'Um');
    await support.answer(bia, id, 'Dois');
    await support.say(person, id, 'Três');
    expect(await support.unread(person)).toBe(2);
    const read = (sequence: number) =>
      sales.request('PUT', `/tickets/${id}/read`, { token: person.token, body: { sequence } });
    expect((await read(2)).data.read).toBe(2);
    expect(await support.unread(person)).toBe(1);
    for (const none of [-1, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect((await read(none)).body).toMatchObject({
        status: 400,
        errors: { sequence: expect.any(String) },
      });
    expect((await read(900)).data.read).toBe(4);
    expect((await read(1)).data.read).toBe(4);
    expect(await support.unread(person)).toBe(0);
    expect((await support.desk(bia, id)).data.readByOther).toBe(4);
  });

  test('cause one notice for several answers, and none for a person who is reading', async () => {
    const person = await sales.user();
    const id = await opened(person);
    await support.answer(bia, id, 'Um');
    await support.answer(bia, id, 'Dois');
    await sales.drain();
    const titles = async () =>
      (await sales.request('GET', '/notifications', { token: person.token })).data.items.filter(
        ({ title }: { title: string }) => title === 'O atendimento respondeu',
      );
    expect(await titles()).toHaveLength(1);
    expect((await titles())[0].url).toBe(`/conta?atendimento=${id}`);
    await sales.request('PUT', `/tickets/${id}/read`, { token: person.token, body: { sequence: 3 } });
    await support.answer(bia, id, 'Três');
    await sales.request('PUT', `/tickets/${id}/read`, { token: person.token, body: { sequence: 4 } });
    await sales.drain();
    expect(await titles()).toHaveLength(1);
  });
});
