import { createServer } from 'node:http';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * The physical floors, as a server of their own: the best that this machine can do without any code of ours. Run by
 * `bench.ts` as a child process: `node floors.ts <database url>`; prints its ports.
 */
const pool = new Pool({ connectionString: process.argv[2]!, max: 10 });
const app = Fastify();

const { rows } = await pool.query<{ least: string; most: string }>(
  'select min(id) as least, max(id) as most from listings',
);
const least = Number(rows[0]!.least);
const most = Number(rows[0]!.most);
const anyId = () => least + Math.floor(Math.random() * (most - least));

app.get('/hello', async () => ({ hello: 'world' }));

app.get('/row', async () => {
  const text =
    'select id, slug, title, description, price_cents, stock, cover_key from listings where id = $1';
  const found = await pool.query({ name: 'row', text, values: [anyId()] });
  return { data: found.rows[0] as unknown };
});

const rowsText = `select id, slug, title, price_cents, cover_key, delivery_type, promised_hours, plan, stock
  from listings where state = 'published' order by published_at desc, id desc limit 24`;
app.get('/rows', async () => {
  const found = await pool.query({ name: 'rows', text: rowsText });
  return { data: { items: found.rows as unknown[] } };
});

/** The words of `bench.word` from a rank that about 240 listings have. */
const rare = await pool.query<{ word: string }>(
  `select term as word from search_terms where listings between 30 and 90 order by term limit 500`,
);
const rareText = `select id, slug, title, price_cents, cover_key, delivery_type, promised_hours, plan, stock
  from listings where state = 'published' and search @@ plainto_tsquery('simple', $1) order by price_cents limit 24`;
app.get('/rare-words', async () => {
  const { word } = rare.rows[Math.floor(Math.random() * rare.rows.length)] ?? { word: 'x' };
  const found = await pool.query({ name: 'rare', text: rareText, values: [word] });
  return { data: { items: found.rows as unknown[] } };
});

app.get('/order', async () => {
  const text = 'select floor.place_order($1) as id';
  const found = await pool.query({ name: 'order', text, values: [1 + Math.floor(Math.random() * 10_000)] });
  return found.rows[0] as unknown;
});

/** A page of 24 rich cards, about 18 KB: what React's own renderer costs. */
const cards = Array.from({ length: 24 }, (_, number) => ({
  number,
  title: `Anúncio de exemplo número ${number} com título longo`,
}));
app.get('/react', async (_request, reply) => {
  const page = h(
    'html',
    null,
    h(
      'body',
      null,
      h(
        'main',
        null,
        cards.map((card) => cardOf(card)),
      ),
    ),
  );
  return reply.type('text/html').send(`<!doctype html>${renderToString(page)}`);
});

function cardOf({ number, title }: { number: number; title: string }) {
  const photo = h('img', {
    src: `/imagens/${number}-320.webp`,
    alt: title,
    width: 320,
    height: 240,
    loading: 'lazy',
    className: 'aspect-[4/3] w-full object-cover',
  });
  const lines = [
    h(
      'h3',
      { key: 't', className: 'text-ui line-clamp-2' },
      h('a', { href: `/anuncio/${number}`, className: 'after:absolute after:inset-0' }, title),
    ),
    h('p', { key: 'o', className: 'text-sm line-through text-ink-3' }, `R$ ${number},90`),
    h('p', { key: 'p', className: 'text-price-md tabular-nums' }, `R$ 1.${100 + number},90`),
    h('p', { key: 's', className: 'text-xs text-ink-3' }, `★ 4,8 (132) · @loja${number}`),
    h(
      'button',
      {
        key: 'f',
        type: 'button',
        'aria-label': `Favoritar ${title}`,
        className: 'absolute right-2 top-2 size-11',
      },
      '♡',
    ),
  ];
  return h('article', { key: number, className: 'relative flex flex-col gap-2' }, photo, ...lines);
}

const html = Buffer.from('<p>Tudo passa pela praça.</p>'.repeat(1100));
const raw = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': html.length });
  response.end(html);
});

await app.listen({ host: '127.0.0.1', port: 0 });
await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done));
const portOf = (address: unknown) => (address as { port: number }).port;
console.log(JSON.stringify({ app: portOf(app.server.address()), raw: portOf(raw.address()) }));
