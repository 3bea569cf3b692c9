import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { securingSteps } from '#domain/orders/securing.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let accounts: number;
beforeAll(async () => {
  sales = await openSales();
  accounts = await sales.category({ slug: 'contas', name: 'Contas', kind: 'account' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const delivered = (options = {}) => sales.delivered({ categoryId: accounts, ...options });

const tick = (sale: Placed, step: string, done = true, who = sale.buyer) =>
  sales.request('PUT', `/orders/${sale.hash}/securing/steps/${step}`, { token: who.token, body: { done } });
const end = (sale: Placed, outcome: string, who = sale.buyer) =>
  sales.tryAct(sale, who, 'securing/end', { outcome });

async function tickAll(sale: Placed): Promise<void> {
  for (const step of securingSteps) expect((await tick(sale, step)).status).toBe(200);
}

/** Milliseconds from the delivery to the end of the time to confirm. */
async function spanOf(sale: Placed): Promise<number> {
  const { deal } = await sales.view(sale, sale.buyer);
  return Date.parse(deal.dueAt) - Date.parse(deal.revealedAt ?? deal.deliveredAt);
}

/** Within the seconds that a test takes. */
const about = (ms: number) => [ms - 20_000, ms + 20_000] as const;
function expectAbout(actual: number, ms: number): void {
  const [least, most] = about(ms);
  expect(actual).toBeGreaterThan(least);
  expect(actual).toBeLessThan(most);
}

describe('the time to confirm an account (N13)', () => {
  test('is 48 h longer for a buyer who does nothing, and the order completes by itself then', async () => {
    const sale = await delivered();
    expect(await spanOf(sale)).toBe(5 * day);
    await sales.moveClock(5 * day - minute);
    await sales.drain();
    expect(await sales.stateOf(sale)).toBe('delivered');
    await sales.moveClock(2 * minute);
    await sales.drain();
    expect(await sales.stateOf(sale)).toBe('completed');
  });

  test('runs from the moment in which every step is ticked', async () => {
    const sale = await delivered();
    await sales.moveClock(5 * hour);
    await tickAll(sale);
    const { data } = await end(sale, 'done');
    expectAbout(await spanOf(sale), 77 * hour);
    const { deal } = await sales.view(sale, sale.seller);
    expect(deal.dueAt).toBe(data.dueAt);
    expect(deal.securing).toMatchObject({ outcome: 'done', steps: [...securingSteps] });
  });

  test('runs from the moment in which the buyer declines, at once too', async () => {
    const sale = await delivered();
    expect((await end(sale, 'declined')).status).toBe(200);
    expectAbout(await spanOf(sale), 72 * hour);
  });

  test('is not changed by an end after the 48 h', async () => {
    const sale = await delivered();
    await sales.moveClock(3 * day);
    await tickAll(sale);
    expect((await end(sale, 'done')).status).toBe(200);
    expect(await spanOf(sale)).toBe(5 * day);
  });

  test('of a code is counted from its reveal', async () => {
    const sale = await delivered({ codes: ['conta-1: senha-um', 'conta-2: senha-dois'] });
    expect((await sales.view(sale, sale.buyer)).deal.securing).toBeNull();
    expect(await spanOf(sale)).toBe(7 * day);
    await sales.moveClock(day);
    await sales.act(sale, sale.buyer, 'reveal');
    expect(await spanOf(sale)).toBe(5 * day);
    await sales.moveClock(hour);
    await end(sale, 'declined');
    expectAbout(await spanOf(sale), 73 * hour);
  });

  test('is never shorter than the 72 h after the end, when a complaint stopped it in between', async () => {
    const sale = await delivered();
    await sales.moveClock(hour);
    const opened = await sales.tryAct(sale, sale.buyer, 'complaints', {
      reason: 'recovered',
      wish: 'full',
      words: 'A senha que veio não entra na conta de jeito nenhum.',
    });
    expect(opened.status, opened.text).toBe(201);
    expect((await end(sale, 'declined')).body.code).toBe('wrong_state');
    await sales.request('POST', `/complaints/${opened.data.id}/withdrawal`, {
      token: sale.buyer.token,
      key: true,
    });
    await sales.moveClock(4 * hour);
    await end(sale, 'declined');
    const { deal, now } = await sales.view(sale, sale.buyer);
    expect(Date.parse(deal.dueAt) - Date.parse(now)).toBeGreaterThan(72 * hour - minute);
  });

  test('of anything but an account has no pause', async () => {
    const sale = await sales.delivered();
    expect(await spanOf(sale)).toBe(3 * day);
    expect((await sales.view(sale, sale.buyer)).deal.securing).toBeNull();
    expect((await end(sale, 'declined')).body.code).toBe('wrong_state');
  });
});

describe('securing an account', () => {
  test('goes on where another device left it, and a tick can be taken back', async () => {
    const sale = await delivered();
    await tick(sale, 'password');
    await tick(sale, 'password');
    await tick(sale, 'email');
    await tick(sale, 'password', false);
    expect((await sales.view(sale, sale.buyer)).deal.securing.steps).toEqual(['email']);
  });

  test('is not done while a step is missing', async () => {
    const sale = await delivered();
    await tick(sale, 'password');
    const { status, body } = await end(sale, 'done');
    expect([status, body.code]).toEqual([409, 'wrong_state']);
    expect(body.detail).toContain('Marque todos os passos');
    expect(await spanOf(sale)).toBe(5 * day);
  });

  test('is the buyer’s alone', async () => {
    const sale = await delivered();
    const stranger = await sales.user();
    for (const who of [sale.seller, stranger]) {
      expect((await tick(sale, 'password', true, who)).status).toBe(404);
      expect((await end(sale, 'declined', who)).status).toBe(404);
    }
  });

  test('knows only its own steps and outcomes', async () => {
    const sale = await delivered();
    expect((await tick(sale, 'coffee')).status).toBe(404);
    expect((await end(sale, 'lapsed')).body.errors.outcome).toContain('dispensa');
  });

  test('ends once of twenty times at the same instant', async () => {
    const sale = await delivered();
    const answers = await Promise.all(Array.from({ length: 20 }, () => end(sale, 'declined')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expectAbout(await spanOf(sale), 72 * hour);
    expect((await tick(sale, 'password')).body.code).toBe('wrong_state');
  });

  test('is refused once the order is confirmed', async () => {
    const sale = await delivered();
    await sales.act(sale, sale.buyer, 'confirmation');
    expect((await end(sale, 'declined')).body.code).toBe('wrong_state');
  });
});

test('PostgreSQL refuses longer pauses, ends at another time or twice, and steps that are missing', async () => {
  const sale = await delivered();
  const { db } = sales;
  const change = (set: ReturnType<typeof sql>) =>
    sql`update account_securings set ${set} where order_id = ${sale.id}`.execute(db);
  await expect(change(sql`until = started_at + interval '49 hours'`)).rejects.toMatchObject({
    constraint: 'account_securings_pause',
  });
  await expect(change(sql`outcome = 'done', ended_at = market_now()`)).rejects.toMatchObject({
    constraint: 'account_securings_done',
  });
  await expect(
    change(sql`outcome = 'declined', ended_at = market_now() + interval '1 hour'`),
  ).rejects.toMatchObject({ constraint: 'account_securings_now' });
  await end(sale, 'declined');
  await expect(change(sql`outcome = null, ended_at = null`)).rejects.toThrow();
  await expect(sql`delete from account_securings`.execute(db)).rejects.toThrow('permission denied');
});
