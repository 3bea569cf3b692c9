import { Client } from 'pg';
import { defaultRules } from '#domain/settings/rules.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { indexText } from '#server/listings/search/language/index-text.ts';

/** The 60 most frequent words of the market; the rest of its 30,000 are made of syllables (`bench_word`). */
const headWords = (
  'teclado gamer novo usado original caixa garantia fone bluetooth cadeira violao bicicleta cafeteira camera monitor ' +
  'mochila tenis celular notebook vintage azul preto branco couro mesa lampada relogio livro jogo console controle ' +
  'mouse tablet carregador cabo suporte capa bolsa camisa vestido jaqueta sofa armario espelho tapete panela ' +
  'liquidificador ventilador furadeira parafusadeira guitarra teclas microfone lente tripe drone patins skate barraca'
).split(' ');

/**
 * Fills a market of `count` published listings by SQL: a seller for each 100 listings, words by Zipf's law, 96 leaves
 * under 12 branches, prepared buyers, and the schema `floor` with the bare order transaction that the purchase is
 * compared with. Indexes are built after the rows; a million listings take some minutes.
 */
export async function fillMarket(ownerUrl: string, count: number): Promise<void> {
  const client = new Client(ownerUrl);
  await client.connect();
  // Closed on failure too: a database that stops first would break the connection, and the original error would be
  // lost.
  await fill(client, count).finally(() => client.end());
}

async function fill(client: Client, count: number): Promise<void> {
  await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set statement_timeout = 0;
    set synchronous_commit = off; select setseed(0.5)`);
  await client.query(`insert into rule_versions (rules, starts_at) values ($1, '2020-01-02')`, [
    JSON.stringify(unlimited),
  ]);
  await client.query(people(Math.max(20, Math.ceil(count / 100))));
  await client.query(origins);
  await client.query(shelves);
  await client.query(`insert into images (owner_id, key, width, height)
    select 1, md5(n::text), 1280, 960 from generate_series(1, 100) n`);
  await client.query(bareWords);
  await withoutIndexes(client, async () => {
    await client.query(listings, [count, headWords]);
    await indexAll(client, count);
  });
  await client.query(codes);
  await client.query(`with made as (
      insert into listing_versions (listing_id, title, description, category_id, price_cents, delivery_type, promised_hours, plan, attributes, image_keys)
      select id, title, description, category_id, price_cents, delivery_type, promised_hours, plan, attributes, array[cover_key]
      from listings where delivery_type = 'automatic' returning id, listing_id)
    update listings l set version_id = made.id from made where made.listing_id = l.id`);
  await client.query('select rebuild_search(1000)');
  await client.query(floorSchema);
  await client.query('vacuum analyze');
}

const indexedAtOnce = 2_000;

/** What the server writes beside each text (`indexText`). */
async function indexAll(client: Client, count: number): Promise<void> {
  for (let from = 1; from <= count; from += indexedAtOnce) {
    const { rows } = await client.query<{ id: number; title: string; description: string }>(
      'select id::int, title, description from listings where id between $1 and $2',
      [from, from + indexedAtOnce - 1],
    );
    await client.query(
      'update listings l set search = n.search::tsvector from unnest($1::bigint[], $2::text[]) as n (id, search) where l.id = n.id',
      [rows.map(({ id }) => id), rows.map(({ title, description }) => indexText(title, description))],
    );
  }
}

/** Runs `work` without our indexes and triggers on `listings`, and restores both. */
async function withoutIndexes(client: Client, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; text: string }>(`
    select indexname as name, indexdef as text from pg_indexes
    where schemaname = 'public' and tablename = 'listings' and indexname <> 'listings_pkey'`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query('alter table listings disable trigger user');
  await work();
  await client.query('alter table listings enable trigger user');
  for (const { text } of rows) await client.query(text);
}

/** The vacuum and statistics that autovacuum provides within a minute of use. */
export async function analyze(ownerUrl: string): Promise<void> {
  const client = new Client(ownerUrl);
  await client.connect();
  await client.query('analyze');
  await client.end();
}

/** No daily or monthly limits: the benchmark measures the work, not the refusal. */
const unlimited: Rules = {
  ...defaultRules,
  ages: { ...defaultRules.ages, enforced: false },
  // A thousand purchases of 64 people in a minute are what the rules of risk look for.
  risk: { ...defaultRules.risk, active: false },
  verification: {
    ...defaultRules.verification,
    N0: { ...defaultRules.verification.N3, buyPerDayCents: 1e12, withdrawPerDayCents: 1e12 },
  },
};

const people = (count: number) => `
  insert into users (username, email, password_hash, email_verified_at, terms_accepted_at)
  select 'pessoa_' || n, 'pessoa' || n || '@bench.praca', 'x', now(), now() from generate_series(1, ${count + 64}) n`;

/** An address of each seller, sealed by no key: the benchmark opens none. */
const origins = `insert into addresses (id, user_id, slot, sealed, default_for_sending)
  select id, id, 1, decode(repeat('00', 64), 'hex'), true from users where username like 'pessoa_%';
  select setval(pg_get_serial_sequence('addresses', 'id'), (select max(id) from addresses))`;

/** 12 branches of 8 leaves; each leaf requires a brand and a condition. */
const shelves = `
  insert into categories (slug, name, position) select 'ramo-' || n, 'Ramo ' || n, n from generate_series(1, 12) n;
  insert into categories (parent_id, slug, name, position, attributes)
    select 1 + n % 12, 'categoria-' || n, 'Categoria ' || n, n, '[
      {"key": "marca", "label": "Marca", "type": "list", "required": true, "filterable": true,
        "options": ["Marca 1", "Marca 2", "Marca 3", "Marca 4", "Marca 5", "Marca 6", "Marca 7", "Marca 8"]},
      {"key": "condicao", "label": "Condição", "type": "list", "required": true, "filterable": true, "options": ["Novo", "Usado"]}]'
    from generate_series(1, 96) n`;

/** The word of a rank, a number in base 36, with which every slug ends (server/listings), and the city of a listing. */
const bareWords = `
  create schema bench;
  create function bench.word(rank int, head text[]) returns text language sql immutable parallel safe as $$
    select case when rank <= cardinality(head) then head[rank] else
      (array['ba','ce','di','fo','gu','la','me','ni','po','ru','sa','te','vi','zo','bri','cla','dro','fre','gli','pra'])[1 + rank % 20]
      || (array['lar','men','dor','ban','cil','fur','gan','jol','mir','nop','per','quin','ros','sel','tun','var','xis','zen','bol','cor'])[1 + rank / 20 % 20]
      || (array['ato','ina','elo','ura','ico','ada','ete','ivo','osa','uto'])[1 + rank / 400 % 10]
      || (array['','z','x','rim','tex','lux','nor','gal'])[1 + rank / 4000 % 8] end $$;
  create function bench.base36(n bigint) returns text language plpgsql immutable parallel safe as $$
    declare said text := '';
    begin
      while n > 0 loop
        said := substr('0123456789abcdefghijklmnopqrstuvwxyz', 1 + (n % 36)::int, 1) || said;
        n := n / 36;
      end loop;
      return said;
    end $$;
  create table bench.cities as
    select row_number() over (order by is_capital desc, md5(id::text))::int as rank, id from public.cities;
  alter table bench.cities add primary key (rank);
  create function bench.city(n bigint) returns int language sql stable parallel safe as $$
    select id from bench.cities where rank = ceil(exp((n * 7919 % 100003) / 100003.0 * ln(5571)))::int $$`;

/**
 * Five words in the title and twelve in the description, each by Zipf's law over 30,000; four of five listings have a
 * city, by the same law over the municipalities, capitals first. Three of ten are shipped, of which one has free
 * freight and one may also be picked up, and one is only picked up. The last 64 people only buy.
 */
const listings = `
  with drawn as materialized (
    select n, array(select bench.word(ceil(exp(random() * ln(30000)))::int, $2::text[])
      from generate_series(1, 17) where n > 0) as w, 1 + floor(96 * random() ^ 2)::int as leaf
    from generate_series(1, $1::int) n),
  leaves as (select id, parent_id, slug from categories where parent_id is not null)
  insert into listings (id, seller_id, category_id, category_path, state, slug, title, description, price_cents, stock,
    delivery_type, promised_hours, plan, attributes, ownership_declared, image_ids, cover_key, published_at, expires_at,
    city_id, also_pickup, free_shipping, weight_grams, length_cm, width_cm, height_cm, handling_days, origin_address_id)
  overriding system value
  select n, 1 + n % ((select count(*) from users) - 64), c.id, array[c.parent_id, c.id], 'published',
    w[1] || '-' || w[2] || '-' || bench.base36(n),
    left(initcap(w[1]) || ' ' || array_to_string(w[2:5], ' ') || ' ' || n % 97, 80),
    'Item conferido e funcionando, com fotos reais: ' || array_to_string(w[6:17], ' ') || '.',
    100 + (n::bigint * 7919) % 500000, 900, way, case when way = 'manual' then 24 else 0 end,
    case when n % 50 = 0 then 'diamante' when n % 10 = 0 then 'ouro' else 'prata' end,
    jsonb_build_object('marca', 'Marca ' || 1 + n % 8, 'condicao', case when n % 3 = 0 then 'Novo' else 'Usado' end), true,
    array[1 + n % 100], md5((1 + n % 100)::text), now() - n * interval '7 seconds', now() + interval '80 days',
    case when n % 5 > 0 then bench.city(n) end, n % 10 = 8, n % 10 = 7, 500, 24, 17, 4, 2,
    1 + n % ((select count(*) from users) - 64)
  from drawn join leaves c on c.slug = 'categoria-' || leaf,
    lateral (select case when n % 10 = 9 then 'pickup' when n % 10 > 5 then 'shipping' else 'manual' end as way) delivery`;

/**
 * The 200 newest listings deliver codes automatically, 400 each and the newest 10,900, so that a purchase can run
 * completely without a seller, and one listing can be bought by all buyers.
 */
const codes = `
  with automatic as (
    update listings set delivery_type = 'automatic', promised_hours = 0, also_pickup = false, free_shipping = false,
      stock = case id when (select id from listings order by published_at desc limit 1) then 10900 else 400 end
    where id in (select id from listings order by published_at desc limit 200) returning id, stock)
  insert into stock_units (listing_id, sealed, fingerprint, last4)
  select id, decode(md5(id || '-' || n), 'hex'), decode(md5(id || '/' || n), 'hex'), '0000'
  from automatic, generate_series(1, stock) n;
  select setval(pg_get_serial_sequence('listings', 'id'), (select max(id) from listings))`;

/** Stock, order, two ledger rows and outbox in one statement: the minimum cost of a purchase. */
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
