-- Minors (F58). Since when this installation protects them: accounts from before have a time to prove their age.
alter table installation add column minors_protected_since timestamptz not null default market_now();

-- Whether chance decides what a buyer gets in this category (Lei 15.211/2025, art. 20); staff say so, never a seller.
alter table categories add column random_content boolean not null default false;

-- A minor names a guardian, who consents, sets a limit a month and may take it back. A named account that does not exist,
-- or is no proven adult, leaves a request that nobody can answer, so that the minor learns nothing of other accounts.
create table guardian_consents (
  id bigint generated always as identity primary key,
  minor_id bigint not null references users,
  guardian_name text not null constraint guardian_consents_name check (length(guardian_name) between 3 and 20),
  guardian_id bigint references users,
  -- As the minor typed it, or as it is proven; the guardian must know it.
  born_on date not null,
  wrong_tries smallint not null default 0,
  asked_at timestamptz not null default market_now(),
  expires_at timestamptz not null,
  given_at timestamptz,
  monthly_limit_cents bigint,
  ended_at timestamptz,
  end_reason text constraint guardian_consents_end
    check (end_reason in ('declined', 'wrong_birth', 'withdrawn', 'expired', 'revoked')),
  constraint guardian_consents_other check (guardian_id <> minor_id),
  constraint guardian_consents_given check ((given_at is null) = (monthly_limit_cents is null)
    and (given_at is null or guardian_id is not null)),
  constraint guardian_consents_limit check (monthly_limit_cents > 0),
  constraint guardian_consents_ended check ((ended_at is null) = (end_reason is null)),
  constraint guardian_consents_revoked check (end_reason <> 'revoked' or given_at is not null),
  constraint guardian_consents_tries check (wrong_tries between 0 and 3)
);
create unique index guardian_consents_open on guardian_consents (minor_id) where ended_at is null;
create index guardian_consents_guardian on guardian_consents (guardian_id, id) where guardian_id is not null;
create trigger guardian_consents_guarded before insert or update on guardian_consents for each row
  execute function guard_guardian_consent();
revoke insert, update on guardian_consents from praca_app;
grant insert (minor_id, guardian_name, guardian_id, born_on, expires_at) on guardian_consents to praca_app;
grant update (wrong_tries, given_at, monthly_limit_cents, ended_at, end_reason) on guardian_consents to praca_app;

create trigger orders_ages before insert on orders for each row execute function guard_order_ages();
