-- A withdrawal that the team opened to decide about stands in analysis (product §4.10).
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('withdrawal', 'examine', 'staff', 'requested', 'in_review');
