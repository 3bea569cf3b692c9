import { Client } from 'pg';

/** The number of rows of the dashboard's market; other numbers follow from these. */
export interface StaffMarket {
  orders: number;
  people: number;
  listings: number;
  /** People who sell; 3,000 by default. */
  sellers?: number;
}

/**
 * Fills a market for the dashboard by SQL: a year of orders with their payments, settlements and accounts, refunds,
 * withdrawals, complaints, questions, reports and the audit log. Our triggers are off meanwhile; every row is one that
 * they would accept. A million orders take some minutes.
 */
export async function fillStaffMarket(
  ownerUrl: string,
  { orders, people, listings, sellers = 3_000 }: StaffMarket,
): Promise<void> {
  const client = new Client(ownerUrl);
  await client.connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set statement_timeout = 0;
      set synchronous_commit = off; set client_min_messages = warning`);
    const tables =
      `orders payments settlements refunds withdrawals receipts receipt_files tickets ticket_messages
      complaints reports listings events order_events money.accounts`.split(/\s+/);
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    await client.query(users(people));
    await client.query(shelf(listings, sellers));
    await client.query(sales({ orders, people, listings }));
    await client.query(moneyOf(people));
    await client.query(cases({ orders, people, listings, sellers }));
    await client.query(records);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const users = (count: number) => `
  insert into users (username, email, password_hash, email_verified_at, terms_accepted_at, role, state,
    state_reason, created_at)
  select 'pessoa_' || n, 'pessoa' || n || '@bench.praca', 'x', now(), now(),
    case when n = 1 then 'admin' when n <= 40 then 'support' else 'user' end,
    case when n % 500 = 499 then 'restricted' else 'active' end, '',
    now() - (${count} - n) * interval '300 seconds'
  from generate_series(1, ${count}) n`;

/**
 * Listings on sale in fifty categories, each with its sold version and a photo that one of twenty shares with another;
 * 60 are in final review, 40 were reported, and there are drafts without a photo.
 */
const shelf = (count: number, sellers: number) => `
  insert into categories (slug, name, position) select 'prateleira-' || n, 'Prateleira ' || n, n from generate_series(1, 50) n;
  insert into images (owner_id, key, width, height, look)
  select 100 + n % ${sellers}, md5(n::text), 1280, 960, decode(lpad(to_hex(n % (${count} * 19 / 20)), 16, '0'), 'hex')
  from generate_series(1, ${count}) n;
  insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents, stock,
    delivery_type, promised_hours, plan, ownership_declared, image_ids, cover_key, published_at, expires_at,
    submitted_at, flagged_at)
  select 100 + n % ${sellers}, c.id, array[c.id], case when n > ${count} - 60 then 'in_review' else 'published' end,
    'item-' || n, 'Item número ' || n || ' de um título comprido como os de verdade', 'Item conferido, com fotos reais.',
    1000 + (n::bigint * 7919) % 400000, 900, 'manual', 24,
    case when n % 50 = 0 then 'diamante' when n % 10 = 0 then 'ouro' else 'prata' end, true, array[i.id], i.key,
    now() - n * interval '7 seconds', now() + interval '80 days', now() - n * interval '3 seconds',
    case when n <= 40 then now() - n * interval '1 hour' end
  from generate_series(1, ${count}) n join images i on i.key = md5(n::text)
    join categories c on c.slug = 'prateleira-' || (1 + n % 50) order by n;
  with made as (
    insert into listing_versions (listing_id, title, description, category_id, price_cents, delivery_type,
      promised_hours, plan, attributes, image_keys)
    select id, title, description, category_id, price_cents, delivery_type, promised_hours, plan, attributes,
      array[cover_key] from listings returning id, listing_id)
  update listings l set version_id = made.id from made where made.listing_id = l.id;
  insert into listings (seller_id) select 100 + n % ${sellers} from generate_series(1, ${count} / 200) n;
  insert into category_prices (category_id, prices, median_cents, low_cents, high_cents, outlier_bps, fewest_prices)
  select category_id, prices, median, median / 5, median * 9 / 5, 8000, 5 from (
    select category_id, count(*) as prices, percentile_disc(0.5) within group (order by price_cents) as median
    from listings where state = 'published' group by 1) measured;
  insert into odd_prices select l.id, l.category_id from listings l join category_prices p using (category_id)
  where l.state = 'published' and (l.price_cents <= p.low_cents or l.price_cents >= p.high_cents)`;

/** A year, evenly; four of five orders are over, and of the newest some are in each pending state. */
const sales = ({ orders: count, people, listings }: StaffMarket) => `
  create temp table drawn as
  select n, l.id as listing_id, l.version_id, l.seller_id, 4000 + (n::bigint * 31) % ${people - 5000} as buyer_id,
    l.price_cents as cents, now() - (${count} - n) * (interval '365 days' / ${count}) as at,
    case when n % 50 = 0 then 'cancelled' when n % 33 = 0 then 'expired' when n % 47 = 0 then 'refunded'
      when n <= ${count} * 0.96 then 'completed' when n % 7 = 0 then 'awaiting_payment' when n % 7 = 1 then 'paid'
      when n % 7 = 2 then 'in_delivery' when n % 7 = 3 then 'delivered' else 'completed' end as state
  from generate_series(1, ${count}) n
    join listings l on l.id = (select min(id) from listings) + (n::bigint * 7907) % (${listings} - 100);
  insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
    unit_price_cents, total_cents, commission_bps, min_commission_cents, max_commission_cents, guarantee_bps,
    commission_cents, guarantee_cents, delivery_type, promised_hours, state, created_at, paid_at, closed_at,
    refunded_cents, due_at, due_event, buyer_terms, seller_terms)
  select md5(n::text) || 'praca', buyer_id, seller_id, listing_id, version_id, r.id, 1, cents, cents, 990, 50, 500000,
    100, money.commission_of(cents, 990, 50, 500000),
    least(money.share_of(cents, 100), money.commission_of(cents, 990, 50, 500000)), 'manual', 24, state, at,
    case when state not in ('expired', 'awaiting_payment', 'cancelled') then at + interval '4 minutes' end,
    case when state in ('completed', 'cancelled', 'expired', 'refunded') then at + interval '2 days' end,
    case when state = 'refunded' then cents else 0 end,
    case when state = 'awaiting_payment' then now() + interval '9 days' end,
    case when state = 'awaiting_payment' then 'expire' end, 1, 1
  from drawn, (select max(id) as id from rule_versions) r order by n;
  insert into payments (order_id, provider, method, amount_cents, state, reference, expires_at, received_cents,
    end_to_end_id, confirmed_at, created_at)
  select o.id, 'simulator', case when o.id % 4 = 0 then 'card' else 'pix' end, o.total_cents,
    case when o.state = 'awaiting_payment' then case when o.id % 50 = 3 then 'pending' else 'expired' end
      when o.state in ('expired', 'cancelled') then 'expired' when o.state = 'refunded' then 'refunded'
      else 'confirmed' end,
    md5('p' || o.id), o.created_at + interval '30 minutes', case when o.paid_at is null then 0 else o.total_cents end,
    case when o.paid_at is not null then 'E' || md5('e' || o.id) end, o.paid_at, o.created_at
  from orders o order by o.id;
  insert into settlements (order_id, seller_id, state, net_cents, release_at, released_at)
  select id, seller_id, case state when 'completed' then 'released' when 'refunded' then 'reversed' else 'in_escrow' end,
    case state when 'refunded' then 0 else total_cents - commission_cents end, created_at + interval '9 days',
    case state when 'completed' then created_at + interval '9 days' end
  from orders where paid_at is not null order by id;
  insert into day_totals (day, orders_placed, orders_paid, volume_cents, revenue_cents, released, release_seconds,
    by_method, final)
  select (created_at at time zone 'America/Sao_Paulo')::date as day, count(*), count(paid_at),
    coalesce(sum(total_cents) filter (where paid_at is not null), 0),
    coalesce(sum(commission_cents) filter (where paid_at is not null), 0), count(*) filter (where state = 'completed'),
    count(*) * 700000, jsonb_build_object('pix', count(*) * 3 / 4, 'card', count(*) / 4),
    (created_at at time zone 'America/Sao_Paulo')::date < (now() at time zone 'America/Sao_Paulo')::date
  from orders group by 1`;

/** Signs the market's admin in with a token, with a recent second factor. */
export async function signAdminIn(ownerUrl: string, token: string): Promise<void> {
  const client = new Client(ownerUrl);
  await client.connect();
  await client.query(`insert into totp_secrets (user_id, secret_sealed, confirmed_at) values (1, '\\x00', now())
    on conflict do nothing`);
  await client.query(
    `insert into sessions (user_id, token_hash, state, proved_at, second_factor_at, expires_at, absolute_expires_at)
    values (1, sha256($1::bytea), 'active', now(), now(), now() + interval '10 years', now() + interval '10 years')
    on conflict do nothing`,
    [token],
  );
  await client.end();
}

/** An escrow account for each sale, emptied where it is over, and one account of each seller and buyer. */
const moneyOf = (people: number) => `
  insert into money.accounts (kind, case_id, shard, bound, debits, credits, version)
  select 'escrow', o.id, 0, 1, case when o.state in ('completed', 'refunded') then o.total_cents else 0 end,
    o.total_cents, 2 from orders o where o.paid_at is not null order by o.id;
  insert into money.accounts (kind, case_id, shard, bound, debits, credits, version)
  select 'pending_release', o.id, 0, 1, s.net_cents, s.net_cents, 2
  from orders o join settlements s on s.order_id = o.id where s.state = 'released' order by o.id;
  insert into money.accounts (kind, case_id, shard, bound, debits, credits, version)
  select 'available', n, 0, 1, 0, 5000 * (n % 40), 1 from generate_series(1, ${people}) n`;

/**
 * Finished ones: a hundred thousand withdrawals and tickets for a million orders; and some dozens pending in each
 * queue.
 */
const cases = ({ orders, people, listings, sellers }: Required<StaffMarket>) => {
  const tenth = Math.floor(orders / 10);
  const fiftieth = Math.floor(orders / 50);
  const hundredth = Math.floor(orders / 100);
  return `
  insert into refunds (order_id, payment_id, reason, amount_cents, state, completed_at, created_at, decided_by, decided_at)
  select o.id, p.id, 'seller_cancelled', o.total_cents, 'completed', o.created_at + interval '3 days',
    o.created_at + interval '2 days', 2, o.created_at + interval '2 days'
  from orders o join payments p on p.order_id = o.id where o.state = 'refunded' order by o.id;
  insert into refunds (order_id, payment_id, reason, amount_cents, state, created_at)
  select o.id, p.id, 'regret', o.total_cents, 'requested', now() - o.id % 48 * interval '1 hour'
  from orders o join payments p on p.order_id = o.id where o.state = 'delivered' order by o.id desc limit 60;
  insert into withdrawals (user_id, amount_cents, fee_cents, state, pix_key_type, pix_key, holder_name, decided_by,
    decided_at, paid_at, created_at)
  select 100 + n % ${sellers}, 5000 + n % 90000, 250, case when n > ${tenth} then 'requested' else 'paid' end, 'cpf',
    '11144477735', 'Ana Souza', case when n <= ${tenth} then 2 end, case when n <= ${tenth} then now() end,
    case when n <= ${tenth} then now() end, now() - (${tenth + 60} - n) * interval '300 seconds'
  from generate_series(1, ${tenth + 60}) n;
  insert into receipt_files (owner_id, key, media, bytes, content_hash)
  select 4000, translate(rpad(md5(n::text), 43, 'a'), '=', '_'), 'application/pdf', 1000, sha256(n::text::bytea)
  from generate_series(1, ${fiftieth + 60}) n;
  insert into receipts (order_id, payment_id, sending, state, file_id, content_hash, payer_name, bank, paid_at,
    amount_cents, needs_two, decided_by, decided_at, refusal, created_at)
  select o.id, o.payment_id, 1, case when o.n > ${fiftieth} then 'sent' else 'rejected' end, f.id, f.content_hash, 'Ana Souza',
    'Banco Exemplo', now(), 1000, false, case when o.n <= ${fiftieth} then 2 end, case when o.n <= ${fiftieth} then now() end,
    case when o.n <= ${fiftieth} then 'illegible' end, now() - (${fiftieth + 60} - o.n) * interval '600 seconds'
  from (select o.id, p.id as payment_id, row_number() over (order by o.id) as n
      from orders o join payments p on p.order_id = o.id where o.state = 'expired' limit ${fiftieth + 60}) o
    join (select id, content_hash, row_number() over (order by id) as n from receipt_files) f on f.n = o.n;
  insert into complaints (order_id, reason, wish, words, state, opened_at, mediated_at, closed_at, ending, result)
  select id, 'late', 'full', 'Passou do prazo e ninguém respondeu às mensagens.',
    case when n > ${fiftieth} then 'in_mediation' else 'closed' end, created_at, created_at + interval '1 day',
    case when n <= ${fiftieth} then created_at + interval '3 days' end, case when n <= ${fiftieth} then 'decided' end,
    case when n <= ${fiftieth} then 'full' end
  from (select id, created_at, row_number() over (order by id) as n from orders where state = 'completed' limit ${fiftieth + 60}) o;
  insert into reports (protocol, reporter_id, target_kind, target_id, reason, state, decided_by, decided_at, created_at)
  select 'D-' || upper(substr(md5('d' || n), 1, 4) || '-' || substr(md5('d' || n), 5, 4)), 4000 + n % ${people - 5000}, 'listing',
    (select min(id) from listings) + n % ${listings}, 'fraud', case when n > ${hundredth} then 'open' else 'dismissed' end,
    case when n <= ${hundredth} then 2 end, case when n <= ${hundredth} then now() end, now() - (${hundredth + 60} - n) * interval '900 seconds'
  from generate_series(1, ${hundredth + 60}) n;
  insert into tickets (protocol, user_id, state, category, last_sequence, staff_read, resolution, resolved_at,
    closed_at, created_at, last_message_at)
  select distinct on (1) 'A-' || upper(substr(md5('a' || n), 1, 4) || '-' || substr(md5('a' || n), 5, 4)),
    5000 + n % ${people - 6000}, case when n > ${tenth} then 'open' else 'closed' end,
    (array['payment', 'withdrawal', 'order', 'account', 'other'])[1 + n % 5], 1, 0,
    case when n <= ${tenth} then 'solved' end, case when n <= ${tenth} then now() end, case when n <= ${tenth} then now() end,
    now() - (${tenth + 80} - n) * interval '300 seconds', now() - (${tenth + 80} - n) * interval '300 seconds'
  from generate_series(1, ${tenth + 80}) n;
  insert into ticket_messages (ticket_id, sequence, author_id, author_side, client_id, text)
  select id, 1, user_id, 'user', gen_random_uuid(), 'Preciso de ajuda com o meu pedido.' from tickets`;
};

/** The events of each order; every tenth actor is a staff member. */
const records = `
  insert into events (at, kind, actor_id, actor_role, subject_kind, subject_id, data)
  select created_at, case when id % 10 = 0 then 'order.forced' else 'order.paid' end,
    case when id % 10 = 0 then 1 + id % 40 else buyer_id end,
    case when id % 10 <> 0 then 'user' when 1 + id % 40 = 1 then 'admin' else 'support' end,
    'order', id, case when id % 10 = 0 then '{"before": {"state": "paid"}, "after": {"state": "completed"}, "reason": "Conferido."}'::jsonb else '{}' end
  from orders order by id;`;
