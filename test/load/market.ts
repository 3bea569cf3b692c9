import { Client } from 'pg';
import { defaultRules } from '#domain/rules.ts';
import type { Rules } from '#domain/rules.ts';

/** Words that occur in very many listings, in some, and in few: what people really search is a mix. */
const words = [
  'novo',
  'usado',
  'original',
  'caixa',
  'garantia',
  'sem fio',
  'gamer',
  'vintage',
  'azul',
  'preto',
];
const things = [
  'teclado mecânico',
  'fone bluetooth',
  'cadeira de escritório',
  'violão folk',
  'bicicleta aro 29',
  'cafeteira italiana',
  'câmera fotográfica',
  'monitor ultrawide',
  'mochila impermeável',
  'tênis de corrida',
];

/**
 * Fills a market of `count` published listings by SQL, with 1 seller for each 20 listings, 12 categories and a
 * prepared buyer, and the schema `floor` with the bare order transaction that the purchase is measured against.
 */
export async function fillMarket(ownerUrl: string, count: number): Promise<void> {
  const client = new Client(ownerUrl);
  await client.connect();
  await client.query(`select setseed(0.5)`);
  await client.query(`insert into rule_versions (rules, starts_at) values ($1, '2020-01-02')`, [
    JSON.stringify(unlimited),
  ]);
  await client.query(people(Math.max(20, Math.ceil(count / 20))));
  await client.query(`insert into categories (slug, name, position)
    select 'categoria-' || n, 'Categoria ' || n, n from generate_series(1, 12) n`);
  await client.query(`insert into images (owner_id, key, width, height)
    select 1, md5(n::text), 1280, 960 from generate_series(1, 100) n`);
  await client.query(listings(), [count, words, things]);
  await client.query(`insert into listing_versions (listing_id, title, description, category_id, price_cents, delivery_type, promised_hours, plan, attributes, image_keys)
    select id, title, description, category_id, price_cents, delivery_type, promised_hours, plan, attributes, array[cover_key] from listings`);
  await client.query(
    `update listings l set version_id = v.id from listing_versions v where v.listing_id = l.id`,
  );
  await nameListings(client);
  await client.query(codes);
  await client.query(floorSchema);
  await client.query('vacuum analyze');
  await client.end();
}

/** What autovacuum does within a minute of use. */
export async function analyze(ownerUrl: string): Promise<void> {
  const client = new Client(ownerUrl);
  await client.connect();
  await client.query('analyze');
  await client.end();
}

/** A slug ends in the listing's id in base 36 (server/listings), which SQL cannot spell. */
async function nameListings(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from listings');
  const slugs = rows.map(({ id }) => `anuncio-${Number(id).toString(36)}`);
  await client.query(
    'update listings l set slug = n.slug from unnest($1::bigint[], $2::text[]) as n (id, slug) where n.id = l.id',
    [rows.map(({ id }) => id), slugs],
  );
}

/** Nobody's day or month has a limit here: what is measured is the work, not the refusal. */
const unlimited: Rules = {
  ...defaultRules,
  verification: {
    ...defaultRules.verification,
    N0: { ...defaultRules.verification.N3, buyPerDayCents: 1e12, withdrawPerDayCents: 1e12 },
  },
};

const people = (count: number) => `
  insert into users (username, email, password_hash, email_verified_at, terms_accepted_at)
  select 'pessoa_' || n, 'pessoa' || n || '@bench.praca', 'x', now(), now() from generate_series(1, ${count + 64}) n`;

/** Every listing is sold by one of the first people; the last 64 only buy. */
const listings = () => `
  insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents, stock,
    delivery_type, promised_hours, plan, ownership_declared, image_ids, cover_key, published_at, expires_at)
  select 1 + n % ((select count(*) from users) - 64), 1 + n % 12, array[1 + n % 12], 'published',
    'anuncio-' || n, left(initcap(($3::text[])[1 + n % 10]) || ' ' || ($2::text[])[1 + (n / 10) % 10] || ' modelo ' || (n % 997) || ' lote ' || n, 80),
    'Item conferido e funcionando, com fotos reais. ' || ($2::text[])[1 + (n / 7) % 10] || ', ' || ($2::text[])[1 + (n / 3) % 10] || '. Código interno ' || md5(n::text) || '.',
    100 + (n * 7919) % 500000, 900, 'manual', 24,
    case when n % 50 = 0 then 'diamante' when n % 10 = 0 then 'ouro' else 'prata' end, true,
    array[1 + n % 100], md5((1 + n % 100)::text), now() - n * interval '7 seconds', now() + interval '80 days'
  from generate_series(1, $1::int) n`;

/** The 200 newest listings deliver codes at once, 400 each, so that a purchase can run whole without a seller. */
const codes = `
  with automatic as (
    update listings set delivery_type = 'automatic', promised_hours = 0, stock = 400
    where id in (select id from listings order by published_at desc limit 200) returning id)
  insert into stock_units (listing_id, sealed, fingerprint, last4)
  select id, decode(md5(id || '-' || n), 'hex'), decode(md5(id || '/' || n), 'hex'), '0000'
  from automatic, generate_series(1, 400) n`;

/** Stock, order, two ledger rows, outbox, in one statement: the least a purchase can cost (performance §2). */
const floorSchema = `
  create schema floor;
  create table floor.stock (id int primary key, units int not null check (units >= 0)) with (fillfactor = 50);
  insert into floor.stock select n, 1000000 from generate_series(1, 10000) n;
  create table floor.orders (id bigint generated always as identity primary key, stock_id int, total bigint, at timestamptz default now());
  create table floor.ledger (id bigint generated always as identity primary key, order_id bigint, account int, amount bigint);
  create table floor.outbox (id bigint generated always as identity primary key, order_id bigint, body jsonb);
  create function floor.place_order(which int) returns bigint language plpgsql as $$
  declare made bigint;
  begin
    update floor.stock set units = units - 1 where id = which;
    insert into floor.orders (stock_id, total) values (which, 1000) returning id into made;
    insert into floor.ledger (order_id, account, amount) values (made, 1, -1000), (made, 2, 1000);
    insert into floor.outbox (order_id, body) values (made, '{"kind":"placed"}');
    return made;
  end $$`;
