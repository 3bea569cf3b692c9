import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import type { Person } from '#test/accounts/people.ts';
import { confirmPending } from '#test/staff/two-people.ts';

let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  [admin, support] = [await sales.user({ role: 'admin' }), await sales.user({ role: 'support' })];
});
afterAll(async () => {
  await sales.checkBooks();
  await sales.close();
});

const call = (who: Person, method: string, path: string, body?: object) =>
  sales.request(method, path, { token: who.token, key: true, ...(body && { body }) });
const reason = 'Motivo escrito em uma frase inteira.';

test('staff see a person masked, and an admin with a reason sees them unmasked (T110)', async () => {
  const person = await sales.user();
  for (const who of [support, admin]) {
    const shown = await call(who, 'GET', `/staff/users/${person.id}`);
    expect(shown.status, shown.text).toBe(200);
    for (const secret of [person.cpf, person.email, 'Souza']) expect(shown.text).not.toContain(secret);
    expect((await call(who, 'GET', `/staff/users?q=${person.cpf}`)).data.items).toMatchObject([
      { id: person.id },
    ]);
    expect((await call(who, 'GET', `/staff/users?q=${person.cpf}`)).text).not.toContain(person.cpf);
  }
  const path = `/staff/users/${person.id}/unmaskings`;
  expect((await call(support, 'POST', path, { reason })).body.code).toBe('forbidden');
  expect((await call(admin, 'POST', path, { reason: 'x' })).status).toBe(400);
  expect((await call(admin, 'POST', path, { reason })).data).toMatchObject({
    email: person.email,
    document: person.cpf,
    fullName: 'Ana Souza',
  });
  const { data } = await call(support, 'GET', `/staff/users/${person.id}`);
  expect(data.history).toMatchObject([{ kind: 'account.unmasked', actor: admin.username, reason }]);
  expect((await call(admin, 'POST', '/staff/users/999999/unmaskings', { reason })).status).toBe(404);
});

test('a decision about money needs a proof of presence in the last minutes (T113)', async () => {
  const away = await sales.user({ role: 'admin' });
  await sql`update sessions set proved_at = proved_at - interval '11 minutes',
    second_factor_at = second_factor_at - interval '11 minutes' where user_id = ${away.id}`.execute(sales.db);
  for (const path of [
    '/staff/withdrawals/1/decision',
    '/staff/refunds/1/decision',
    '/staff/refunds/1/hand-payment',
    '/staff/receipts/1/decision',
    '/staff/payment-reviews/1/decision',
    '/staff/complaints/1/decision',
    '/staff/complaints/1/appeal-decision',
  ]) {
    expect((await call(away, 'POST', path, {})).body.code, path).toBe('step_up_required');
    expect((await call(admin, 'POST', path, {})).body.code, path).not.toBe('step_up_required');
  }
});

test('a repeated decision has its first answer, also when its proof of presence is over by then', async () => {
  const person = await sales.user({ role: 'admin' });
  const sale = await sales.paid();
  const decide = (key: string, note = reason) =>
    sales.request('POST', `/staff/orders/${sale.id}/analysis`, {
      token: person.token,
      key,
      body: { reason: 'stolen_means', note },
    });
  const first = await decide('decision-0001');
  expect(first.status, first.text).toBe(201);
  await sql`update sessions set proved_at = proved_at - interval '11 minutes',
    second_factor_at = second_factor_at - interval '11 minutes' where user_id = ${person.id}`.execute(
    sales.db,
  );
  const again = await decide('decision-0001');
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect((await decide('decision-0001', `${reason} Outra.`)).body.code).toBe('idempotency_mismatch');
  expect((await decide('decision-0002')).body.code).toBe('step_up_required');
  await sql`delete from idempotency_keys where user_id = ${person.id}`.execute(sales.db);
  expect((await decide('decision-0001')).body.code).toBe('step_up_required');
});

test('the thirty-first unmasking of a day is refused, and the admins are notified', async () => {
  const curious = await sales.user({ role: 'admin' });
  const person = await sales.user();
  const accesses = [];
  for (let count = 0; count < 31; count++)
    accesses.push(await call(curious, 'POST', `/staff/users/${person.id}/unmaskings`, { reason }));
  expect(accesses.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  const notified =
    await sql`select from events where kind = 'staff.looks_exceeded' and subject_id = ${admin.id}
    and actor_id = ${curious.id}`.execute(sales.db);
  expect(notified.rows).toHaveLength(1);
});

test('an admin proposes a role, never their own, with the name typed again; once confirmed sessions end (T58)', async () => {
  const second = await sales.user({ role: 'admin' });
  const person = await sales.user();
  const path = `/staff/users/${person.id}/role`;
  const body = { role: 'support', username: person.username, reason };
  expect((await call(support, 'PUT', path, body)).body.code).toBe('forbidden');
  expect(
    (await call(admin, 'PUT', `/staff/users/${admin.id}/role`, { ...body, username: admin.username })).body
      .code,
  ).toBe('own_decision');
  expect((await call(admin, 'PUT', path, { ...body, username: 'outra' })).body).toMatchObject({
    status: 400,
    errors: { username: expect.stringContaining(person.username) },
  });
  const proposed = await call(admin, 'PUT', path, body);
  expect(proposed.data).toMatchObject({ id: person.id, role: 'user' });
  expect((await call(person, 'GET', '/account')).status).toBe(200);
  await confirmPending(sales, proposed, second);
  expect((await call(person, 'GET', '/account')).status).toBe(401);
  const { data } = await call(admin, 'GET', `/staff/audit-log?subject=user&subjectId=${person.id}`);
  expect(data.items[0]).toMatchObject({
    kind: 'account.role_changed',
    before: { role: 'user' },
    after: { role: 'support' },
    reason,
  });
});

test('staff share notes; a note with a date reminds its author once', async () => {
  const sale = await sales.paid();
  const note = (who: Person, body: object) => call(who, 'POST', '/staff/notes', body);
  const about = { subject: 'order', id: sale.id };
  expect((await note(support, { ...about, text: 'Ligar para conferir.' })).status).toBe(201);
  expect(
    (await note(support, { ...about, text: 'x', remindAt: '2020-01-01T00:00:00Z' })).body.errors,
  ).toEqual({
    remindAt: 'Escolha uma data no futuro.',
  });
  expect((await note(support, { ...about, id: 999_999, text: 'x' })).status).toBe(404);
  const remindAt = new Date(Date.now() + 60_000).toISOString();
  await note(support, { ...about, text: 'Ver se chegou.', remindAt });
  expect((await call(admin, 'GET', `/staff/orders/${sale.id}`)).data.notes).toMatchObject([
    { text: 'Ver se chegou.', author: support.username },
    { text: 'Ligar para conferir.' },
  ]);
  await sales.moveClock(120_000);
  await sales.drain();
  await sales.drain();
  const { data } = await call(support, 'GET', '/notifications');
  expect(data.items.filter(({ title }: { title: string }) => title === 'Lembrete')).toMatchObject([
    { description: 'Ver se chegou.', url: `/dashboard/pedidos/${sale.id}` },
  ]);
});

test('support suspends and republishes a listing; only an admin removes it (L09, L10)', async () => {
  const { id, seller } = await sales.publishedListing();
  const act = (who: Person, action: string, listing = id) =>
    call(who, 'POST', `/staff/listings/${listing}/moderation`, { action, reason });
  expect((await act(support, 'suspend')).data).toEqual({ id, state: 'suspended' });
  expect((await act(support, 'suspend')).body.code).toBe('wrong_state');
  expect((await act(support, 'remove')).body.code).toBe('forbidden');
  expect((await act(support, 'republish')).data).toEqual({ id, state: 'published' });
  expect((await act(admin, 'remove')).data).toEqual({ id, state: 'removed' });
  expect((await act(admin, 'republish')).body.code).toBe('wrong_state');
  expect((await act(admin, 'suspend', 999_999)).status).toBe(404);
  await sales.drain();
  const { data } = await call(seller, 'GET', '/notifications');
  expect(data.items.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['Anúncio suspenso', 'Anúncio de volta ao ar', 'Anúncio encerrado pela equipe']),
  );
  const own = await sales.publishedListing({ seller: support });
  expect((await act(support, 'suspend', own.id)).body.code).toBe('own_decision');
});

test('a suspended listing without stock is republished as sold out, and its seller restocks it (L09, L07)', async () => {
  const { id, seller } = await sales.publishedListing();
  await sql`update listings set stock = 0, state = 'sold_out' where id = ${id}`.execute(sales.db);
  const act = (action: string) =>
    call(support, 'POST', `/staff/listings/${id}/moderation`, { action, reason });
  expect((await act('suspend')).data).toEqual({ id, state: 'suspended' });
  const restock = () => call(seller, 'PATCH', `/listings/${id}`, { stock: 2 });
  expect((await restock()).body.code).toBe('wrong_state');
  expect((await act('republish')).data).toEqual({ id, state: 'sold_out' });
  await sales.drain();
  const { data } = await call(seller, 'GET', '/notifications');
  expect(data.items[0]).toMatchObject({
    title: 'Anúncio liberado',
    description: expect.stringContaining('Reponha para voltar a vender.'),
  });
  expect((await restock()).data.state).toBe('published');
});

test('twenty suspensions at once suspend once', async () => {
  const { id } = await sales.publishedListing();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(admin, 'POST', `/staff/listings/${id}/moderation`, { action: 'suspend', reason }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

test('an order shows its timeline, every movement of its money and its payment', async () => {
  const { seller } = await sales.released();
  const { data: list } = await call(support, 'GET', `/staff/orders?q=%40${seller.username}`);
  const { data } = await call(support, 'GET', `/staff/orders/${list.items[0].id}`);
  expect(data.legs.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['capture', 'conclude', 'release']),
  );
  expect(data.timeline[0]).toMatchObject({ event: 'place', actor: 'buyer' });
  expect(data).toMatchObject({
    state: 'completed',
    settlement: { state: 'released' },
    payments: [{ method: 'pix', state: 'confirmed' }],
  });
  expect((await call(support, 'GET', '/staff/orders/999999')).status).toBe(404);
});

test('an admin reconciles a payment with the bank; support may not', async () => {
  const sale = await sales.placed();
  const { data } = await call(support, 'GET', `/staff/payments?q=${sale.reference}`);
  const { id } = data.items[0];
  const ask = (who: Person) => call(who, 'POST', `/staff/payments/${id}/reconciliation`);
  expect((await ask(support)).body.code).toBe('forbidden');
  expect((await ask(admin)).data).toMatchObject({ id, news: false });
  expect((await call(admin, 'POST', '/staff/payments/999999/reconciliation')).status).toBe(404);
});

test('the books balance, and the page shows when they were checked', async () => {
  expect((await call(support, 'POST', '/staff/book-checks')).status).toBe(202);
  await sales.drain();
  const { data } = await call(support, 'GET', '/staff/books');
  expect(data.frozen).toBeNull();
  expect(data.check.invariants.map(({ id, breaks }: { id: string; breaks: number }) => [id, breaks])).toEqual(
    ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I12', 'I13', 'I14'].map((id) => [id, 0]),
  );
  expect(data.bank.oursCents).toBe(data.bank.toldCents);
  const sum = (side: 'debitsCents' | 'creditsCents') =>
    data.accounts.reduce((total: number, account: Record<string, number>) => total + account[side]!, 0);
  expect(sum('debitsCents')).toBe(sum('creditsCents'));
});
