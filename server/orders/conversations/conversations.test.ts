import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import type { Person } from '#test/accounts/people.ts';
import { countInNextWindow } from '#test/attempts.ts';
import { day, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

interface Sending {
  text?: string;
  fileIds?: number[];
  insist?: boolean;
  clientId?: string;
}

const send = (
  sale: Placed,
  who: Person,
  { text = 'Bom dia, tudo certo?', fileIds = [], insist = false, clientId = randomUUID() }: Sending = {},
) =>
  sales.request('PUT', `/orders/${sale.hash}/messages/${clientId}`, {
    token: who.token,
    body: { text, fileIds, insist },
  });

const list = async (sale: Placed, who: Person, query = '') => {
  const answer = await sales.request('GET', `/orders/${sale.hash}/messages${query}`, { token: who.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};

const texts = async (sale: Placed, who: Person, query = '') =>
  (await list(sale, who, query)).items.map(({ text }: { text: string }) => text);

const read = (sale: Placed, who: Person, upTo: number) =>
  sales.request('PUT', `/orders/${sale.hash}/reading`, { token: who.token, body: { upTo } });

const sequences = async ({ id }: Placed): Promise<number[]> => {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from order_messages where order_id = ${id} order by sequence`.execute(sales.db);
  return rows.map(({ sequence }) => sequence);
};

/** Three messages with contact data; the third is held. */
async function heldMessage() {
  const sale = await sales.paid();
  for (let each = 1; each <= 3; each++)
    await send(sale, sale.buyer, { text: `Meu e-mail é ana${each}@exemplo.com.br`, insist: true });
  const staff = await sales.user({ role: 'support' });
  const { data } = await sales.request('GET', '/staff/held-messages', { token: staff.token });
  const held = data.items.find(({ orderHash }: { orderHash: string }) => orderHash === sale.hash);
  return { sale, staff, id: held.id as number };
}
const decide = (id: number, staff: Person, decision: string) =>
  sales.request('PUT', `/staff/held-messages/${id}/decision`, { token: staff.token, body: { decision } });

const unread = async (who: Person, side: 'purchases' | 'sales') =>
  (await sales.request('GET', `/${side}`, { token: who.token })).data.items[0].unread as number;

const notices = async (who: Person): Promise<number> => {
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: who.token });
  return data.items.filter(({ title }: { title: string }) => title === 'Mensagem no pedido').length;
};

describe('who may write, and when', () => {
  test('both sides of a paid order write and read the same messages in the server’s order (F24)', async () => {
    const sale = await sales.paid();
    const first = await send(sale, sale.buyer, { text: 'Oi!' });
    expect(first.status, first.text).toBe(200);
    expect(first.data).toMatchObject({ sequence: 1, mine: true, side: 'buyer', handling: 'as_written' });
    await send(sale, sale.seller, { text: 'Oi, já mando.' });
    expect(await texts(sale, sale.buyer)).toEqual(['Oi!', 'Oi, já mando.']);
    const seen = await list(sale, sale.seller);
    expect(seen).toMatchObject({ stage: 'open', writableUntil: null, more: false });
    expect(seen.items[0]).toMatchObject({ mine: false, clientId: null, side: 'buyer' });
  });

  test('strangers and staff get 404 for a conversation', async () => {
    const sale = await sales.paid();
    for (const who of [await sales.user(), await sales.user({ role: 'admin' })]) {
      expect((await send(sale, who)).status).toBe(404);
      expect((await read(sale, who, 1)).status).toBe(404);
      expect((await sales.request('GET', `/orders/${sale.hash}/messages`, { token: who.token })).status).toBe(
        404,
      );
    }
  });

  test('the conversation opens with the payment', async () => {
    const sale = await sales.placed();
    expect(await list(sale, sale.buyer)).toMatchObject({ stage: 'not_open', items: [] });
    expect((await send(sale, sale.buyer)).body).toMatchObject({
      status: 409,
      code: 'wrong_state',
      detail: 'A conversa abre quando o pagamento for confirmado.',
    });
    await sales.bank.payCharge(sale.reference);
    expect((await send(sale, sale.buyer)).status).toBe(200);
  });

  test('it is read-only seven days after delivery; a retry of an earlier message is still answered', async () => {
    const sale = await sales.delivered();
    const clientId = randomUUID();
    const { data } = await send(sale, sale.buyer, { clientId });
    const until = (await list(sale, sale.buyer)).writableUntil;
    expect(Date.parse(until) - Date.parse(data.createdAt)).toBeGreaterThan(6.9 * day);
    await sales.moveClock(7 * day + minute);
    expect(await list(sale, sale.buyer)).toMatchObject({ stage: 'closed', items: [{ sequence: 1 }] });
    expect((await send(sale, sale.seller)).body).toMatchObject({ status: 409, meta: { stage: 'closed' } });
    expect((await send(sale, sale.buyer, { clientId })).data.sequence).toBe(1);
    expect(await sequences(sale)).toEqual([1]);
  });

  test('a rule sets for how long it is writable', async () => {
    const sale = await sales.delivered();
    await sales.setRules({ conversations: { ...defaultRules.conversations, writableMs: 30 * day } });
    await sales.moveClock(29 * day);
    expect((await send(sale, sale.buyer)).status).toBe(200);
    await sales.setRules({ conversations: defaultRules.conversations });
  });

  test('a suspended person can still write about open orders', async () => {
    const sale = await sales.paid();
    await sql`update users set state = 'suspended', suspended_until = market_now() + interval '9 days'
      where id = ${sale.seller.id}`.execute(sales.db);
    expect((await send(sale, sale.seller)).status).toBe(200);
  });
});

describe('what a message may be', () => {
  test('an empty text, a text that is too long and a bad name are refused with their fields', async () => {
    const sale = await sales.paid();
    expect((await send(sale, sale.buyer, { text: '   ' })).body).toMatchObject({
      status: 400,
      errors: { text: 'Escreva a mensagem.' },
    });
    expect((await send(sale, sale.buyer, { text: 'a'.repeat(2_001) })).body).toMatchObject({
      status: 400,
      errors: { text: 'Use até 2.000 letras.' },
    });
    expect((await send(sale, sale.buyer, { clientId: 'não-é-uuid' })).status).toBe(404);
    expect((await send(sale, sale.buyer, { text: 'é'.repeat(2_000) })).status).toBe(200);
    expect((await send(sale, sale.buyer, { text: '👩‍👩‍👧'.repeat(200) })).status).toBe(200);
  });

  test('markup is plain text', async () => {
    const sale = await sales.paid();
    const text = '<script>alert(1)</script> & "aspas"';
    expect((await send(sale, sale.buyer, { text })).data.text).toBe(text);
  });

  test('more than sixty messages a minute are refused', async () => {
    const sale = await sales.paid();
    for (let each = 0; each < 60; each++) expect((await send(sale, sale.seller)).status).toBe(200);
    await countInNextWindow(sales.db, `PUT /orders/{hash}/messages/{clientId} user:${sale.seller.id}`);
    expect((await send(sale, sale.seller)).body).toMatchObject({ status: 429, code: 'too_many_requests' });
  });
});

describe('once, and in one order', () => {
  test('twenty concurrent calls with the same client id make one message, and every reply is that message', async () => {
    const sale = await sales.paid();
    const clientId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        send(sale, sale.buyer, { clientId, text: `Versão ${number}` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => data.text)).size).toBe(1);
    expect(await sequences(sale)).toEqual([1]);
  });

  test('the same client id of the other side is another message', async () => {
    const sale = await sales.paid();
    const clientId = randomUUID();
    await send(sale, sale.buyer, { clientId, text: 'Minha' });
    await send(sale, sale.seller, { clientId, text: 'Sua' });
    expect(await texts(sale, sale.buyer)).toEqual(['Minha', 'Sua']);
  });

  test('fifty concurrent messages from both sides get the numbers 1 to 50, and each text appears once', async () => {
    const sale = await sales.paid();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        send(sale, number % 2 ? sale.buyer : sale.seller, { text: `Número ${number}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await sequences(sale)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    const said = await texts(sale, sale.buyer);
    expect(new Set(said).size).toBe(50);
  });

  test('a returning client reads the later messages page by page and misses none', async () => {
    const sale = await sales.paid();
    for (let number = 1; number <= 55; number++)
      await send(sale, number % 2 ? sale.buyer : sale.seller, { text: `Número ${number}` });
    const first = await list(sale, sale.buyer, '?after=0');
    expect(first).toMatchObject({ more: true });
    const second = await list(sale, sale.buyer, `?after=${first.items.at(-1).sequence}`);
    expect(second).toMatchObject({ more: false });
    expect([...first.items, ...second.items].map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 55 }, (_, index) => index + 1),
    );
    const newest = await list(sale, sale.buyer);
    expect(newest.items.map(({ sequence }: { sequence: number }) => sequence)[0]).toBe(6);
    expect(newest.more).toBe(true);
    expect((await texts(sale, sale.buyer, '?before=6')).length).toBe(5);
    expect(await texts(sale, sale.buyer, '?after=55')).toEqual([]);
  });
});

describe('contact data and secrets', () => {
  const text = 'Me chama no zap: 11 98888-7777';

  test('are warned about before sending; then the first is sent, the second is masked, the third waits for staff (§4.14)', async () => {
    const sale = await sales.paid();
    const warned = await send(sale, sale.seller, { text });
    expect(warned.body).toMatchObject({
      status: 422,
      code: 'message_needs_care',
      meta: { cares: ['contacts'], handling: 'as_warned' },
    });
    expect(await sequences(sale)).toEqual([]);
    const handlings = [];
    for (let each = 0; each < 3; each++) {
      const { data } = await send(sale, sale.seller, { text, insist: true });
      handlings.push([data.handling, data.text]);
    }
    expect(handlings).toEqual([
      ['as_warned', text],
      ['masked', expect.not.stringContaining('98888')],
      ['held', text],
    ]);
    const seen = await list(sale, sale.buyer);
    expect(seen.items).toHaveLength(2);
    expect(seen.items[0]).toMatchObject({ text, handling: 'as_written' });
    expect(seen.items[1].handling).toBe('masked');
  });

  test('count across the orders of one person, even when sent at once', async () => {
    const seller = await sales.user();
    const [one, two] = [await sales.paid({ seller }), await sales.paid({ seller })];
    const answers = await Promise.all(
      [one, two, one, two].map((sale) => send(sale, seller, { text, insist: true })),
    );
    expect(answers.map(({ data }) => data.handling).toSorted()).toEqual([
      'as_warned',
      'held',
      'held',
      'masked',
    ]);
  });

  test('no longer count after thirty days', async () => {
    const buyer = await sales.user();
    const bought = async () => {
      const sale = await sales.place(buyer, await sales.publishedListing());
      await sales.bank.payCharge(sale.reference);
      return sale;
    };
    await send(await bought(), buyer, { text, insist: true });
    await sales.moveClock(29 * day);
    expect((await send(await bought(), buyer, { text })).body.meta.handling).toBe('masked');
    await sales.moveClock(2 * day);
    expect((await send(await bought(), buyer, { text })).body.meta.handling).toBe('as_warned');
  });

  test('a password is only warned of (§4.17)', async () => {
    const sale = await sales.paid();
    const secret = 'A senha é gato2026';
    expect((await send(sale, sale.seller, { text: secret })).body.meta).toMatchObject({
      cares: ['secret'],
      handling: 'as_written',
    });
    expect((await send(sale, sale.seller, { text: secret, insist: true })).data.text).toBe(secret);
  });
});

describe('staff', () => {
  test('reads everything, including masked and held messages, and each access is recorded', async () => {
    const { sale, staff } = await heldMessage();
    const seen = await sales.request('GET', `/staff/orders/${sale.hash}/messages`, { token: staff.token });
    expect(seen.data.items).toMatchObject([
      { handling: 'as_warned', side: 'buyer' },
      { handling: 'masked', original: 'Meu e-mail é ana2@exemplo.com.br' },
      { handling: 'held', decision: null },
    ]);
    const { rows } = await sql`select actor_id from events
      where kind = 'conversation.inspected' and subject_id = ${sale.id}`.execute(sales.db);
    expect(rows).toEqual([{ actor_id: staff.id }]);
  });

  test('releases a held message: the other side gets it as a new one, its sender sees it once', async () => {
    const { sale, staff, id } = await heldMessage();
    expect((await decide(id, staff, 'show')).data).toEqual({ id, decision: 'show' });
    expect(await texts(sale, sale.seller, '?after=2')).toEqual(['Meu e-mail é ana3@exemplo.com.br']);
    const own = await list(sale, sale.buyer);
    expect(own.items).toHaveLength(3);
    expect(own.items[2].handling).toBe('as_written');
    expect(await sequences(sale)).toEqual([1, 2, 3, 4]);
    expect((await decide(id, staff, 'hide')).body).toMatchObject({
      code: 'already_decided',
      detail: `@${staff.username} já liberou esta mensagem.`,
    });
    await sales.drain();
    const { data } = await sales.request('GET', '/notifications', { token: sale.buyer.token });
    expect(data.items.map(({ title }: { title: string }) => title)).toContain('Sua mensagem foi liberada');
  });

  test('hides a held message: only its sender sees it, marked as refused', async () => {
    const { sale, staff, id } = await heldMessage();
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(id, staff, 'hide')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await list(sale, sale.seller)).items).toHaveLength(2);
    expect((await list(sale, sale.buyer)).items[2].handling).toBe('refused');
  });

  test('does not read or decide about its own orders', async () => {
    const seller = await sales.user({ role: 'admin' });
    const sale = await sales.paid({ seller });
    for (let each = 1; each <= 3; each++)
      await send(sale, sale.buyer, { text: `Meu e-mail é ana${each}@exemplo.com.br`, insist: true });
    const { data } = await sales.request('GET', '/staff/held-messages', { token: seller.token });
    const { id } = data.items.find(({ orderHash }: { orderHash: string }) => orderHash === sale.hash);
    expect((await decide(id, seller, 'show')).body.code).toBe('own_decision');
    const reading = await sales.request('GET', `/staff/orders/${sale.hash}/messages`, {
      token: seller.token,
    });
    expect(reading.body.code).toBe('own_decision');
    expect((await decide(999_999, seller, 'show')).status).toBe(404);
  });
});

describe('reading and notifications', () => {
  test('unread messages are counted on the order’s card, and the read position never goes back', async () => {
    const sale = await sales.paid();
    for (let each = 0; each < 3; each++) await send(sale, sale.buyer);
    expect(await unread(sale.seller, 'sales')).toBe(3);
    expect(await unread(sale.buyer, 'purchases')).toBe(0);
    expect((await read(sale, sale.seller, 2)).data).toEqual({ readUpTo: 2 });
    expect(await unread(sale.seller, 'sales')).toBe(1);
    expect((await read(sale, sale.seller, 1)).data).toEqual({ readUpTo: 2 });
    expect((await read(sale, sale.seller, 999)).data).toEqual({ readUpTo: 3 });
    expect(await list(sale, sale.buyer)).toMatchObject({ otherReadUpTo: 3, readUpTo: 0 });
    expect(await list(sale, sale.seller)).toMatchObject({ otherReadUpTo: 0, readUpTo: 3 });
  });

  test('reading a conversation that has no message yet reads nothing', async () => {
    const sale = await sales.paid();
    expect((await read(sale, sale.buyer, 5)).data).toEqual({ readUpTo: 0 });
  });

  test('ten messages make one notification, only after they stayed unread for a while', async () => {
    const sale = await sales.paid();
    for (let each = 0; each < 10; each++) await send(sale, sale.buyer);
    expect(await notices(sale.seller)).toBe(0);
    await sales.moveClock(minute);
    expect(await notices(sale.seller)).toBe(1);
    await send(sale, sale.buyer);
    await sales.moveClock(minute);
    expect(await notices(sale.seller)).toBe(1);
    await sales.moveClock(15 * minute);
    expect(await notices(sale.seller)).toBe(2);
    expect(await notices(sale.buyer)).toBe(0);
  });

  test('a person who reads at once gets no notification', async () => {
    const sale = await sales.paid();
    await send(sale, sale.buyer);
    await read(sale, sale.seller, 1);
    await sales.moveClock(minute);
    expect(await notices(sale.seller)).toBe(0);
  });

  test('a held message causes no notification', async () => {
    const sale = await sales.paid();
    for (let each = 0; each < 2; each++)
      await send(sale, sale.buyer, { text: 'ana@exemplo.com.br', insist: true });
    await read(sale, sale.seller, 2);
    await send(sale, sale.buyer, { text: 'ana@exemplo.com.br', insist: true });
    await sales.moveClock(minute);
    expect(await notices(sale.seller)).toBe(0);
    expect(await unread(sale.seller, 'sales')).toBe(0);
  });
});

describe('the database itself refuses', () => {
  test('to change, delete or number a message', async () => {
    const sale = await sales.paid();
    await send(sale, sale.buyer);
    for (const statement of [
      sql`update order_messages set text = 'outra' where order_id = ${sale.id}`,
      sql`delete from order_messages where order_id = ${sale.id}`,
      sql`update order_conversations set last_sequence = 9`,
      sql`insert into order_messages (order_id, sequence, sender_id, client_id, text, handling)
        values (${sale.id}, 7, ${sale.buyer.id}, ${randomUUID()}, 'x', 'as_written')`,
      sql`select delete_conversation(${sale.id})`,
    ])
      await expect(statement.execute(sales.db)).rejects.toThrow();
    expect(await sequences(sale)).toEqual([1]);
  });

  test('a message by a person outside the order, or of an unpaid order', async () => {
    const sale = await sales.paid();
    const unpaid = await sales.placed();
    const stranger = await sales.user();
    const insert = (orderId: number, senderId: number) =>
      sql`insert into order_messages (order_id, sender_id, client_id, text, handling)
        values (${orderId}, ${senderId}, ${randomUUID()}, 'x', 'as_written')`.execute(sales.db);
    await expect(insert(sale.id, stranger.id)).rejects.toThrow(/no conversation/);
    await expect(insert(unpaid.id, unpaid.buyer.id)).rejects.toThrow(/no conversation/);
  });
});

test('the conversation is deleted five years after the end of its order and not a day before', async () => {
  const sale = await sales.delivered();
  await send(sale, sale.buyer);
  await sales.act(sale, sale.buyer, 'confirmation');
  const recent = await sales.paid();
  await send(recent, recent.buyer);
  await sales.moveClock(5 * 365 * day);
  await sales.drain();
  expect(await sequences(sale)).toEqual([1]);
  await sales.moveClock(3 * day);
  await sales.drain();
  expect(await sequences(sale)).toEqual([]);
  // It was never delivered, so it was cancelled only now.
  expect(await sequences(recent)).toEqual([1]);
});

test('the books balance', () => sales.checkBooks());
