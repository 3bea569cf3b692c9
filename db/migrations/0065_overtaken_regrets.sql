-- A regret that waits for a person ends with the sale, when all that stayed goes back by another way.
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('refund', 'overtake', 'system', 'requested', 'rejected');
