import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { states } from '#domain/addresses/states.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;

beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

async function named(query: string): Promise<string[]> {
  const answer = await market.request('GET', `/public/cities?query=${encodeURIComponent(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data.items.map(({ name, state }: { name: string; state: string }) => `${name}, ${state}`);
}

/** Where listings come from (S13). */

test('the table has every municipality with the state that its code says, and a capital for each state', async () => {
  const { rows } = await sql<{ state: string; prefixes: number; capitals: number; cities: number }>`
    select state::text, count(distinct id / 100000)::int as prefixes,
      count(*) filter (where is_capital)::int as capitals, count(*)::int as cities
    from cities group by state order by state`.execute(market.ctx.db);
  expect(rows.map(({ state }) => state)).toEqual(states.toSorted());
  expect(rows.every(({ prefixes, capitals }) => prefixes === 1 && capitals === 1)).toBe(true);
  expect(rows.reduce((sum, { cities }) => sum + cities, 0)).toBe(5571);
});

test('a city is found by the beginning of its name, with and without accents', async () => {
  expect((await named('belem'))[0]).toBe('Belém, PA');
  expect(await named('BELÉM')).toEqual(await named('belem'));
  expect(await named('são josé dos pin')).toEqual(['São José dos Pinhais, PR']);
});

test('an exact name comes before a longer one, and a capital before other cities', async () => {
  const found = await named('campo grande');
  expect(found.slice(0, 2)).toEqual(['Campo Grande, MS', 'Campo Grande, AL']);
  expect((await named('porto'))[0]).toMatch(/^(Porto Alegre|Porto Velho|Porto),/);
  expect((await named('curi'))[0]).toBe('Curitiba, PR');
});

test('a state after the comma narrows the search', async () => {
  expect(await named('campo grande, al')).toEqual(['Campo Grande, AL']);
  expect(await named('belém/pa')).toEqual(['Belém, PA']);
});

test('at most ten are offered, and none for an empty or unknown name', async () => {
  expect(await named('sa')).toHaveLength(10);
  expect(await named(' ')).toEqual([]);
  expect(await named('xyzzy')).toEqual([]);
  expect(await named('%')).toEqual([]);
  expect(await named("d'oeste'")).toEqual([]);
});

test('the browser may use the same answer again for an hour, and no refusal', async () => {
  const answer = await market.request('GET', '/public/cities?query=belem');
  expect(answer.headers['cache-control']).toBe('private, max-age=3600');
  const refused = await market.request('GET', '/public/cities');
  expect(refused.status).toBe(400);
  expect(refused.headers['cache-control']).toBe('private, no-store');
});

test('a search longer than any name is refused in Portuguese', async () => {
  const answer = await market.request('GET', `/public/cities?query=${'a'.repeat(61)}`);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('Use até 60 letras na busca.');
});
