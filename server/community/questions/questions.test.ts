import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transitionsOf } from '#domain/machine.ts';
import { questionMachine } from '#domain/community/questions.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const ask = (who: Person, listingId: number, text = 'Funciona no meu aparelho antigo?') =>
  market.request('POST', `/listings/${listingId}/questions`, { token: who.token, key: true, body: { text } });
const answer = (who: Person, id: number, words = 'Funciona sim, pode comprar.') =>
  market.request('PUT', `/questions/${id}/answer`, { token: who.token, body: { answer: words } });

test('a question and its answer are on the page, and both people are notified', async () => {
  const { id, slug, seller } = await market.publishedListing();
  const asker = await market.user();
  const asked = await ask(asker, id);
  expect(asked).toMatchObject({ status: 201, data: { answer: null, state: 'pending' } });
  expect((await answer(seller, asked.data.id)).data.answer).toBe('Funciona sim, pode comprar.');
  const { data } = await market.request('GET', `/public/listings/${slug}`);
  expect(data.questions).toEqual([
    {
      id: asked.data.id,
      text: 'Funciona no meu aparelho antigo?',
      answer: 'Funciona sim, pode comprar.',
      createdAt: expect.stringMatching(/Z$/),
      answeredAt: expect.stringMatching(/Z$/),
    },
  ]);
  await market.drain();
  const titles = async (who: Person) =>
    (await market.request('GET', '/notifications', { token: who.token })).data.items.map(
      (each: { title: string }) => each.title,
    );
  expect(await titles(seller)).toContain('Pergunta nova');
  expect(await titles(asker)).toEqual(['Sua pergunta foi respondida']);
});

const ids = (questions: { id: number }[]) => questions.map((each) => each.id);

test('every question of a listing can be read, twenty at a time (F11)', async () => {
  const { id, slug, seller } = await market.publishedListing();
  const asked: number[] = [];
  for (let person = 0; person < 8; person++) {
    const asker = await market.user();
    for (let time = 0; time < 3; time++)
      asked.push((await ask(asker, id, `Dúvida ${person}, vez ${time}?`)).data.id);
  }
  await answer(seller, asked[0]!);
  const newestFirst = asked.toReversed();

  const { data: page } = await market.request('GET', `/public/listings/${slug}`);
  expect(ids(page.questions)).toEqual(newestFirst.slice(0, 20));
  const { data: rest } = await market.request(
    'GET',
    `/public/listings/${slug}/questions?before=${page.questionsNext}`,
  );
  expect(ids(rest.items)).toEqual(newestFirst.slice(20));
  expect([rest.next, rest.items.at(-1).answer]).toEqual([null, 'Funciona sim, pode comprar.']);
  const nothing = await market.request('GET', '/public/listings/nada-disso-999/questions?before=9');
  expect(nothing.status).toBe(404);
});

test('contact data is masked, and a question of nothing else is refused', async () => {
  const { id, seller } = await market.publishedListing();
  const asker = await market.user();
  const masked = await ask(asker, id, 'Me responde em joao@gmail.com ou 11 98765-4321?');
  expect(masked.data.text).toBe('Me responde em ••• ou •••?');
  expect((await ask(asker, id, '11 98765-4321')).body).toMatchObject({
    status: 400,
    errors: { text: expect.stringContaining('segurança') },
  });
  expect((await answer(seller, masked.data.id, 'Chama em @minhaloja agora')).data.answer).toBe(
    'Chama em ••• agora',
  );
});

test.each([
  ['too short', 'curta'],
  ['too long', 'x'.repeat(501)],
  ['not a text', 42],
])('a question that is %s is refused at its field', async (_what, text) => {
  const { id } = await market.publishedListing();
  const refused = await ask(await market.user(), id, text as string);
  expect(refused.body).toMatchObject({ status: 400, errors: { text: expect.any(String) } });
});

test('a question needs a confirmed e-mail and another person’s listing on sale', async () => {
  const { id, seller } = await market.publishedListing();
  expect((await ask(await market.user({ verified: false }), id)).body.code).toBe('email_not_verified');
  expect((await ask(seller, id)).body).toMatchObject({ status: 403, code: 'own_listing' });
  await market.request('PUT', `/listings/${id}/pause`, { token: seller.token, body: { paused: true } });
  expect((await ask(await market.user(), id)).body.code).toBe('listing_unavailable');
  const draft = await market.draft();
  expect((await ask(await market.user(), draft.id)).status).toBe(404);
});

test('a person may have three open questions on a listing, even with parallel calls (§4.12)', async () => {
  const { id, seller } = await market.publishedListing();
  const asker = await market.user();
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(asker, id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === 'too_many_requests')).toHaveLength(3);
  await answer(seller, answers.find(({ status }) => status === 201)!.data.id);
  expect((await ask(asker, id)).status).toBe(201);
});

test('a person may ask ten questions a day, and again the next day (§4.12)', async () => {
  const asker = await market.user();
  for (let each = 0; each < 10; each++)
    expect((await ask(asker, (await market.publishedListing()).id)).status).toBe(201);
  const { id } = await market.publishedListing();
  expect((await ask(asker, id)).body).toMatchObject({
    status: 429,
    detail: expect.stringContaining('10 perguntas hoje'),
  });
  await market.moveClock(86_400_000);
  expect((await ask(asker, id)).status).toBe(201);
});

test('only the seller answers; the answer can be edited for 15 minutes and is then final', async () => {
  const { id, seller } = await market.publishedListing();
  const { data } = await ask(await market.user(), id);
  expect((await answer(await market.user(), data.id)).status).toBe(404);
  expect((await answer(seller, 999_999)).status).toBe(404);
  expect((await answer(seller, data.id)).status).toBe(200);
  expect((await answer(seller, data.id, 'Mudei de ideia.')).data.answer).toBe('Mudei de ideia.');
  await market.moveClock(15 * 60_000 + 1_000);
  expect((await answer(seller, data.id, 'Tarde demais.')).body).toMatchObject({
    status: 409,
    code: 'wrong_state',
  });
});

test('a question without an answer for seven days leaves the page (§4.12)', async () => {
  const { id, slug } = await market.publishedListing();
  await ask(await market.user(), id);
  const shown = async () => (await market.request('GET', `/public/listings/${slug}`)).data.questions.length;
  expect(await shown()).toBe(1);
  await market.moveClock(7 * 86_400_000 + 1_000);
  expect(await shown()).toBe(0);
});

test('the database allows the same transitions as the machine, and no others', async () => {
  const { rows } = await sql<{ event: string; actor: string; from: string; to: string }>`
    select event, actor, from_state as "from", to_state as "to" from case_transitions where noun = 'question'`.execute(
    market.ctx.db,
  );
  expect(rows).toHaveLength(transitionsOf(questionMachine).length);
  expect(rows).toEqual(expect.arrayContaining(transitionsOf(questionMachine)));
  const { id } = await market.publishedListing();
  const { data } = await ask(await market.user(), id);
  await expect(
    sql`update questions set state = 'closed' where id = ${data.id}`.execute(market.ctx.db),
  ).resolves.toBeDefined();
  await expect(
    sql`update questions set state = 'pending' where id = ${data.id}`.execute(market.ctx.db),
  ).rejects.toThrow('cannot go from closed to pending');
});

const mine = (who: Person, side = 'received') =>
  market.request('GET', `/questions?side=${side}`, { token: who.token });

test('both sides have their list: the longest wait first, then the newest', async () => {
  const { id, seller, slug } = await market.publishedListing();
  const asker = await market.user();
  const [first, second, third] = [
    await ask(asker, id, 'Primeira dúvida daqui?'),
    await ask(asker, id, 'Segunda dúvida daqui?'),
    await ask(asker, id, 'Terceira dúvida daqui?'),
  ];
  await answer(seller, first.data.id);
  const received = await mine(seller);
  expect(received.data).toMatchObject({ total: 3, waiting: { received: 2, asked: 0 } });
  expect(received.data.items.map((each: { id: number }) => each.id)).toEqual([
    second.data.id,
    third.data.id,
    first.data.id,
  ]);
  expect(received.data.items[2]).toMatchObject({
    person: asker.username,
    state: 'answered',
    editableUntil: expect.stringMatching(/Z$/),
    listing: { slug, visible: true },
  });
  expect((await mine(asker, 'asked')).data).toMatchObject({
    total: 3,
    waiting: { received: 0, asked: 2 },
    items: [{ person: seller.username, editableUntil: null }, { state: 'pending' }, { state: 'answered' }],
  });
  expect((await mine(await market.user())).data).toMatchObject({ items: [], total: 0 });
  await market.moveClock(16 * 60_000);
  expect((await mine(seller)).data.items[2].editableUntil).toBeNull();
});

test('only the asker may withdraw a question, until it is answered', async () => {
  const { id, seller, slug } = await market.publishedListing();
  const asker = await market.user();
  const { data } = await ask(asker, id);
  const withdraw = (who: Person) => market.request('DELETE', `/questions/${data.id}`, { token: who.token });
  expect((await withdraw(seller)).status).toBe(404);
  expect((await withdraw(asker)).data).toEqual({ ok: true });
  expect((await withdraw(asker)).data).toEqual({ ok: true });
  expect((await answer(seller, data.id)).body).toMatchObject({
    code: 'wrong_state',
    detail: 'Esta pergunta foi retirada por quem perguntou.',
  });
  expect((await market.request('GET', `/public/listings/${slug}`)).data.questions).toEqual([]);
  const again = await ask(asker, id);
  await answer(seller, again.data.id);
  const late = await market.request('DELETE', `/questions/${again.data.id}`, { token: asker.token });
  expect(late.body).toMatchObject({ status: 409, code: 'wrong_state' });
});

test('of a parallel answer and withdrawal one succeeds, twenty times over', async () => {
  const { id, seller } = await market.publishedListing();
  for (let round = 0; round < 5; round++) {
    const asker = await market.user();
    const { data } = await ask(asker, id);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => answer(seller, data.id)),
      ...Array.from({ length: 10 }, () =>
        market.request('DELETE', `/questions/${data.id}`, { token: asker.token }),
      ),
    ]);
    const [answered, withdrawn] = [answers.slice(0, 10), answers.slice(10)].map(
      (some) => some.filter(({ status }) => status === 200).length,
    );
    expect([answered, withdrawn].toSorted()).toEqual([0, 10]);
  }
});

test('a seller blocks a person’s questions, and may unblock them', async () => {
  const { id, seller } = await market.publishedListing();
  const asker = await market.user();
  const block = (method: string, who: Person, username: string) =>
    market.request(method, `/question-blocks/${username}`, { token: who.token, body: {} });
  expect((await block('PUT', seller, asker.username)).status).toBe(404);
  const { data } = await ask(asker, id);
  expect((await block('PUT', seller, asker.username)).data).toEqual({ ok: true });
  expect((await block('PUT', seller, asker.username)).data).toEqual({ ok: true });
  expect((await ask(asker, id)).body).toMatchObject({ status: 403, code: 'questions_blocked' });
  // Earlier questions can still be answered, and other sellers get new ones.
  expect((await answer(seller, data.id)).status).toBe(200);
  expect((await ask(asker, (await market.publishedListing()).id)).status).toBe(201);
  expect((await mine(seller)).data.items[0].blocked).toBe(true);
  const list = () => market.request('GET', '/question-blocks', { token: seller.token });
  expect((await list()).data.items).toMatchObject([{ username: asker.username }]);
  expect((await block('DELETE', seller, asker.username)).data).toEqual({ ok: true });
  expect((await list()).data.items).toEqual([]);
  expect((await ask(asker, id)).status).toBe(201);
});

const contact = 'Responda em joao@gmail.com por favor?';

test('repeated contact data: the third such question is held for the team (T108)', async () => {
  const [one, two, three] = [
    await market.publishedListing(),
    await market.publishedListing(),
    await market.publishedListing(),
  ];
  const asker = await market.user();
  expect((await ask(asker, one.id, contact)).data.state).toBe('pending');
  expect((await ask(asker, two.id, contact)).data.state).toBe('pending');
  expect((await ask(asker, three.id)).data.state).toBe('pending');
  const held = await ask(asker, three.id, contact);
  expect(held.data).toMatchObject({ state: 'hidden', text: 'Responda em ••• por favor?' });
  expect((await mine(three.seller)).data.total).toBe(1);
  expect((await answer(three.seller, held.data.id)).status).toBe(404);
  const staff = await market.user({ role: 'support' });
  const queue = await market.request('GET', '/staff/questions', { token: staff.token });
  expect(queue.data.items).toMatchObject([
    { id: held.data.id, asker: asker.username, seller: three.seller.username },
  ]);
  const show = (who: Person, visible: boolean) =>
    market.request('PUT', `/staff/questions/${held.data.id}/visibility`, {
      token: who.token,
      body: { visible },
    });
  expect((await show(staff, true)).data).toEqual({ id: held.data.id, state: 'pending' });
  expect((await mine(three.seller)).data.total).toBe(2);
  await market.drain();
  const notices = await market.request('GET', '/notifications', { token: three.seller.token });
  expect(notices.data.items.filter(({ title }: { title: string }) => title === 'Pergunta nova')).toHaveLength(
    2,
  );
});

test.each(['its seller', 'the team'])(
  'a listing that %s removes takes its questions along, hidden ones too',
  async (by) => {
    const { id, seller } = await market.publishedListing();
    const admin = await market.user({ role: 'admin' });
    const asker = await market.user();
    const [waits, hidden] = [
      (await ask(asker, id)).data,
      (await ask(asker, id, 'Tem nota fiscal dele?')).data,
    ];
    const show = (visible: boolean) =>
      market.request('PUT', `/staff/questions/${hidden.id}/visibility`, {
        token: admin.token,
        body: { visible },
      });
    expect((await show(false)).data.state).toBe('hidden');
    const removed =
      by === 'the team'
        ? await market.request('POST', `/staff/listings/${id}/moderation`, {
            token: admin.token,
            key: true,
            body: { action: 'remove', reason: 'Produto proibido pelas regras.' },
          })
        : await market.request('DELETE', `/listings/${id}`, { token: seller.token });
    expect(removed.status).toBe(200);
    const late = await answer(seller, waits.id);
    expect([late.status, late.body.meta.state]).toEqual([409, 'closed']);
    expect(await show(true)).toMatchObject({ status: 409, body: { meta: { state: 'closed' } } });
  },
);

test('staff hide a question and show it again, unless they are involved in it', async () => {
  const staff = await market.user({ role: 'support' });
  const { id, slug, seller } = await market.publishedListing();
  const asker = await market.user();
  const { data } = await ask(asker, id);
  await answer(seller, data.id);
  const set = (who: Person, visible: boolean, question = data.id) =>
    market.request('PUT', `/staff/questions/${question}/visibility`, { token: who.token, body: { visible } });
  expect((await set(staff, false)).data.state).toBe('hidden');
  expect((await set(staff, false)).data.state).toBe('hidden');
  expect((await market.request('GET', `/public/listings/${slug}`)).data.questions).toEqual([]);
  expect((await set(staff, true)).data.state).toBe('answered');
  expect((await market.request('GET', `/public/listings/${slug}`)).data.questions).toHaveLength(1);
  expect((await set(staff, true, 999_999)).status).toBe(404);
  const own = await ask(staff, id);
  expect((await set(staff, false, own.data.id)).body).toMatchObject({ status: 403, code: 'own_decision' });
  await market.request('DELETE', `/questions/${own.data.id}`, { token: staff.token });
});

test('a seller’s response time is on the profile after three answers', async () => {
  const seller = await market.user();
  const { id } = await market.publishedListing({ seller });
  const profile = async () => (await market.request('GET', `/public/profiles/${seller.username}`)).data;
  for (const hours of [1, 2, 9]) {
    expect((await profile()).answerMs).toBeNull();
    const { data } = await ask(await market.user(), id);
    await market.moveClock(hours * 3_600_000);
    await answer(seller, data.id);
  }
  expect(Math.round((await profile()).answerMs / 3_600_000)).toBe(2);
});
