-- Payment by hand (product §4.7): what the buyer shows, what the bank's statement says, and who matched them.

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('receipt', 'propose', 'staff', 'sent', 'in_review'),
  ('receipt', 'propose', 'staff', 'in_review', 'in_review'),
  ('receipt', 'approve', 'staff', 'sent', 'approved'),
  ('receipt', 'approve', 'staff', 'in_review', 'approved'),
  ('receipt', 'reject', 'staff', 'sent', 'rejected'),
  ('receipt', 'reject', 'staff', 'in_review', 'rejected'),
  ('receipt', 'lapse', 'system', 'sent', 'lapsed'),
  ('receipt', 'lapse', 'system', 'in_review', 'lapsed');

-- Credits of the platform's own account, as its bank tells them; never changed.
create table bank_lines (
  id bigint generated always as identity primary key,
  -- The bank's own id of the movement: loading a statement twice adds nothing.
  bank_id text not null unique check (bank_id ~ '^[\x21-\x7e]{1,120}$'),
  at timestamptz not null,
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  payer_name text not null check (length(payer_name) between 1 and 120),
  -- Masked before it is kept.
  document text not null check (document = '' or document like '%**%'),
  loaded_by bigint not null references users,
  loaded_at timestamptz not null default market_now()
);
create index bank_lines_amount on bank_lines (amount_cents, at);
create index bank_lines_at on bank_lines (at);
create trigger bank_lines_append_only before update or delete or truncate on bank_lines
  execute function refuse_change();
revoke update, delete, truncate on bank_lines from praca_app;

-- Files on their way into a receipt, in the private store. What was never sent goes after a day.
create table receipt_files (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  key text not null unique check (key ~ '^[A-Za-z0-9_-]{43}$'),
  media text not null check (media in ('image/webp', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  -- Of a picture its pixels, of a PDF its bytes.
  content_hash bytea not null check (length(content_hash) = 32),
  -- Difference hash; a PDF and a picture of one colour have none.
  look bit(64),
  created_at timestamptz not null default market_now(),
  unique (id, content_hash)
);
create index receipt_files_age on receipt_files (created_at);
revoke update, truncate on receipt_files from praca_app;

create table receipts (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  payment_id bigint not null,
  -- The first, second or third that was sent for the order.
  sending smallint not null check (sending >= 1),
  state text not null default 'sent' check (state in ('sent', 'in_review', 'approved', 'rejected', 'lapsed')),
  file_id bigint not null unique,
  -- A proof serves once on the whole platform.
  content_hash bytea not null constraint receipt_content unique,
  payer_name text not null check (length(payer_name) between 3 and 120),
  bank text not null check (length(bank) between 2 and 80),
  paid_at timestamptz not null,
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  -- The rule of its day, so that the row itself can be held to it.
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
  constraint receipt_proposal check (state <> 'in_review' or (proposed_by is not null and bank_line_id is not null)),
  constraint receipt_approval check (state <> 'approved' or (bank_line_id is not null and decided_by is not null)),
  constraint receipt_four_eyes check (state <> 'approved' or not needs_two
    or (proposed_by is not null and proposed_by <> decided_by)),
  constraint receipt_refusal check ((state = 'rejected') = (refusal is not null))
);
-- One waits at a time, and a line of the statement serves one receipt.
create unique index receipts_open on receipts (order_id) where state in ('sent', 'in_review');
create unique index receipts_line on receipts (bank_line_id) where bank_line_id is not null;
create index receipts_queue on receipts (created_at) where state in ('sent', 'in_review');
revoke insert, update, delete, truncate on receipts from praca_app;
grant insert (order_id, payment_id, sending, file_id, content_hash, payer_name, bank, paid_at, amount_cents, needs_two),
  update (state, bank_line_id, proposed_by, proposed_at, decided_by, decided_at, refusal, note) on receipts to praca_app;
create trigger receipts_state before update of state on receipts for each row
  when (new.state <> old.state) execute function guard_case_state('receipt');
create trigger receipts_stay before delete or truncate on receipts execute function refuse_change();

-- A receipt does not outlive the review of its order, whoever ended it.
create function lapse_receipts() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.receipts set state = 'lapsed', bank_line_id = null,
      decided_at = coalesce(new.closed_at, public.market_now())
    where order_id = new.id and state in ('sent', 'in_review');
  return null;
end $$;
create trigger orders_lapse_receipts after update of state on orders for each row
  when (old.state = 'payment_in_review' and new.state in ('cancelled', 'expired'))
  execute function lapse_receipts();

-- A payment by hand is confirmed by an approved receipt and the line it was matched with, and by nothing else.
create function require_bank_line() returns trigger language plpgsql as $$
begin
  if not exists (select from public.receipts r join public.bank_lines l on l.id = r.bank_line_id
    where r.payment_id = new.id and r.state = 'approved' and l.bank_id = new.end_to_end_id
      and l.amount_cents = new.received_cents) then
    raise exception 'payment % has no approved line of the statement', new.id
      using errcode = '23514', constraint = 'manual_payment_line';
  end if;
  return new;
end $$;
create trigger payments_manual before update of end_to_end_id on payments for each row
  when (new.method = 'manual' and new.end_to_end_id is not null and old.end_to_end_id is null)
  execute function require_bank_line();
