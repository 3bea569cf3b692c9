-- Closings of the ledger (N10): each binds the journals since the closing before to one hash, which is published. A row
-- that is changed later no longer leads to it.
create table money.closings (
  n integer primary key check (n >= 1),
  -- The last day in São Paulo that is over; a closing after a pause covers several.
  day date not null unique,
  first_id bigint not null,
  last_id bigint not null,
  -- Hashed with each journal, because amounts could be guessed; the journals' own salts are derived from it.
  salt bytea not null check (length(salt) = 32),
  closed_at timestamptz not null,
  -- Filled in once, after the range.
  journals integer check (journals >= 0),
  root bytea check (length(root) = 32),
  check (last_id >= first_id - 1),
  check ((root is null) = (journals is null))
);
create trigger closings_append_only before delete or truncate on money.closings
  execute function public.refuse_change();
create trigger closings_rooted before update on money.closings for each row
  when (old.root is not null or (old.n, old.day, old.first_id, old.last_id, old.salt, old.closed_at)
    is distinct from (new.n, new.day, new.first_id, new.last_id, new.salt, new.closed_at))
  execute function public.refuse_change();
revoke all on money.closings from praca_app;
grant select on money.closings to praca_app;
