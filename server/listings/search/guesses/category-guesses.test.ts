import { afterAll, beforeAll, expect, test } from 'vitest';
import { listings } from '#demo/listings.ts';
import { fillDemoShelves } from '#test/listings/demo-shelves.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { titles } from './titles.ts';

/** Guesses over the categories and listings of the demo market. */
let market: Market;
let seller: Person;
let slugs: ReadonlyMap<number, string>;
beforeAll(async () => {
  market = await createMarket();
  await fillDemoShelves(
    market,
    listings(1).filter(({ status }) => status === 'published'),
  );
  seller = await market.user();
  const { data } = await market.request('GET', '/public/categories');
  slugs = new Map(data.items.map(({ id, slug }: { id: number; slug: string }) => [id, slug]));
});
afterAll(() => market.close());

async function guess(title: string): Promise<{ id: number; path: string[] }[]> {
  const answer = await market.request('GET', `/category-guesses?${new URLSearchParams({ title })}`, {
    token: seller.token,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.data.items;
}

test('at least nine of ten titles have their category among the three guesses', async () => {
  const outcomes: { title: string; right: string; guessed: string[] }[] = [];
  for (const [title, right] of titles)
    outcomes.push({ title, right, guessed: (await guess(title)).map(({ id }) => slugs.get(id)!) });
  const missed = outcomes.filter(({ right, guessed }) => !guessed.includes(right));
  const first = outcomes.filter(({ right, guessed }) => guessed[0] === right).length;
  process.stdout.write(
    `guesses: ${outcomes.length - missed.length} of ${outcomes.length} among three, ${first} first\n`,
  );
  expect(outcomes.length).toBeGreaterThanOrEqual(60);
  expect(outcomes.every(({ guessed }) => guessed.length <= 3)).toBe(true);
  expect(1 - missed.length / outcomes.length, JSON.stringify(missed, null, 1)).toBeGreaterThanOrEqual(0.9);
});

test('a guess has the names from the root to the leaf, and only leaves are guessed', async () => {
  const [best] = await guess('Sofá retrátil 3 lugares');
  expect(best!.path).toEqual(['Casa e decoração', 'Sofás e cadeiras']);
  const { data } = await market.request('GET', '/public/categories');
  const parents = new Set(data.items.map(({ parentId }: { parentId: number | null }) => parentId));
  for (const [title] of titles.slice(0, 20))
    for (const { id } of await guess(title)) expect(parents.has(id), title).toBe(false);
});

test.each(['', '   ', '12 345', 'de para com', 'qwrtzp xkcdvb', '🙂🙂', "');--", '<b>&'])(
  'nothing is guessed of «%s»',
  async (title) => {
    expect(await guess(title)).toEqual([]);
  },
);

test('a title over the limit is refused, and so is a person without a session', async () => {
  const long = await market.request('GET', `/category-guesses?title=${'a'.repeat(2_000)}`, {
    token: seller.token,
  });
  expect([long.status, long.body.code]).toEqual([400, 'invalid_request']);
  expect((await market.request('GET', '/category-guesses?title=sofa')).status).toBe(401);
});

test('a listing that comes on sale teaches a word that no name has', async () => {
  expect(await guess('Zorblax')).toEqual([]);
  const categoryId = [...slugs].find(([, slug]) => slug === 'iluminacao')![0];
  for (const size of ['grande', 'médio'])
    await market.publishedListing({ categoryId, title: `Zorblax ${size} de cobre`, attributes: {} });
  market.forgetCaches();
  expect((await guess('Zorblax pequeno')).map(({ id }) => id)).toEqual([categoryId]);
});
