-- Documents that people send with a selfie, and what was decided about them (§4.14, F51).
create table document_checks (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  level text not null constraint document_checks_level check (level in ('N2', 'N3')),
  kind text not null constraint document_checks_kind check (kind in ('rg', 'cnh', 'passport', 'crnm', 'company')),
  -- As declared by the account, or typed with the documents where it declares none yet.
  full_name text not null constraint document_checks_name check (length(full_name) between 3 and 120),
  document text not null
    constraint document_checks_document check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  mei boolean not null default false,
  -- Proven once the state is `approved`.
  born_on date not null,
  expires_on date,
  state text not null default 'sent' constraint document_checks_state check (state in ('sent', 'in_review',
    'claimed', 'approved', 'refused', 'expired', 'revoked', 'replaced')),
  is_claim boolean not null default false,
  claim_words text constraint document_checks_claim_words check (length(claim_words) between 1 and 1000),
  provider_answer text not null default 'waiting' constraint document_checks_provider_answer
    check (provider_answer in ('waiting', 'match', 'mismatch', 'unsure', 'unavailable')),
  provider text constraint document_checks_provider check (length(provider) between 2 and 30),
  provider_tries smallint not null default 0 constraint document_checks_tries check (provider_tries >= 0),
  provider_due_at timestamptz not null default market_now(),
  first_by bigint references users,
  first_at timestamptz,
  -- Null after a decision: the provider's match approved level N2.
  decided_by bigint references users,
  decided_at timestamptz,
  refusal text constraint document_checks_refusal check (refusal in ('unreadable', 'expired', 'other_person',
    'incomplete', 'altered', 'in_use')),
  note text constraint document_checks_note check (length(note) between 1 and 500),
  valid_until date,
  revoked_by bigint references users,
  revoked_at timestamptz,
  revocation text constraint document_checks_revocation check (length(revocation) between 1 and 500),
  files_removed_at timestamptz,
  created_at timestamptz not null default market_now(),
  constraint document_checks_decided check ((state in ('sent', 'in_review', 'claimed')) = (decided_at is null)),
  constraint document_checks_first check ((first_by is null) = (first_at is null)),
  constraint document_checks_refused check ((state = 'refused') = (refusal is not null)),
  constraint document_checks_validity check ((state in ('approved', 'expired', 'revoked', 'replaced'))
    = (valid_until is not null)),
  constraint document_checks_claim check (is_claim = (claim_words is not null)),
  constraint document_checks_revoked check ((state = 'revoked') = (revoked_at is not null)
    and (revoked_at is null) = (revocation is null)),
  constraint document_checks_not_own check (first_by <> user_id and decided_by <> user_id and revoked_by <> user_id),
  -- Two different people for N3 and for a claim; one person, or the provider's match, for N2.
  constraint document_checks_eyes check (state in ('sent', 'in_review', 'claimed', 'refused')
    or case when level = 'N3' or is_claim
      then first_by is not null and decided_by is not null and first_by <> decided_by
      else decided_by is not null or provider_answer = 'match' end)
);
-- A document confirms one account, and an account has one approval and one sending that is not decided.
create unique index document_checks_one_account on document_checks (document) where state = 'approved';
create unique index document_checks_one_approval on document_checks (user_id) where state = 'approved';
create unique index document_checks_one_open on document_checks (user_id)
  where state in ('sent', 'in_review', 'claimed');
create index document_checks_user on document_checks (user_id, id desc);
create index document_checks_queue on document_checks (id) where state in ('sent', 'in_review', 'claimed');
create index document_checks_expiry on document_checks (valid_until) where state = 'approved';
create index document_checks_files on document_checks (decided_at) where files_removed_at is null;
create index document_checks_provider_due on document_checks (provider_due_at) where provider_answer = 'waiting';
create trigger document_checks_guard before update of state on document_checks for each row
  execute function guard_document_check();
revoke insert, update on document_checks from praca_app;
grant insert (user_id, level, kind, full_name, document, mei, born_on, expires_on) on document_checks to praca_app;
grant update (state, is_claim, claim_words, provider_answer, provider, provider_tries, provider_due_at, first_by,
  first_at, decided_by, decided_at, refusal, note, valid_until, revoked_by, revoked_at, revocation, files_removed_at)
  on document_checks to praca_app;

-- Files of documents. Each is encrypted with a key of its own, which is stored here, sealed: without the row nobody can
-- read the file, wherever a copy of it is left.
create table document_files (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  -- Null until the file is sent.
  check_id bigint references document_checks on delete cascade,
  part text not null constraint document_files_part check (part in ('front', 'back', 'selfie')),
  key text not null constraint document_files_key unique,
  key_sealed bytea not null,
  kind text not null constraint document_files_kind check (kind in ('image', 'pdf')),
  bytes integer not null constraint document_files_bytes check (bytes > 0),
  content_hash bytea not null constraint document_files_hash check (length(content_hash) = 32),
  created_at timestamptz not null default market_now()
);
create unique index document_files_one_part on document_files (check_id, part) where check_id is not null;
create index document_files_owner on document_files (owner_id);
create index document_files_unsent on document_files (created_at) where check_id is null;
create index document_files_content on document_files (content_hash);
revoke insert, update on document_files from praca_app;
grant insert (owner_id, part, key, key_sealed, kind, bytes, content_hash) on document_files to praca_app;
grant update (check_id, key_sealed) on document_files to praca_app;

alter table users
  drop constraint users_document_proven_by_check,
  add constraint users_document_proven_by_check check (document_proven_by in ('pix', 'documents')) not valid;
create trigger users_level_by_documents before update of level_granted_at on users for each row
  when (old.level_granted_at is null and new.level_granted_at is not null)
  execute function guard_granted_level();
alter table uploads
  drop constraint uploads_door_check,
  add constraint uploads_door_check check (door in ('conversation', 'ticket', 'receipt', 'complaint', 'delivery',
    'document', 'photo')) not valid;
