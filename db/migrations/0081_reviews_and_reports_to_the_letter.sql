-- L09: three independent reports take a listing off the shelf until staff have looked, and a dismissal puts it back.
-- L10: what waits for review can be taken away as well.
insert into listing_transitions (event, actor, from_state, to_state) values
  ('suspend', 'system', 'published', 'suspended'),
  ('suspend', 'system', 'paused', 'suspended'),
  ('suspend', 'system', 'sold_out', 'suspended'),
  ('republish', 'system', 'suspended', 'published'),
  ('remove', 'seller', 'in_triage', 'removed'),
  ('remove', 'staff', 'in_triage', 'removed'),
  ('remove', 'seller', 'in_review', 'removed'),
  ('remove', 'staff', 'in_review', 'removed');

-- L05: the seller is told once that a review, of the listing or of a change, takes longer than it should.
alter table listings add column review_late_told_at timestamptz;
