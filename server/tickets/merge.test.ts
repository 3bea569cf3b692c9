import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
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

async function ask(person = ana): Promise<{ id: number; protocol: string }> {
  const { id, protocol } = (await support.ask(person)).data;
  return { id, protocol };
}
const said = async (id: number): Promise<string[]> =>
  (await support.see(ana, id)).data.messages.map(({ text }: { text: string }) => text);

describe('two tickets about one thing', () => {
  test('become one: the first is closed and names the other, and the person is notified', async () => {
    const [first, second] = [await ask(), await ask()];
    const merged = await support.merge(bia, first.id, second.id);
    expect(merged.data).toMatchObject({
      state: 'closed',
      resolution: 'duplicate',
      due: null,
      mergedInto: second,
    });
    expect(await said(first.id)).toEqual([
      'Preciso de ajuda.',
      `Este assunto continua no protocolo ${second.protocol}.`,
    ]);
    expect(await said(second.id)).toEqual([
      'Preciso de ajuda.',
      `Juntamos aqui o protocolo ${first.protocol}.`,
    ]);
    const { ticket } = (await support.see(ana, first.id)).data;
    expect(ticket).toMatchObject({ unread: 0, ratableUntil: null, mergedInto: second });
    expect((await support.rate(ana, first.id, 5)).body.code).toBe('wrong_state');
    await sales.drain();
    const { data } = await sales.request('GET', '/notifications', { token: ana.token });
    expect(data.items[0]).toMatchObject({
      title: 'Juntamos seus atendimentos',
      url: `/conta?atendimento=${second.id}`,
    });
    expect((await support.desk(bia, second.id)).data.ticket.mergedInto).toBeNull();
  });

  test('stay two when one has ended, when they belong to two people, and when both are the same', async () => {
    const [open, over] = [await ask(), await ask()];
    await support.resolve(bia, over.id);
    const words = async (id: number, into: number) => (await support.merge(bia, id, into)).body.errors.into;
    expect(await words(open.id, over.id)).toMatch(/terminou/);
    expect(await words(open.id, open.id)).toBe('Escolha outro atendimento.');
    expect(await words(open.id, (await ask(await sales.user())).id)).toMatch(/mesma pessoa/);
    expect((await support.merge(bia, over.id, open.id)).body).toMatchObject({
      code: 'wrong_state',
      meta: { state: 'resolved' },
    });
    const { id, protocol } = await ask();
    await support.merge(bia, id, open.id);
    expect((await support.merge(bia, id, open.id)).body.meta.state).toBe('closed');
    expect(protocol).not.toBe(open.protocol);
  });

  test('merged into each other in parallel, one of them stays open', async () => {
    const [one, other] = [await ask(), await ask()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 ? support.merge(bia, one.id, other.id) : support.merge(bia, other.id, one.id),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from tickets
      where user_id = ${ana.id} and state <> 'closed'`.execute(sales.db);
    expect(rows[0]!.open).toBe(1);
  });
});

test('PostgreSQL merges no ticket into another person’s, and each only once', async () => {
  const [first, second] = [await ask(), await ask()];
  const { id: foreign } = await ask(await sales.user());
  await support.merge(bia, first.id, second.id);
  const into = (id: number) =>
    sql`update tickets set merged_into_id = ${id} where id = ${first.id}`.execute(sales.db);
  for (const id of [foreign, (await ask()).id])
    await expect(into(id)).rejects.toMatchObject({ code: '23514', constraint: 'ticket_merge' });
  await expect(
    sql`update tickets set merged_into_id = ${first.id} where id = ${second.id}`.execute(sales.db),
  ).rejects.toMatchObject({ code: '23514' });
});
