import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noClosedDays } from '#domain/business-days.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { answerDueAt, remainingMs, solutionDueAt } from '#domain/tickets/clocks.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { openSupport } from '#test/tickets/support.ts';
import { notifyOverdueTickets } from './jobs.ts';

let sales: Sales;
let support: ReturnType<typeof openSupport>;
let ana: Person;
let bia: Person;
let caio: Person;

/** Business hours around the clock, so that the tests do not depend on the time, and a long assignee timeout. */
const always = ['dom-sab 00:00-24:00'];
const rules: Rules['tickets'] = {
  ...defaultRules.tickets,
  businessHours: always,
  chatHours: always,
  assigneeSilenceMs: 365 * day,
};

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

interface Due {
  clock: string;
  at: string;
  overdue: boolean;
}

const dueOf = async (id: number): Promise<Due | null> => (await support.desk(bia, id)).data.ticket.due;
const near = (at: Date, due: Due | null) =>
  expect(Math.abs(Date.parse(due!.at) - at.getTime())).toBeLessThan(30_000);

async function ask(person = ana): Promise<number> {
  return (await support.ask(person)).data.id;
}

/** The overdue notices of a staff member, oldest first. */
async function told(person: Person, id: number): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from notifications where user_id = ${person.id} and url like ${`%id=${id}`} order by id`.execute(
    sales.db,
  );
  return rows.map(({ title }) => title);
}

const late = { answer: 'Primeira resposta atrasada', solution: 'Atendimento sem solução no prazo' };

describe('the first answer', () => {
  test('is due in minutes during chat hours (§4.11)', async () => {
    const now = await marketNow(sales.db);
    const due = await dueOf(await ask());
    expect(due).toMatchObject({ clock: 'first_answer', overdue: false });
    near(answerDueAt(now, rules, noClosedDays), due);
  });

  test('is due in business hours outside of them, and not on a listed holiday (§4.11, §4)', async () => {
    const now = await marketNow(sales.db);
    const quiet = { ...rules, chatHours: ['seg 00:00-00:01'] };
    await sales.setRules({ tickets: quiet });
    near(answerDueAt(now, quiet, noClosedDays), await dueOf(await ask()));
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(now);
    const holidays = [`${today} Fechado hoje`];
    await sales.setRules({ calendar: { holidays } });
    near(answerDueAt(now, quiet, new Set([today])), await dueOf(await ask()));
    await sales.setRules({ calendar: { holidays: [] } });
  });

  test('is completed by the first message of any staff member, and then the solution is due', async () => {
    const id = await ask();
    const now = await marketNow(sales.db);
    await support.answer(bia, id, 'Vou conferir.', { waitsForUser: false });
    const due = await dueOf(id);
    expect(due).toMatchObject({ clock: 'solution' });
    near(solutionDueAt(now, rules.solutionMs, rules, noClosedDays), due);
  });
});

describe('the solution', () => {
  test('pauses while the person’s answer is awaited, continues with the remaining time, and restarts', async () => {
    const id = await ask();
    await sales.moveClock(10 * minute);
    await support.answer(bia, id, 'Qual é o código?');
    expect(await dueOf(id)).toBeNull();
    const { rows } = await sql<{ left: number; created: Date; asked: Date }>`
      select c.left_ms as left, t.created_at as created, t.asked_at as asked
      from ticket_clocks c join tickets t on t.id = c.ticket_id
      where t.id = ${id} and c.kind = 'solution'`.execute(sales.db);
    const [{ left, created, asked }] = rows as [(typeof rows)[number]];
    const whole = solutionDueAt(created, rules.solutionMs, rules, noClosedDays);
    expect(Math.abs(left - remainingMs(whole, asked, rules, noClosedDays))).toBeLessThan(30_000);
    await sales.moveClock(day);
    await support.say(ana, id, 'É este.');
    near(solutionDueAt(await marketNow(sales.db), left, rules, noClosedDays), await dueOf(id));
    await support.resolve(bia, id);
    expect(await dueOf(id)).toBeNull();
    await support.judge(ana, id, false);
    const restartedDue = solutionDueAt(await marketNow(sales.db), rules.solutionMs, rules, noClosedDays);
    near(restartedDue, await dueOf(id));
  });
});

test('stays completed after the person confirms it: no one is notified a month later', async () => {
  const id = await ask();
  await support.resolve(bia, id);
  await support.judge(ana, id, true);
  expect(await dueOf(id)).toBeNull();
  await sales.moveClock(30 * day);
  await sales.drain();
  expect(await told(bia, id)).toEqual([]);
});

describe('an overdue ticket', () => {
  test('is first at the desk, and the whole team is notified once if it has no assignee', async () => {
    const [id, fresh] = [await ask(), await ask(await sales.user())];
    await sales.drain();
    await sql`update ticket_clocks set due_at = market_now() - interval '1 minute'
      where ticket_id = ${id} and kind = 'first_answer'`.execute(sales.db);
    const { data } = await sales.request('GET', '/staff/tickets?view=open', { token: bia.token });
    const listed = data.items as { id: number; due: Due | null }[];
    const place = (ticket: number) => listed.findIndex((row) => row.id === ticket);
    expect(place(id)).toBeLessThan(place(fresh));
    expect(listed[place(id)]!.due).toMatchObject({ clock: 'first_answer', overdue: true });
    expect(listed[place(fresh)]!.due!.overdue).toBe(false);
    const runs = await Promise.all(
      Array.from({ length: 10 }, async () => notifyOverdueTickets.run(sales.ctx)),
    );
    expect(runs.reduce((sum, done) => sum + done, 0)).toBe(1);
    await sales.drain();
    for (const person of [bia, caio]) expect(await told(person, id)).toEqual([late.answer]);
    expect(await told(ana, id)).toEqual([]);
  });

  test('notifies only its assignee, once per clock, also when a month passes at once', async () => {
    const id = await ask();
    await support.assign(bia, id, caio.username);
    await sales.moveClock(30 * day);
    await sales.drain();
    await sales.drain();
    expect((await told(caio, id)).toSorted()).toEqual([late.solution, late.answer].toSorted());
    expect(await told(bia, id)).toEqual([]);
    await support.resolve(caio, id);
    await support.judge(ana, id, false);
    await sales.moveClock(30 * day);
    await sales.drain();
    expect(await told(caio, id)).toHaveLength(3);
  });

  test('notifies no one when it was answered or the person’s answer is awaited', async () => {
    const [answered, ended] = [await ask(), await ask(await sales.user())];
    await support.answer(bia, answered, 'Qual é o pedido?');
    await support.resolve(bia, ended);
    await sales.moveClock(hour);
    await sales.drain();
    for (const id of [answered, ended]) expect(await told(bia, id)).toEqual([]);
  });

  test('does not notify the staff member whose own ticket it is', async () => {
    const id = await ask(caio);
    await sql`update ticket_clocks set due_at = market_now() where ticket_id = ${id} and kind = 'first_answer'`.execute(
      sales.db,
    );
    await sales.drain();
    expect(await told(bia, id)).toEqual([late.answer]);
    expect(await told(caio, id)).toEqual([]);
  });
});

test('PostgreSQL keeps a completed clock, and marks none as notified twice', async () => {
  const id = await ask();
  await support.answer(bia, id, 'Vou conferir.', { waitsForUser: false });
  const where = sql`where ticket_id = ${id} and kind =`;
  const refused = (change: ReturnType<typeof sql>) =>
    expect(change.execute(sales.db)).rejects.toMatchObject({ code: '23514' });
  await refused(sql`update ticket_clocks set met_at = null, due_at = market_now() ${where} 'first_answer'`);
  await refused(sql`update ticket_clocks set left_ms = 5 ${where} 'solution'`);
  await sql`update ticket_clocks set overdue_told_at = market_now() ${where} 'solution'`.execute(sales.db);
  await refused(sql`update ticket_clocks set overdue_told_at = null ${where} 'solution'`);
});
