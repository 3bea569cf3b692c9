-- A buyer may leave out any of the finer grades, so each has a count of its own.
do $$ begin
  -- Its name depends on when the database was made.
  execute (select format('alter table ratings drop constraint %I', conname) from pg_constraint
    where conrelid = 'ratings'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%num_nonnulls(description_stars%');
end $$;
alter table ratings add constraint ratings_details_by_buyer
  check (author_role = 'buyer' or num_nonnulls(description_stars, punctuality_stars, service_stars) = 0);

alter table rating_scores
  add column description_count integer not null default 0,
  add column punctuality_count integer not null default 0,
  add column service_count integer not null default 0;
-- Until now each rating of a listing and of a seller had all three.
update rating_scores set description_count = count, punctuality_count = count, service_count = count
  where subject in ('listing', 'seller') and description_sum > 0;
alter table rating_scores add constraint rating_scores_details check (
  description_sum between description_count and 5 * description_count
  and punctuality_sum between punctuality_count and 5 * punctuality_count
  and service_sum between service_count and 5 * service_count);
