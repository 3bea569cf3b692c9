-- What this installation is: whether the demo market was asked for, and whether it is whole.
create table installation (
  only_row boolean primary key default true check (only_row),
  demo_begun_at timestamptz,
  demo_filled_at timestamptz
);
insert into installation default values;
revoke insert, update, delete on installation from praca_app;
