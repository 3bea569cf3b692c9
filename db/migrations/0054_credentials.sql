-- Accounts at providers that an administrator types on the screen: sealed with the installation's key, one a service.
-- What was replaced is gone; that it was replaced, by whom and why, stays in the events.
create table credentials (
  service text primary key check (service in ('payments', 'mail', 'sms', 'push', 'realtime', 'sign_in')),
  provider text not null check (length(provider) between 2 and 40),
  sealed bytea not null check (octet_length(sealed) <= 40000),
  version int not null default 1 check (version > 0),
  author_id bigint not null references users,
  set_at timestamptz not null default market_now()
);
revoke truncate on credentials from praca_app;
