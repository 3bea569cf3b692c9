-- When a person was born, proven (F58): by a document that was approved, by the guardian of a minor, or by staff with a
-- reason. What people type of themselves is `users.birth_date`, and proves nothing. One row for an account; it changes by
-- staff only (`guard_proven_birth`).
create table proven_births (
  user_id bigint primary key references users,
  born_on date not null constraint proven_births_century check (born_on >= '1900-01-01'),
  source text not null constraint proven_births_source check (source in ('document', 'guardian', 'staff')),
  proven_at timestamptz not null default market_now(),
  -- Who answers for it: staff or the guardian; null where a provider of verification decided.
  proven_by bigint references users,
  reason text constraint proven_births_reason check (length(reason) between 1 and 500),
  -- By the day of São Paulo.
  constraint proven_births_past check (born_on <= (proven_at at time zone 'America/Sao_Paulo')::date),
  constraint proven_births_by_another check (proven_by <> user_id),
  constraint proven_births_answered check (source = 'document' or proven_by is not null),
  constraint proven_births_by_staff check ((source = 'staff') = (reason is not null))
);
create index proven_births_by on proven_births (proven_by);
create trigger proven_births_guarded before insert or update on proven_births for each row
  execute function guard_proven_birth();
