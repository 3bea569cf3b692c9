-- L09: a suspended listing with nothing left comes back as sold out, where its seller may restock (L07).
insert into listing_transitions (event, actor, from_state, to_state) values
  ('return_sold_out', 'staff', 'suspended', 'sold_out'),
  ('return_sold_out', 'system', 'suspended', 'sold_out');
