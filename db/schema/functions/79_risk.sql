-- What is known when a purchase is placed (F55), as the facts of domain/risk/facts.ts and the buyer's device. It locks
-- what limits count by, so that of raced purchases each sees the ones before. One call, with plans that are prepared.
create or replace function risk_at_placing(buyer bigint, offered bigint, session bigint, from_network text, paper text)
returns jsonb language plpgsql as $$
declare
  now constant timestamptz := public.market_now();
  a_day constant timestamptz := now - interval '1 day';
  a_month constant timestamptz := now - interval '30 days';
  browser bytea;
  seen timestamptz;
  papers text;
  seller bigint;
  facts jsonb;
begin
  seller := (select l.seller_id from public.listings l where l.id = offered);
  select d.token_hash, d.first_seen_at into browser, seen
    from public.sessions s join public.devices d on d.id = s.device_id where s.id = session;
  papers := coalesce(paper, (select coalesce(u.cpf, u.cnpj) from public.users u where u.id = buyer));
  perform pg_advisory_xact_lock(key) from (select distinct hashtextextended(trace, 55) as key
    from unnest(array['d' || encode(browser, 'hex'), 'n' || from_network, 'p' || papers]) trace
    where trace is not null order by 1) traces;
  select jsonb_build_object(
    'priceBps', (select least(l.price_cents * 10000 / c.median_cents, 1000000) from public.listings l
      join public.category_prices c on c.category_id = l.category_id and c.median_cents > 0 where l.id = offered),
    'accountAgeMs', (extract(epoch from now - u.created_at) * 1000)::bigint,
    'securityAgeMs', (extract(epoch from now - greatest(u.security_changed_at, u.password_changed_at)) * 1000)::bigint,
    'deviceAgeMs', (extract(epoch from now - seen) * 1000)::bigint,
    'bought', b.paid, 'largestCents', b.largest, 'boughtRecently', b.recent, 'refundedRecently', b.refunded,
    'tradedBefore', exists (select from public.orders o where o.buyer_id = buyer and o.seller_id = seller
      and o.state = 'completed'),
    'deviceAccounts', d.accounts, 'deviceOrdersHour', d.hour, 'deviceOrdersDay', d.orders, 'deviceCentsDay', d.cents,
    'networkAccounts', n.accounts, 'networkOrdersHour', n.hour,
    'documentAccounts', p.accounts, 'documentOrdersDay', p.orders, 'documentCentsDay', p.cents,
    'declines', (select count(*) from public.orders o join public.payments y on y.order_id = o.id
      where o.buyer_id = buyer and o.created_at > a_day and y.state = 'declined'),
    'sellerAgeMs', (extract(epoch from now - s.created_at) * 1000)::bigint,
    'sold', v.sold, 'soldDay', v.day, 'soldMonth', v.month, 'claimsMonth', v.claims,
    'sellerLinks', (select count(distinct x.user_id) from (
      select o.user_id from public.devices m join public.devices o on o.token_hash = m.token_hash where m.user_id = seller
      union all select o.user_id from public.withdrawals m join public.withdrawals o on o.pix_key = m.pix_key
        where m.user_id = seller) x where x.user_id <> seller),
    'sharedDevice', exists (select from public.devices x join public.devices y on y.token_hash = x.token_hash
      where x.user_id = buyer and y.user_id = seller),
    'sharedKey', exists (select from public.withdrawals x join public.withdrawals y on y.pix_key = x.pix_key
      where x.user_id = buyer and y.user_id = seller),
    'sharedDocument', coalesce(papers in (s.cpf, s.cnpj), false),
    'sharedNetwork', from_network is not null and exists (select from public.sessions y
      where y.user_id = seller and public.network_of(y.ip) = from_network),
    'frauds', (select count(*) from (
      select r.order_id from public.order_risks r where r.device = browser
      union select r.order_id from public.order_risks r where r.document = papers
      union select o.id from public.orders o where o.buyer_id = buyer) linked
      where exists (select from public.order_risks r where r.order_id = linked.order_id and r.label = 'fraud')
        or exists (select from public.chargebacks c where c.order_id = linked.order_id and c.direction = 'taken')))
  into facts
  from public.users u cross join public.users s
    cross join lateral (select count(*) as paid, coalesce(max(o.total_cents), 0) as largest,
      count(*) filter (where o.created_at > now - interval '90 days') as recent,
      count(*) filter (where o.created_at > now - interval '90 days' and o.refunded_cents > 0) as refunded
      from (select o.total_cents, o.created_at, o.refunded_cents from public.orders o
        where o.buyer_id = buyer and o.paid_at is not null order by o.id desc limit 50) o) b
    cross join lateral (select count(distinct r.buyer_id) filter (where r.buyer_id <> buyer) as accounts, count(*) filter (where r.placed_at > now - interval '1 hour') as hour,
      count(*) filter (where r.placed_at > a_day) as orders,
      coalesce(sum((r.facts ->> 'amountCents')::bigint) filter (where r.placed_at > a_day), 0) as cents
      from (select r.buyer_id, r.placed_at, r.facts from public.order_risks r where r.device = browser and r.placed_at > a_month
        order by r.placed_at desc limit 200) r) d
    cross join lateral (select count(distinct r.buyer_id) filter (where r.buyer_id <> buyer) as accounts, count(*) filter (where r.placed_at > now - interval '1 hour') as hour
      from (select r.buyer_id, r.placed_at, r.facts from public.order_risks r where r.network = from_network and r.placed_at > a_day
        order by r.placed_at desc limit 200) r) n
    cross join lateral (select count(distinct r.buyer_id) filter (where r.buyer_id <> buyer) as accounts, count(*) filter (where r.placed_at > a_day) as orders,
      coalesce(sum((r.facts ->> 'amountCents')::bigint) filter (where r.placed_at > a_day), 0) as cents
      from (select r.buyer_id, r.placed_at, r.facts from public.order_risks r where r.document = papers and r.placed_at > a_month
        order by r.placed_at desc limit 200) r) p
    cross join lateral (select count(*) as sold, count(*) filter (where o.paid_at > a_day) as day,
      count(*) filter (where o.paid_at > a_month) as month,
      count(*) filter (where o.paid_at > a_month and (o.state = 'in_complaint' or exists (select from public.complaints c
        where c.order_id = o.id))) as claims
      from (select o.id, o.paid_at, o.state from public.orders o
        where o.seller_id = seller and o.paid_at is not null order by o.paid_at desc limit 50) o) v
  where u.id = buyer and s.id = seller;
  return jsonb_build_object('device', encode(browser, 'hex'), 'document', papers, 'facts', facts);
end $$;

-- What the payment adds: declined tries, others who paid with this card today, and whether a third person paid.
create or replace function risk_at_payment(about bigint, paid_by text, payer text) returns jsonb language plpgsql as $$
declare
  now constant timestamptz := public.market_now();
begin
  if paid_by is not null then
    perform pg_advisory_xact_lock(hashtextextended('c' || paid_by, 55));
  end if;
  return (select jsonb_build_object(
    'declines', (select count(*) from public.orders o join public.payments y on y.order_id = o.id
      where o.buyer_id = t.buyer_id and o.created_at > now - interval '1 day' and y.state = 'declined'),
    'otherPayer', coalesce(payer is distinct from u.cpf and payer is distinct from u.cnpj
      and coalesce(u.cpf, u.cnpj) is not null and payer is not null, false),
    'cardAccounts', (select count(distinct r.buyer_id) from public.order_risks r
      where r.card = paid_by and r.placed_at > now - interval '1 day' and r.buyer_id <> t.buyer_id),
    'cardOrdersDay', (select count(*) from public.order_risks r
      where r.card = paid_by and r.placed_at > now - interval '1 day'))
    from public.order_risks t join public.users u on u.id = t.buyer_id where t.order_id = about);
end $$;
