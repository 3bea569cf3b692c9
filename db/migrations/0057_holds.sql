-- Who of the team looks at an item of a queue now (design A8). A hold is no right: it ends by itself and may be taken
-- over, but a decision by somebody else is refused while it lasts.
create table holds (
  queue text not null check (queue in ('reviews', 'withdrawals', 'refunds', 'complaints', 'receipts')),
  item_id bigint not null,
  holder_id bigint not null references users on delete cascade,
  since timestamptz not null default market_now(),
  until timestamptz not null check (until > since),
  primary key (queue, item_id)
);
create index holds_until on holds (until);
create index holds_holder on holds (holder_id);
revoke truncate on holds from praca_app;
