import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noClosedDays } from '#domain/business-days.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { assigneeDueAt } from '#domain/tickets/clocks.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { openSupport } from '#test/tickets/support.ts';
import { returnSilentTickets } from './assignee-timeout.ts';

let sales: Sales;
let support: ReturnType<typeof openSupport>;
let ana: Person;
let bia: Person;
let caio: Person;

/** Business hours around the clock, so that the tests do not depend on the time. */
const always = ['dom-sab 00:00-24:00'];
const rules: Rules['tickets'] = { ...defaultRules.tickets, businessHours: always, chatHours: always };

beforeAll(async () => {
  sales = await openSales();
  support = openSupport(sales);
  bia = await sales.user({ role: 'support' });
  caio = await sales.user({ role: 'admin' });
});
beforeEach(async () => {
  ana = await sales.user();
  await sales.setRules({ tickets: rules });
});
afterAll(() => sales.close());

async function ask(): Promise<number> {
  return (await support.ask(ana)).data.id;
}

/** Bia is the assignee, and Ana waits for her answer. */
async function assignedToBia(): Promise<number> {
  const id = await ask();
  await support.assign(bia, id, bia.username);
  return id;
}

const ticketOf = async (id: number) => (await support.desk(caio, id)).data.ticket;

async function told(person: Person, id: number): Promise<string[]> {
  const { rows } = await sql<{ description: string }>`
    select description from notifications where user_id = ${person.id} and title = 'Atendimento de volta na fila'
      and url = ${`/dashboard/suporte?id=${id}`}`.execute(sales.db);
  return rows.map(({ description }) => description);
}

async function later(ms: number): Promise<void> {
  await sales.moveClock(ms);
  await sales.drain();
}

describe('an assignee who does not answer for fifteen minutes', () => {
  test('loses the ticket to the queue, and they and the administrators are notified once (§4.11)', async () => {
    const dora = await sales.user({ role: 'support' });
    const id = await assignedToBia();
    await later(14 * minute);
    expect((await ticketOf(id)).assignee).toBe(bia.username);
    await later(2 * minute);
    await sales.drain();
    expect(await ticketOf(id)).toMatchObject({
      assignee: null,
      assignedAt: null,
      state: 'in_progress',
      returned: { username: bia.username, at: expect.any(String) },
    });
    const fresh = await sales.request('GET', '/staff/tickets', { token: dora.token });
    expect(fresh.data.items.map((row: { id: number }) => row.id)).toContain(id);
    expect(await told(bia, id)).toEqual([expect.stringContaining('15 minutos sem resposta sua')]);
    expect(await told(caio, id)).toEqual([expect.stringContaining(`@${bia.username}`)]);
    for (const person of [dora, ana]) expect(await told(person, id)).toEqual([]);
    const { rows } = await sql`select actor_id, data from events
      where subject_kind = 'ticket' and subject_id = ${id} and kind = 'ticket.returned'`.execute(sales.db);
    expect(rows).toEqual([{ actor_id: null, data: { from: bia.id } }]);
  });

  test('loses it once, however many processes run the sweep in parallel', async () => {
    const id = await assignedToBia();
    await sales.moveClock(16 * minute);
    const runs = await Promise.all(
      Array.from({ length: 10 }, async () => returnSilentTickets.run(sales.ctx)),
    );
    expect(runs.reduce((sum, done) => sum + done, 0)).toBe(1);
    expect((await ticketOf(id)).assignee).toBeNull();
  });

  test('keeps it after any answer, until the person writes again', async () => {
    const id = await assignedToBia();
    await support.answer(bia, id, 'Vou conferir.', { waitsForUser: false });
    await later(hour);
    expect((await ticketOf(id)).assignee).toBe(bia.username);
    await support.say(ana, id, 'E então?');
    expect((await ticketOf(id)).due).toMatchObject({ clock: 'assignee', overdue: false });
    await later(10 * minute);
    await support.say(ana, id, 'Alguém aí?');
    await later(6 * minute);
    expect((await ticketOf(id)).assignee).toBeNull();
  });

  test('keeps it while the person’s answer is awaited, and after the end', async () => {
    const [asked, ended] = [await assignedToBia(), await assignedToBia()];
    await support.answer(bia, asked, 'Qual é o pedido?');
    await support.resolve(bia, ended);
    await later(day);
    for (const id of [asked, ended]) expect((await ticketOf(id)).assignee).toBe(bia.username);
    await support.judge(ana, ended, false);
    await later(16 * minute);
    expect((await ticketOf(ended)).assignee).toBeNull();
  });

  test('gets the whole time again after it is reassigned or taken again', async () => {
    const id = await assignedToBia();
    await later(14 * minute);
    await support.assign(bia, id, caio.username);
    await later(14 * minute);
    expect((await ticketOf(id)).assignee).toBe(caio.username);
    await later(2 * minute);
    await support.assign(bia, id, bia.username);
    expect(await ticketOf(id)).toMatchObject({ assignee: bia.username, returned: null });
    await later(14 * minute);
    expect((await ticketOf(id)).assignee).toBe(bia.username);
  });

  test('has time until the chat opens again, if it is closed', async () => {
    const quiet = { ...rules, chatHours: ['seg 03:00-03:10', 'qua 03:00-03:30'] };
    await sales.setRules({ tickets: quiet });
    const now = await marketNow(sales.db);
    const id = await assignedToBia();
    const { rows } = await sql<{ at: Date }>`
      select assignee_due_at as at from tickets where id = ${id}`.execute(sales.db);
    const whole = assigneeDueAt(now, quiet, noClosedDays);
    expect(Math.abs(rows[0]!.at.getTime() - whole.getTime())).toBeLessThan(30_000);
  });
});

test('PostgreSQL refuses a timeout without an assignee, and one while the person’s answer is awaited', async () => {
  const id = await ask();
  const turn = () =>
    sql`update tickets set assignee_due_at = market_now() where id = ${id}`.execute(sales.db);
  await expect(turn()).rejects.toMatchObject({ code: '23514', constraint: 'tickets_assignee_turn' });
  await support.answer(bia, id, 'Qual é o pedido?');
  await expect(turn()).rejects.toMatchObject({ code: '23514', constraint: 'tickets_assignee_turn' });
});
