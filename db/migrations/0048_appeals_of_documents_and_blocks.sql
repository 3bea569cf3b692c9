-- Refused and revoked documents, and blocks of money by staff, can be appealed too (N04). A sending goes to the team
-- again, so its appeal ends by time; a block ends by itself after days.
insert into appeal_kinds (kind, affected, by_time) values
  ('account.documents_refused', 'owner', true),
  ('account.documents_revoked', 'owner', true),
  ('settlement.blocked', 'seller', false),
  ('settlement.block_renewed', 'seller', false);
