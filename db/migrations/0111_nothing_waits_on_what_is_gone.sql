-- A listing that was taken away left what waited on it: its change in the review queue, and questions that could
-- still be answered or shown again (product §4.12, L11). Now all of it goes with the listing.
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('question', 'close', 'system', 'hidden', 'closed');

update questions q set state = 'closed', held = false
from listings l where l.id = q.listing_id and l.state = 'removed' and q.state in ('pending', 'hidden');

update listing_revisions r set state = 'withdrawn', decided_at = market_now()
from listings l where l.id = r.listing_id and l.state = 'removed' and r.state = 'pending';
