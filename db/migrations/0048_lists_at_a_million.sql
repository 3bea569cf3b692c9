-- What `npm run bench:staff` found slow at a million orders: lists of what is over, counts of tabs, and the books.

-- Pix is nearly every row and needs no index: its first fifty are the first fifty.
create index payments_by_method on payments (method, id) where method <> 'pix';
create index withdrawals_by_state on withdrawals (state, id);
create index refunds_by_state on refunds (state, id);
create index receipts_by_state on receipts (state, id);
create index complaints_by_state on complaints (state, closed_at desc);
create index tickets_done on tickets (last_message_at desc, id) where state in ('resolved', 'closed');

-- Counting what people of the team did reads the index alone.
drop index events_of_staff;
create index events_of_staff on events (id) include (actor_role, actor_id, subject_kind, subject_id)
  where actor_role in ('support', 'admin');

-- The sums of all accounts read every row of them: they are kept with the check that read them anyway.
alter table book_checks
  add column accounts jsonb not null default '[]',
  add column told_cents bigint not null default 0;
