-- T88: what each person sent up within a day, through whichever door. A row is written before its file is kept, under a
-- lock of its person, and goes again when the file is refused; after a day it counts no more and is forgotten.
create table uploads (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  door text not null check (door in ('conversation', 'ticket', 'receipt', 'complaint', 'delivery', 'photo')),
  bytes bigint not null check (bytes >= 0),
  created_at timestamptz not null default market_now()
);
create index uploads_owner on uploads (owner_id, created_at);
create index uploads_age on uploads (created_at);
revoke insert, update, truncate on uploads from praca_app;
grant insert (owner_id, door, bytes) on uploads to praca_app;
