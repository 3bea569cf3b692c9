-- What is over is paged through by keyset: each order of a queue is an index that ends in the id.

drop index complaints_by_state;
create index complaints_by_state on complaints (state, closed_at, id);
create index complaints_waiting on complaints (state, coalesce(mediated_at, opened_at), id) where state <> 'closed';
create index reports_by_state on reports (state, id);
drop index tickets_done;
create index tickets_done on tickets (last_message_at, id) where state in ('resolved', 'closed');
create index tickets_done_of on tickets (category, last_message_at, id) where state in ('resolved', 'closed');
