-- Where two people are needed the second is another than the first, and there is a first: a null said neither.
alter table withdrawals drop constraint withdrawals_two_people,
  add constraint withdrawals_two_people check (state = any ('{requested,in_review,rejected,cancelled}')
    or first_by is null or (decided_by is not null and first_by <> decided_by));
alter table refunds drop constraint refunds_two_people,
  add constraint refunds_two_people check (seconded_by is null or (decided_by is not null and seconded_by <> decided_by));
