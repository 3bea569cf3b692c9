-- Payments by hand: the lines of the bank's statement, the buyers' receipts, and the matching of both.

-- Credits of the platform's own bank account, as the statement lists them; never changed.
create table bank_lines (
  id bigint generated always as identity primary key,
  -- The bank's own id of the movement: loading a statement twice adds nothing.
  bank_id text not null unique check (length(bank_id) <= 120 and bank_id ~ '^[\x21-\x7e]+( [\x21-\x7e]+)*$'),
  at timestamptz not null,
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  payer_name text not null check (length(payer_name) between 1 and 120),
  -- Masked before it is stored.
  document text not null check (document = '' or document like '%**%'),
  loaded_by bigint not null references users,
  loaded_at timestamptz not null default market_now()
);
create index bank_lines_amount on bank_lines (amount_cents, at);
create index bank_lines_at on bank_lines (at);
create trigger bank_lines_append_only before update or delete or truncate on bank_lines
  execute function refuse_change();
revoke update, delete on bank_lines from praca_app;

-- Private files of receipts. One that was never sent is deleted after a day.
create table receipt_files (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  key text not null unique check (key ~ '^[A-Za-z0-9_-]{43}$'),
  media text not null check (media in ('image/webp', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  -- Of the pixels of an image, of the bytes of a PDF.
  content_hash bytea not null check (length(content_hash) = 32),
  -- Difference hash; null for a PDF and for an image of one colour.
  look bit(64),
  created_at timestamptz not null default market_now(),
  unique (id, content_hash)
);
create index receipt_files_age on receipt_files (created_at);
revoke update on receipt_files from praca_app;

-- Proofs of payment that buyers sent, and what was decided about them.
create table receipts (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  payment_id bigint not null,
  -- The first, second or third that was sent for the order.
  sending smallint not null check (sending >= 1),
  state text not null default 'sent' check (state in ('sent', 'in_review', 'approved', 'rejected', 'expired')),
  file_id bigint not null unique,
  -- A proof can be used once on the whole platform.
  content_hash bytea not null constraint receipt_content unique,
  payer_name text not null check (length(payer_name) between 3 and 120),
  bank text not null check (length(bank) between 2 and 80),
  paid_at timestamptz not null,
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  -- Whether it needs two people, by the rule in force when it was sent, so that constraints can check it.
  needs_two boolean not null,
  bank_line_id bigint references bank_lines,
  proposed_by bigint references users,
  proposed_at timestamptz,
  decided_by bigint references users,
  decided_at timestamptz,
  refusal text check (refusal in ('illegible', 'other_amount', 'repeated', 'scheduled', 'not_found')),
  note text check (length(note) <= 500),
  created_at timestamptz not null default market_now(),
  unique (order_id, sending),
  foreign key (payment_id, order_id) references payments (id, order_id),
  foreign key (file_id, content_hash) references receipt_files (id, content_hash),
  constraint receipt_approval check (state <> 'approved' or (bank_line_id is not null and decided_by is not null)),
  constraint receipt_four_eyes check (state <> 'approved' or not needs_two
    or (proposed_by is not null and proposed_by <> decided_by)),
  constraint receipt_proposal check (state <> 'in_review'
    or (proposed_by is not null and (bank_line_id is null) = (refusal is not null))),
  constraint receipt_refusal check (case state when 'rejected' then refusal is not null
    when 'in_review' then true else refusal is null end)
);
-- One is open at a time, and a statement line belongs to one receipt.
create unique index receipts_open on receipts (order_id) where state in ('sent', 'in_review');
create unique index receipts_line on receipts (bank_line_id) where bank_line_id is not null;
create index receipts_queue on receipts (created_at) where state in ('sent', 'in_review');
create index receipts_by_state on receipts (state, id);
create trigger receipts_state before update of state on receipts for each row
  when (new.state <> old.state) execute function guard_case_state('receipt');
create trigger receipts_not_deletable before delete or truncate on receipts execute function refuse_change();
create trigger receipts_deciders before insert or update of bank_line_id, proposed_by, decided_by on receipts
  for each row execute function guard_line_deciders();
create trigger receipts_recorded after update of state on receipts for each row
  when (new.state = 'approved' and old.state <> 'approved') execute function record_receipt_decision();
revoke insert, update, delete on receipts from praca_app;
grant insert (order_id, payment_id, sending, file_id, content_hash, payer_name, bank, paid_at, amount_cents,
  needs_two) on receipts to praca_app;
grant update (state, bank_line_id, proposed_by, proposed_at, decided_by, decided_at, refusal, note)
  on receipts to praca_app;

-- A statement line that no receipt claimed is matched with its order by staff (§4.7). Money of a payment by hand that
-- came after the order's end, or twice, reopens the order (P07) or is refunded.
create table line_matches (
  id bigint generated always as identity primary key,
  -- A line is one movement of one order; until the decision the order may be changed.
  bank_line_id bigint not null constraint line_matches_line unique references bank_lines,
  order_id bigint not null references orders,
  -- Whether it needs two people, by the rule in force when it was sent, so that constraints can check it.
  needs_two boolean not null,
  proposed_by bigint references users,
  proposed_at timestamptz,
  decided_by bigint references users,
  decided_at timestamptz,
  constraint line_match_by check (coalesce(proposed_by, decided_by) is not null
    and (proposed_by is null) = (proposed_at is null) and (decided_by is null) = (decided_at is null)),
  constraint line_match_four_eyes check (decided_by is null or not needs_two
    or (proposed_by is not null and proposed_by <> decided_by))
);
create index line_matches_order on line_matches (order_id);
create trigger line_matches_decided before update on line_matches for each row
  when (old.decided_at is not null) execute function refuse_change();
create trigger line_matches_not_deletable before delete or truncate on line_matches execute function refuse_change();
create trigger line_matches_deciders before insert or update on line_matches
  for each row execute function guard_line_deciders();
create trigger line_matches_recorded_at_insert after insert on line_matches for each row
  when (new.decided_at is not null) execute function record_line_match_decision();
create trigger line_matches_recorded after update of decided_at on line_matches for each row
  when (new.decided_at is not null and old.decided_at is null) execute function record_line_match_decision();
revoke insert, update, delete on line_matches from praca_app;
grant insert (bank_line_id, order_id, needs_two, proposed_by, proposed_at, decided_by, decided_at)
  on line_matches to praca_app;
grant update (order_id, needs_two, proposed_by, proposed_at, decided_by, decided_at) on line_matches to praca_app;

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('receipt', 'propose', 'staff', 'sent', 'in_review'),
  ('receipt', 'propose', 'staff', 'in_review', 'in_review'),
  ('receipt', 'approve', 'staff', 'sent', 'approved'),
  ('receipt', 'approve', 'staff', 'in_review', 'approved'),
  ('receipt', 'reject', 'staff', 'sent', 'rejected'),
  ('receipt', 'reject', 'staff', 'in_review', 'rejected'),
  ('receipt', 'expire', 'system', 'in_review', 'expired'),
  ('receipt', 'expire', 'system', 'sent', 'expired');
