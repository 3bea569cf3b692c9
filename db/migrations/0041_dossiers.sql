-- Dossiers of orders (N07): who had which made, and the hash and signature of its content. The content itself leaves with
-- the reply and is not stored.
create table dossiers (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  made_by bigint not null references users,
  reader text not null constraint dossiers_reader check (reader in ('buyer', 'seller', 'staff', 'authority')),
  made_at timestamptz not null default market_now(),
  sha256 bytea not null constraint dossiers_sha256 check (length(sha256) = 32),
  signature bytea not null constraint dossiers_signature check (length(signature) = 64)
);
create index dossiers_order on dossiers (order_id);
create trigger dossiers_append_only before update or delete or truncate on dossiers
  execute function refuse_change();
create trigger dossiers_for_reader before insert on dossiers for each row execute function check_dossier_reader();
revoke insert, update, delete on dossiers from praca_app;
grant insert (order_id, made_by, reader, made_at, sha256, signature) on dossiers to praca_app;

-- The key that signs them is stored like the other keys of values that must stay verifiable (decision 81).
alter table stored_keys drop constraint stored_keys_purpose_check;
alter table stored_keys add constraint stored_keys_purpose_check
  check (purpose in ('fingerprint', 'codes', 'receipts', 'reveals', 'dossiers'));
