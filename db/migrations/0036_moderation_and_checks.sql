-- L09: staff take a listing off the shelf and put it back.
insert into listing_transitions (event, actor, from_state, to_state) values
  ('suspend', 'staff', 'published', 'suspended'),
  ('suspend', 'staff', 'paused', 'suspended'),
  ('suspend', 'staff', 'sold_out', 'suspended'),
  ('republish', 'staff', 'suspended', 'published');

-- Each time the books were checked as a whole (docs/money.md): what was found and how long it took.
create table book_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default market_now(),
  took_ms integer not null,
  breaks jsonb not null
);
create trigger book_checks_append_only before update or delete or truncate on book_checks
  execute function refuse_change();
revoke update, delete, truncate on book_checks from praca_app;
