import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { openSupport } from '#test/tickets/support.ts';

let sales: Sales;
let support: ReturnType<typeof openSupport>;
let ana: Person;
let bia: Person;

beforeAll(async () => {
  sales = await openSales();
  support = openSupport(sales);
  bia = await sales.user({ role: 'support' });
});
beforeEach(async () => {
  ana = await sales.user();
});
afterAll(() => sales.close());

async function resolved(reason = 'solved'): Promise<number> {
  const { id } = (await support.ask(ana)).data;
  await support.answer(bia, id, 'Pronto.');
  await support.resolve(bia, id, reason);
  return id;
}

const seen = async (id: number) => (await support.see(ana, id)).data.ticket;

async function asked(): Promise<string[]> {
  const { data } = await sales.request('GET', '/notifications', { token: ana.token });
  return data.items
    .filter(({ title }: { title: string }) => title === 'Como foi o atendimento?')
    .map(({ url }: { url: string }) => url);
}

describe('a rating of the service', () => {
  test('is given after the end, with or without a comment, and the team sees it', async () => {
    const id = await resolved();
    expect(await seen(id)).toMatchObject({ rating: null, ratableUntil: expect.any(String) });
    const rated = await support.rate(ana, id, 4, '  Rápido e claro. ');
    expect(rated.data.rating).toMatchObject({ score: 4, comment: 'Rápido e claro.' });
    expect((await support.desk(bia, id)).data.ticket.rating).toMatchObject({ score: 4 });
    await support.judge(ana, id, true);
    expect((await seen(id)).rating).toMatchObject({ score: 4 });
  });

  test('is one per ticket: the same again changes nothing, another replaces it (§4.11)', async () => {
    const id = await resolved();
    await support.rate(ana, id, 2, 'Demorou.');
    await support.rate(ana, id, 2, 'Demorou.');
    expect((await support.rate(ana, id, 5)).data.rating).toMatchObject({ score: 5, comment: '' });
    const { rows } = await sql<{ data: object }>`select data from events where kind = 'ticket.rated'
      and subject_kind = 'ticket' and subject_id = ${id} order by id`.execute(sales.db);
    expect(rows.map(({ data }) => data)).toEqual([{ score: 2 }, { score: 5 }]);
  });

  test('is one after twenty parallel answers', async () => {
    const id = await resolved();
    const answers = await Promise.all(Array.from({ length: 20 }, () => support.rate(ana, id, 3, 'Igual.')));
    for (const { status } of answers) expect(status).toBe(200);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from events where kind = 'ticket.rated' and subject_id = ${id}`.execute(
      sales.db,
    );
    expect(rows[0]!.count).toBe(1);
  });

  test('is refused before the end, a week after it, and for another person’s ticket', async () => {
    const { id: open } = (await support.ask(ana)).data;
    expect((await support.rate(ana, open, 5)).body).toMatchObject({
      code: 'wrong_state',
      detail: 'Dê sua nota quando o atendimento for resolvido.',
    });
    const id = await resolved();
    expect((await support.rate(bia, id, 5)).status).toBe(404);
    expect((await support.rate(ana, id, 6)).body.errors.score).toBe('Dê uma nota de 1 a 5.');
    expect((await support.rate(ana, id, 5, 'x'.repeat(501))).body.errors.comment).toMatch(/500/);
    await sales.moveClock(7 * day + hour);
    expect((await support.rate(ana, id, 5)).body.detail).toMatch(/prazo/);
    expect((await seen(id)).ratableUntil).toBeNull();
  });

  test('may be given again when a reopened ticket has ended', async () => {
    const id = await resolved();
    await support.rate(ana, id, 1, 'Não resolveu.');
    await support.judge(ana, id, false);
    expect((await support.rate(ana, id, 5)).body.code).toBe('wrong_state');
    await support.resolve(bia, id);
    expect((await support.rate(ana, id, 5)).data.rating.score).toBe(5);
  });

  test('is requested a day later, once, from people who have not given it', async () => {
    const [quiet, rated] = [await resolved(), await resolved()];
    await support.rate(ana, rated, 5);
    await sales.moveClock(23 * hour);
    await sales.drain();
    expect(await asked()).toEqual([]);
    await sales.moveClock(2 * hour);
    await sales.drain();
    await sales.drain();
    expect(await asked()).toEqual([`/conta?atendimento=${quiet}`]);
  });

  test('is not requested for a reopened ticket, or one that was handled elsewhere', async () => {
    const reopened = await resolved();
    await resolved('duplicate');
    await support.judge(ana, reopened, false);
    await sales.moveClock(2 * day);
    await sales.drain();
    expect(await asked()).toEqual([]);
  });

  test('is shown at the desk as the average of the last thirty days', async () => {
    await sales.moveClock(31 * day);
    const ratings = async () =>
      (await sales.request('GET', '/staff/tickets', { token: bia.token })).data.ratings;
    expect(await ratings()).toEqual({ averageHundredths: null, count: 0 });
    for (const score of [5, 4, 4]) await support.rate(ana, await resolved(), score);
    expect(await ratings()).toEqual({ averageHundredths: 433, count: 3 });
  });
});

test('the usual answer time of the team is shown after five answers', async () => {
  const usual = async () =>
    (await sales.request('GET', '/tickets', { token: ana.token })).data.usualAnswerMs as number | null;
  await sales.moveClock(31 * day);
  expect(await usual()).toBeNull();
  for (let asking = 0; asking < 5; asking++) {
    const { id } = (await support.ask(ana)).data;
    await sales.moveClock(10 * 60_000);
    await support.answer(bia, id, 'Olá!');
  }
  expect(Math.abs((await usual())! - 10 * 60_000)).toBeLessThan(30_000);
});

test('PostgreSQL refuses a rating of an open ticket, and one outside of the scale', async () => {
  const { id } = (await support.ask(ana)).data;
  const keep = (score: number) =>
    sql`insert into ticket_ratings (ticket_id, score, comment) values (${id}, ${score}, '')`.execute(
      sales.db,
    );
  await expect(keep(5)).rejects.toMatchObject({ code: '23514', constraint: 'ticket_rating_over' });
  await support.resolve(bia, id);
  for (const score of [0, 6]) await expect(keep(score)).rejects.toMatchObject({ code: '23514' });
});
