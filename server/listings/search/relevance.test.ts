import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categories } from '#demo/categories.ts';
import { listings } from '#demo/listings.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

/**
 * Typical queries over the listings of the demo market, and which titles (or categories, before a colon) answer them.
 * The share of answers among a query's first three results is its precision at 3; the test asserts the mean.
 */
const expected: [query: string, answers: RegExp][] = [
  // Accents, case and little words
  ['violao', /violão/i],
  ['VIOLÃO YAMAHA', /violão yamaha/i],
  ['cafeteira eletrica', /cafeteira elétrica/i],
  ['maquina de espresso', /máquina de espresso/i],
  ['o capacete com a luz', /capacete com luz/i],
  ['mesa de jantar', /mesa de jantar/i],
  ['relogio de parede', /relógio de parede/i],
  ['camera analogica', /câmera analógica/i],
  // Plurals
  ['violões', /violão/i],
  ['luminárias', /luminária/i],
  ['teclados mecânicos', /teclado mecânico/i],
  ['panelas', /^panelas-e-utensilios: (panela|jogo de panela)|: .*panelinhas/i],
  ['monitores portáteis', /monitor portátil/i],
  ['bicicletas infantis', /bicicleta infantil/i],
  ['castiçal', /castiçais/i],
  ['dicionários', /dicionário/i],
  ['cartões presente', /cartão presente/i],
  ['vestidos', /vestido/i],
  ['miniaturas', /miniatura/i],
  ['parafusadeiras', /parafusadeira/i],
  ['bastão de trilha', /bastões de trilha/i],
  // Typing errors
  ['notbook', /notebook/i],
  ['ifone 13', /iphone 13/i],
  ['playstaion 5', /playstation 5|ps5/i],
  ['bicileta', /bicicleta/i],
  ['furaderia', /furadeira/i],
  ['xaomi', /xiaomi/i],
  ['samsumg galaxy', /samsung.*galaxy/i],
  ['fortinite', /fortnite/i],
  ['liquidificardor', /liquidificador/i],
  ['nitendo switch', /nintendo switch/i],
  ['guitara', /guitarra/i],
  ['valorent', /valorant/i],
  // The words in another order
  ['dell notebook', /notebook dell/i],
  ['mecanico teclado redragon', /teclado mecânico redragon/i],
  ['infantil mochila', /mochila escolar infantil/i],
  ['jantar madeira mesa', /mesa de jantar em madeira/i],
  // Words not finished yet
  ['telefoto', /^$/],
  ['playst', /playstation|ps[45]/i],
  ['nint', /nintendo/i],
  ['cafet', /cafeteira/i],
  ['teclado mec', /teclado mecânico/i],
  ['air fr', /air fryer/i],
  // Brands and models
  ['iphone 13', /iphone 13/i],
  ['galaxy s22', /galaxy s22/i],
  ['moto g84', /moto g84/i],
  ['rtx 3060', /rtx 3060/i],
  ['kindle unlimited', /kindle unlimited/i],
  ['logitech mx master', /logitech mx master/i],
  ['xbox series s', /xbox series s/i],
  ['jbl flip 6', /jbl flip 6/i],
  ['canon 50mm', /canon 50 mm/i],
  ['nike air max', /nike air max/i],
  ['dewalt', /dewalt/i],
  // Numbers and units
  ['ps5', /ps5|playstation 5/i],
  ['ps4', /ps4|playstation 4/i],
  ['256gb', /256 gb/i],
  ['ssd 1tb', /ssd .*1 tb/i],
  ['20000mah', /20\.000 mah/i],
  ['monitor 27', /monitor .*27"/i],
  ['aro 29', /aro 29/i],
  ['minecraft', /minecraft/i],
  // Categories and synonyms
  ['bike', /bike|bicicleta/i],
  ['laptop gamer', /notebook gamer/i],
  ['televisão 4k', /tv.*4k/i],
  ['headset', /headset|fone/i],
  ['fone jbl', /fone jbl/i],
  ['fones de ouvido', /^fones-de-ouvido:/i],
  ['smartphones', /^smartphones:/i],
  ['celular samsung', /^smartphones: .*samsung/i],
  ['gift cards', /^gift-cards.*:/i],
  ['tenis', /tênis/i],
  ['notebooks', /^notebooks:|: .*notebook/i],
];

let market: Market;
const shelves = new Map<number, string>();

/** Inserts the listings of the demo market directly as published, because reviewing five hundred takes a minute. */
beforeAll(async () => {
  market = await createMarket();
  const { db } = market.ctx;
  const seller = await market.user();
  for (const { slug, name, parentSlug, position } of categories)
    await sql`insert into categories (parent_id, slug, name, position)
      values ((select id from categories where slug = ${parentSlug}), ${slug}, ${name}, ${position})`.execute(
      db,
    );
  const goods = listings(1).filter(({ status }) => status === 'published');
  const made = await sql<{ id: number; slug: string }>`
    with image as (insert into images (owner_id, key, width, height) values (${seller.id}, 'x', 1, 1) returning id)
    insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents, stock,
      delivery_type, promised_hours, plan, ownership_declared, image_ids, published_at)
    select ${seller.id}, c.id, array[c.id], 'published', g.slug, g.title, g.description, g."priceCents", 1, 'manual', 24,
      g.plan, true, array[image.id], market_now()
    from image, jsonb_to_recordset(${JSON.stringify(goods.map((each) => ({ ...each, slug: each.categorySlug })))}::jsonb)
      as g (slug text, title text, description text, "priceCents" bigint, plan text)
    join categories c on c.slug = g.slug
    returning id, slug`.execute(db);
  for (const { id, slug } of made.rows) shelves.set(id, slug);
  await market.drain();
  market.forgetCaches();
});
afterAll(() => market.close());

/** The first results as `category: title`. */
async function search(q: string, limit: number): Promise<string[]> {
  const params = new URLSearchParams({ q, limit: String(limit) });
  const { data } = await market.request('GET', `/public/listings?${params}`);
  return data.items.map((item: { id: number; title: string }) => `${shelves.get(item.id)}: ${item.title}`);
}

test('the first results answer the query: precision at 3 is at least 0.95 over the whole set', async () => {
  const report: { query: string; precision: number; first: string[] }[] = [];
  const goods = listings(1).filter(({ status }) => status === 'published');
  for (const [query, answers] of expected) {
    const all = goods.filter(({ categorySlug, title }) =>
      answers.test(answers.source.includes(':') ? `${categorySlug}: ${title}` : title),
    );
    const first = await search(query, 3);
    const wanted = Math.min(3, all.length);
    const right = first.filter((each) =>
      answers.test(answers.source.includes(':') ? each : each.replace(/^[^:]*: /, '')),
    );
    report.push({
      query,
      precision: wanted === 0 ? Number(first.length === 0) : right.length / Math.max(wanted, first.length),
      first,
    });
  }
  const mean = report.reduce((total, { precision }) => total + precision, 0) / report.length;
  const worst = report.filter(({ precision }) => precision < 0.5);
  expect(expected.length).toBeGreaterThanOrEqual(60);
  expect(worst).toEqual([]);
  expect(
    mean,
    JSON.stringify(
      report.filter(({ precision }) => precision < 1),
      null,
      1,
    ),
  ).toBeGreaterThanOrEqual(0.95);
});
