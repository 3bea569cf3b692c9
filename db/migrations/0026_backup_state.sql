-- What the last check of the backups found: one row, for the one folder of an installation.
create table backup_state (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null default now(),
  -- Everything committed until then is in the newest set; null where there is none.
  up_to timestamptz,
  -- When a set was last read in full, and which reading began last, so that other processes leave it to that one.
  read_at timestamptz,
  read_begun_at timestamptz,
  read_set text,
  fault text check (length(fault) between 1 and 500)
);
insert into backup_state default values;
grant select on backup_state to praca_app;
grant update (checked_at, up_to, read_at, read_begun_at, read_set, fault) on backup_state to praca_app;
