-- What was known of an order's risk when it was placed and paid (F55): the traces that limits count, the facts, and what
-- the rules made of them. Facts are numbers only, so that a changed rule can be tried on them later (N09).
create table order_risks (
  order_id bigint primary key references orders,
  placed_at timestamptz not null default market_now(),
  buyer_id bigint not null references users,
  seller_id bigint not null references users,
  -- The buyer's device cookie as its SHA-256, network and document, and later brand and last digits of the card. Empty
  -- after `risk.keepDays`.
  device bytea,
  network text constraint order_risks_network check (length(network) <= 60),
  document text constraint order_risks_document check (length(document) <= 14),
  card text constraint order_risks_card check (length(card) <= 40),
  facts jsonb not null,
  score integer not null constraint order_risks_score check (score >= 0),
  reasons text[] not null,
  action text not null constraint order_risks_action check (action in ('none', 'hold')),
  -- What staff found out about it.
  label text constraint order_risks_label check (label in ('fraud', 'good')),
  label_note text constraint order_risks_note check (length(label_note) between 10 and 1000),
  labelled_by bigint references users,
  labelled_at timestamptz,
  constraint order_risks_labelled check ((label is null) = (labelled_by is null) and (label is null) = (labelled_at is null)
    and (label is null) = (label_note is null)),
  constraint order_risks_not_own check (labelled_by <> buyer_id and labelled_by <> seller_id)
);
create index order_risks_device on order_risks (device, placed_at) where device is not null;
create index order_risks_network on order_risks (network, placed_at) where network is not null;
create index order_risks_document on order_risks (document, placed_at) where document is not null;
create index order_risks_card on order_risks (card, placed_at) where card is not null;
create index order_risks_placed on order_risks (placed_at);
create index order_risks_traces on order_risks (placed_at)
  where num_nonnulls(device, network, document, card) > 0;
create index order_risks_fraud on order_risks (buyer_id) where label = 'fraud';
revoke insert, update, delete on order_risks from praca_app;
grant select on order_risks to praca_app;
grant insert (order_id, buyer_id, seller_id, device, network, document, facts, score, reasons, action) on order_risks to praca_app;
grant update (device, network, document, card, facts, score, reasons, action, label, label_note, labelled_by, labelled_at)
  on order_risks to praca_app;

-- An analysis that the rules of risk start, which no person marked.
alter table analyses alter column marked_by drop not null;
alter table analyses drop constraint if exists analyses_reason_check;
alter table analyses add constraint analyses_reason_check check (reason = any
  ('{stolen_means,taken_account,own_purchase,unusual_sale,authority,other,risk}')) not valid;
alter table analyses add constraint analyses_marked check ((marked_by is null) = (reason = 'risk')) not valid;
