-- The running processes of this installation, each with its last sign of life by the database's own clock.
create table processes (
  id uuid primary key,
  role text not null check (role = any ('{web,worker,all}')),
  version text not null check (length(version) between 1 and 100),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  check (seen_at >= started_at)
);
grant select, delete on processes to praca_app;
grant insert (id, role, version) on processes to praca_app;
grant update (seen_at) on processes to praca_app;
