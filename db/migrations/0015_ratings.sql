-- What buyer and seller say of each other after an order (product §4.12, §4.13): windows, ratings, figures.

-- The table serves every noun by now; which ones there are is the domain's machines' to say.
alter table case_transitions drop constraint if exists case_transitions_noun_check;
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('rating', 'edit', 'author', 'written', 'written'),
  ('rating', 'publish', 'system', 'written', 'published'),
  ('rating', 'reply', 'subject', 'published', 'published');

-- The thirty days in which an order may be rated, with their one timer. Born with the order's end, below.
create table rating_windows (
  order_id bigint primary key references orders,
  buyer_id bigint not null,
  seller_id bigint not null,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  -- `ask` reminds those who have not written, `close` publishes what there is; nothing rings once it is closed.
  due_at timestamptz,
  due_event text check (due_event in ('ask', 'close')),
  closed_at timestamptz,
  check (closes_at > opened_at),
  check ((due_at is null) = (due_event is null)),
  check ((closed_at is null) = (due_at is not null))
);
create index rating_windows_due on rating_windows (due_at) where due_at is not null;
create index rating_windows_buyer on rating_windows (buyer_id, closes_at) where closed_at is null;
create index rating_windows_seller on rating_windows (seller_id, closes_at) where closed_at is null;
revoke insert, update, delete, truncate on rating_windows from praca_app;
grant update (closes_at, due_at, due_event, closed_at) on rating_windows to praca_app;

-- Here and not in the commands, because orders end in many of them: confirmed, by time, by a complaint, by regret.
-- What was never delivered is not rated; an order that ends a second time keeps its window.
create function open_rating_window() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.rating_windows (order_id, buyer_id, seller_id, opened_at, closes_at, due_at, due_event)
    values (new.id, new.buyer_id, new.seller_id, new.closed_at, new.closed_at + interval '30 days',
      new.closed_at + interval '1 day', 'ask')
    on conflict do nothing;
  return null;
end $$;
create trigger orders_rateable after update of state on orders for each row
  when (new.state <> old.state and new.state in ('completed', 'refunded') and new.delivered_at is not null
    and new.closed_at is not null)
  execute function open_rating_window();

create table ratings (
  id bigint generated always as identity primary key,
  order_id bigint not null references rating_windows,
  author_role text not null check (author_role in ('buyer', 'seller')),
  author_id bigint not null references users,
  subject_id bigint not null references users,
  listing_id bigint not null references listings,
  state text not null default 'written' check (state in ('written', 'published')),
  stars smallint not null check (stars between 1 and 5),
  -- What only the buyer can judge: was it as described, on time, and how was one treated.
  description_stars smallint check (description_stars between 1 and 5),
  punctuality_stars smallint check (punctuality_stars between 1 and 5),
  service_stars smallint check (service_stars between 1 and 5),
  text text not null default '' check (length(text) <= 500),
  created_at timestamptz not null default market_now(),
  edited_at timestamptz,
  published_at timestamptz,
  reply text check (length(reply) between 1 and 500),
  replied_at timestamptz,
  unique (order_id, author_role),
  check (author_id <> subject_id),
  check (num_nonnulls(description_stars, punctuality_stars, service_stars) =
    case author_role when 'buyer' then 3 else 0 end),
  check ((state = 'published') = (published_at is not null)),
  check ((reply is null) = (replied_at is null)),
  check (reply is null or state = 'published')
);
create index ratings_listing on ratings (listing_id, published_at desc, id desc)
  where state = 'published' and author_role = 'buyer';
create index ratings_subject on ratings (subject_id, author_role, published_at desc, id desc) where state = 'published';
create trigger ratings_state before update of state on ratings for each row
  when (new.state <> old.state) execute function guard_case_state('rating');
revoke insert, update, delete, truncate on ratings from praca_app;
grant insert (order_id, author_role, author_id, subject_id, listing_id, stars, description_stars, punctuality_stars,
    service_stars, text),
  update (state, stars, description_stars, punctuality_stars, service_stars, text, edited_at, published_at, reply,
    replied_at) on ratings to praca_app;

-- A rating is by one party of its order about the other, written while the window is open and the order is not in a
-- complaint; what is published stands as it is, and its one reply too.
create function guard_rating() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (
    select from public.rating_windows w join public.orders o on o.id = w.order_id
    where w.order_id = new.order_id and w.closed_at is null and o.state <> 'in_complaint'
      and o.listing_id = new.listing_id
      and (new.author_role, new.author_id, new.subject_id) in (('buyer', o.buyer_id, o.seller_id),
        ('seller', o.seller_id, o.buyer_id))) then
    raise exception 'order % cannot be rated so', new.order_id using errcode = '23514', constraint = 'rating_party';
  end if;
  if tg_op = 'UPDATE' and old.state = 'published' and (
    (new.stars, new.description_stars, new.punctuality_stars, new.service_stars, new.text, new.published_at)
      is distinct from
    (old.stars, old.description_stars, old.punctuality_stars, old.service_stars, old.text, old.published_at)
    or (old.reply is not null and (new.reply, new.replied_at) is distinct from (old.reply, old.replied_at))) then
    raise exception 'rating % is published', old.id using errcode = '23514', constraint = 'rating_published';
  end if;
  return new;
end $$;
create trigger ratings_guard before insert or update on ratings for each row execute function guard_rating();

-- How many published ratings of each grade a listing has, and a person as seller and as buyer; kept by the publishing
-- step. The score is the Bayesian mean of product §4.13 (prior 4.5, weight 10), in hundredths.
create table rating_scores (
  subject text not null check (subject in ('listing', 'seller', 'buyer')),
  subject_id bigint not null,
  ones integer not null default 0,
  twos integer not null default 0,
  threes integer not null default 0,
  fours integer not null default 0,
  fives integer not null default 0,
  -- Sums of the three finer grades, whose means are plain. Buyers get none.
  description_sum integer not null default 0,
  punctuality_sum integer not null default 0,
  service_sum integer not null default 0,
  count integer not null generated always as (ones + twos + threes + fours + fives) stored,
  hundredths integer not null generated always as (round(
    100.0 * (45 + ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives)
      / (10 + ones + twos + threes + fours + fives))) stored,
  primary key (subject, subject_id),
  check (least(ones, twos, threes, fours, fives, description_sum, punctuality_sum, service_sum) >= 0)
) with (fillfactor = 80);
