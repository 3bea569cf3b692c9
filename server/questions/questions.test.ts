import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market, Person } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const ask = (who: Person, listingId: number, text = 'Funciona no meu aparelho antigo?') =>
  market.request('POST', `/listings/${listingId}/questions`, { token: who.token, key: true, body: { text } });
const answer = (who: Person, id: number, words = 'Funciona sim, pode comprar.') =>
  market.request('PUT', `/questions/${id}/answer`, { token: who.token, body: { answer: words } });

test('a question and its answer stand on the page, and both people are told', async () => {
  const { id, slug, seller } = await market.publishedListing();
  const asker = await market.user();
  const asked = await ask(asker, id);
  expect(asked).toMatchObject({ status: 201, data: { answer: null } });
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

test('contact data leaves as dots, and a question of nothing else is refused', async () => {
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

test('one asks with a confirmed e-mail, about a listing on sale, that is not one’s own', async () => {
  const { id, seller } = await market.publishedListing();
  expect((await ask(await market.user({ verified: false }), id)).body.code).toBe('email_not_verified');
  expect((await ask(seller, id)).body).toMatchObject({ status: 403, code: 'own_listing' });
  await market.request('PUT', `/listings/${id}/pause`, { token: seller.token, body: { paused: true } });
  expect((await ask(await market.user(), id)).body.code).toBe('listing_unavailable');
  const draft = await market.draft();
  expect((await ask(await market.user(), draft.id)).status).toBe(404);
});

test('three open questions on a listing are enough, even when they are asked at once', async () => {
  const { id, seller } = await market.publishedListing();
  const asker = await market.user();
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(asker, id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === 'too_many_requests')).toHaveLength(3);
  await answer(seller, answers.find(({ status }) => status === 201)!.data.id);
  expect((await ask(asker, id)).status).toBe(201);
});

test('ten questions a day are enough, and tomorrow is another day', async () => {
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

test('an answer is the seller’s alone, mended for 15 minutes and then final', async () => {
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

test('a question nobody answered in seven days leaves the page', async () => {
  const { id, slug } = await market.publishedListing();
  await ask(await market.user(), id);
  const shown = async () => (await market.request('GET', `/public/listings/${slug}`)).data.questions.length;
  expect(await shown()).toBe(1);
  await market.moveClock(7 * 86_400_000 + 1_000);
  expect(await shown()).toBe(0);
});
