-- Card and boleto beside Pix, payments that wait for a judgement, and what reconciliation finds.

alter table payments
  -- Which try of the order's it is; null for a row that only holds money which came besides a charge.
  add column attempt integer default 1 check (attempt >= 1),
  -- When the provider was asked to charge the card: the token went with the question and is kept nowhere.
  add column asked_at timestamptz,
  add column declined_reason text check (length(declined_reason) <= 60),
  add column pay_url text check (length(pay_url) <= 500),
  add column boleto_line text check (boleto_line ~ '^\d{47,48}$'),
  add column boleto_barcode text check (boleto_barcode ~ '^\d{44}$'),
  add column boleto_url text check (length(boleto_url) <= 500),
  add column card_brand text check (length(card_brand) <= 30),
  add column card_last4 text check (card_last4 ~ '^\d{4}$'),
  add column installments smallint check (installments between 1 and 12),
  -- All installments together: with interest more than the order's price, which is all that comes to us.
  add column card_total_cents bigint check (card_total_cents >= amount_cents),
  -- Why it waits for a judgement, until when, and what was decided.
  add column review_reason text check (review_reason = any ('{provider,third_party}')),
  add column review_until timestamptz,
  add column payer_document text check (length(payer_document) <= 14),
  add column review_decision text check (review_decision = any ('{release,refund}')),
  add column reviewed_by bigint references users,
  add column reviewed_at timestamptz,
  add column review_note text check (length(review_note) <= 500),
  add constraint payments_card_fields check (method = 'card' or (card_brand is null and card_last4 is null
    and installments is null and card_total_cents is null and asked_at is null)),
  add constraint payments_decision check ((review_decision is null) = (reviewed_at is null));

update payments set attempt = null
  where id not in (select min(id) from payments group by order_id);
create index payments_in_review on payments (review_until) where state = 'in_review';

grant insert (attempt, asked_at, installments, card_total_cents) on payments to praca_app;
grant update (asked_at, declined_reason, pay_url, boleto_line, boleto_barcode, boleto_url, card_brand, card_last4,
  installments, card_total_cents, review_reason, review_until, payer_document, review_decision, reviewed_by,
  reviewed_at, review_note) on payments to praca_app;

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('payment', 'review', 'system', 'created', 'in_review'),
  ('payment', 'review', 'system', 'pending', 'in_review'),
  ('payment', 'cancel', 'system', 'in_review', 'cancelled');

-- What the daily comparison with the provider's own list of movements found, for a person to look at.
create table payment_differences (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The day of the movement in São Paulo.
  day date not null,
  kind text not null check (kind = any ('{receipt,refund,payout}')),
  problem text not null check (problem = any ('{ours_missing,theirs_missing,amount_differs}')),
  -- The provider's id of the movement.
  movement_id text not null,
  reference text,
  our_cents bigint,
  their_cents bigint,
  found_at timestamptz not null default market_now(),
  unique (provider, kind, movement_id, problem),
  check ((our_cents is null) = (problem = 'ours_missing') and (their_cents is null) = (problem = 'theirs_missing'))
);
create trigger payment_differences_append_only before update or delete or truncate on payment_differences
  execute function refuse_change();
revoke insert, update, delete, truncate on payment_differences from praca_app;
grant insert (provider, day, kind, problem, movement_id, reference, our_cents, their_cents) on payment_differences
  to praca_app;

-- The days that were compared, so that each is compared once.
create table reconciled_days (
  provider text not null,
  day date not null,
  movements integer not null check (movements >= 0),
  differences integer not null check (differences >= 0),
  at timestamptz not null default market_now(),
  primary key (provider, day)
);
revoke update, delete, truncate on reconciled_days from praca_app;

-- The pretend bank learns cards and boletos.
alter table simulator.charges
  add column method text not null default 'pix' check (method in ('pix', 'card', 'boleto')),
  add column card_brand text,
  add column card_last4 text,
  -- What becomes of a card: told at once, or after the bank has looked at it.
  add column card_state text check (card_state in ('approved', 'declined', 'in_review')),
  add column card_reason text;
alter table simulator.receipts
  add column payer_document text;
