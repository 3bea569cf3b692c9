-- Money is never left aside: a charge that was refused and is paid all the same is confirmed, and what arrived opens
-- the order or goes back. Found by the long random run.

insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('payment', 'confirm', 'system', 'declined', 'confirmed');
