-- A seller's contest of how a sale counts for their level (§4.13): one for each sale, decided once. An accepted one takes
-- the sale out of the rates.
create table sale_contests (
  id bigint generated always as identity primary key,
  order_id bigint not null constraint sale_contests_once unique references orders,
  seller_id bigint not null references users,
  words text not null constraint sale_contests_words check (length(words) between 1 and 1000),
  state text not null default 'pending'
    constraint sale_contests_state check (state in ('pending', 'accepted', 'rejected')),
  cause text constraint sale_contests_cause check (cause in ('buyer_abuse', 'platform_incident', 'miscounted')),
  note text constraint sale_contests_note check (length(note) between 1 and 500),
  created_at timestamptz not null default market_now(),
  decided_by bigint references users,
  decided_at timestamptz,
  constraint sale_contests_decided check ((state = 'pending') = (decided_at is null)
    and (decided_at is null) = (decided_by is null) and (decided_at is null) = (note is null)),
  constraint sale_contests_accepted check ((state = 'accepted') = (cause is not null)),
  constraint sale_contests_not_own check (decided_by <> seller_id)
);
create index sale_contests_queue on sale_contests (id) where state = 'pending';
create trigger sale_contests_decided_once before update on sale_contests for each row
  when (old.state <> 'pending') execute function refuse_change();
revoke insert, update, delete on sale_contests from praca_app;
grant insert (order_id, seller_id, words) on sale_contests to praca_app;
grant update (state, cause, note, decided_by, decided_at) on sale_contests to praca_app;
