-- Ratings of orders, the scores made of them, and sales that do not count.

-- The days in which an order may be rated, with one timer. Inserted when the order ends (`open_rating_window`).
create table rating_windows (
  order_id bigint primary key references orders,
  buyer_id bigint not null,
  seller_id bigint not null,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  -- `ask` reminds those who have not rated, `close` publishes what there is; null once closed.
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
revoke insert, update, delete on rating_windows from praca_app;
grant update (closes_at, due_at, due_event, closed_at) on rating_windows to praca_app;

create table ratings (
  id bigint generated always as identity primary key,
  order_id bigint not null references rating_windows,
  author_role text not null check (author_role in ('buyer', 'seller')),
  author_id bigint not null references users,
  subject_id bigint not null references users,
  listing_id bigint not null references listings,
  state text not null default 'written' check (state in ('written', 'published')),
  stars smallint not null check (stars between 1 and 5),
  -- What only the buyer can rate: as described, on time, service.
  description_stars smallint check (description_stars between 1 and 5),
  punctuality_stars smallint check (punctuality_stars between 1 and 5),
  service_stars smallint check (service_stars between 1 and 5),
  text text not null default '' check (length(text) <= 16000),
  created_at timestamptz not null default market_now(),
  edited_at timestamptz,
  published_at timestamptz,
  reply text check (length(reply) between 1 and 16000),
  replied_at timestamptz,
  -- A buyer's rating that contradicts a complaint which the seller won does not count (§4.12); its text stays.
  discounted boolean not null default false,
  -- A published rating is removed for a listed reason only, after a report that staff upheld (§4.12). It leaves the
  -- pages and the scores, stays as evidence of its order, and does not return.
  removed_at timestamptz,
  removed_for text check (removed_for in ('offensive', 'personal_data', 'outside_deal', 'spam')),
  unique (order_id, author_role),
  check (author_id <> subject_id),
  check (num_nonnulls(description_stars, punctuality_stars, service_stars) =
    case author_role when 'buyer' then 3 else 0 end),
  check ((state = 'published') = (published_at is not null)),
  check ((reply is null) = (replied_at is null)),
  check (reply is null or state = 'published'),
  constraint ratings_removed check ((removed_at is null) = (removed_for is null)
    and (removed_at is null or state = 'published')),
  constraint ratings_discounted check (not discounted or state = 'published')
);
create index ratings_listing on ratings (listing_id, published_at desc, id desc)
  where state = 'published' and author_role = 'buyer';
create index ratings_subject on ratings (subject_id, author_role, published_at desc, id desc) where state = 'published';
create trigger ratings_state before update of state on ratings for each row
  when (new.state <> old.state) execute function guard_case_state('rating');
create trigger ratings_guard before insert or update on ratings for each row execute function guard_rating();
create trigger ratings_stay_discounted before update of discounted on ratings for each row
  when (old.discounted and not new.discounted) execute function refuse_change();
create trigger ratings_stay_removed before update of removed_at, removed_for on ratings for each row
  when (old.removed_at is not null
    and (new.removed_at, new.removed_for) is distinct from (old.removed_at, old.removed_for))
  execute function refuse_change();
revoke insert, update, delete on ratings from praca_app;
grant insert (order_id, author_role, author_id, subject_id, listing_id, stars, description_stars, punctuality_stars,
  service_stars, text) on ratings to praca_app;
grant update (state, stars, description_stars, punctuality_stars, service_stars, text, edited_at, published_at, reply,
  replied_at, discounted, removed_at, removed_for) on ratings to praca_app;

-- How many published ratings of each grade a listing has, and a person as seller and as buyer; updated by the job
-- that publishes. The score is the Bayesian mean of §4.13 (prior 4.5, weight 10), in hundredths.
create table rating_scores (
  subject text not null check (subject in ('listing', 'seller', 'buyer')),
  subject_id bigint not null,
  ones integer not null default 0,
  twos integer not null default 0,
  threes integer not null default 0,
  fours integer not null default 0,
  fives integer not null default 0,
  -- Sums of the three finer grades. Buyers get none.
  description_sum integer not null default 0,
  punctuality_sum integer not null default 0,
  service_sum integer not null default 0,
  count integer not null generated always as (ones + twos + threes + fours + fives) stored,
  primary key (subject, subject_id),
  check (least(ones, twos, threes, fours, fives, description_sum, punctuality_sum, service_sum) >= 0)
) with (fillfactor = 80);
create trigger rating_scores_changed after insert or update on rating_scores for each row
  when (new.subject = 'seller') execute function queue_seller_change();

-- Sales that say nothing about a seller: fully refunded ones, and those with the same device, payout key or document
-- on both sides (T109, ADR 0080). A shared network alone is shown to staff and excludes nothing.
create table doubtful_sales (
  order_id bigint primary key references orders,
  reasons text[] not null
    constraint doubtful_sales_reasons check (reasons <> '{}'
      and reasons <@ '{device,payout_key,document,network,refunded}'),
  -- Whether the two sides look like one person.
  related boolean not null generated always as (reasons && '{device,payout_key,document}') stored,
  excluded boolean not null generated always as (reasons && '{device,payout_key,document,refunded}') stored,
  noted_at timestamptz not null default market_now(),
  -- Null until the event for staff is recorded.
  reported_at timestamptz
);
create index doubtful_sales_unreported on doubtful_sales (noted_at) where reported_at is null;
revoke delete on doubtful_sales from praca_app;

-- People with a new device, key or document, whose earlier sales are compared again.
create table parties_to_compare (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade
);

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('rating', 'edit', 'author', 'written', 'written'),
  ('rating', 'publish', 'system', 'written', 'published'),
  ('rating', 'reply', 'subject', 'published', 'published');
