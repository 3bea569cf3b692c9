-- Extensions, schemas and the rights that everything below them gets. Made before the functions; the other pages and
-- the views after them (db/baseline.ts).

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The application reads and writes the tables of `public` unless a page takes a right away. Of the schemas of money
-- and of the simulated bank it gets what their pages grant.
create schema money;
create schema simulator;
grant usage on schema public, money, simulator to praca_app;
alter default privileges in schema public grant select, insert, update, delete on tables to praca_app;
alter default privileges in schema public grant usage on sequences to praca_app;

-- The application enqueues jobs and works them off; it may not change what the queue is made of.
grant usage on schema graphile_worker to praca_app;
grant select on all tables in schema graphile_worker to praca_app;
grant usage on all sequences in schema graphile_worker to praca_app;
grant execute on all functions in schema graphile_worker to praca_app;
grant insert, update, delete on graphile_worker._private_jobs, graphile_worker._private_job_queues,
  graphile_worker._private_tasks, graphile_worker._private_known_crontabs to praca_app;

-- The queue's tables come with row security on and no policy, which lets their owner alone see a row.
create policy application on graphile_worker._private_jobs to praca_app using (true) with check (true);
create policy application on graphile_worker._private_job_queues to praca_app using (true) with check (true);
create policy application on graphile_worker._private_tasks to praca_app using (true) with check (true);
create policy application on graphile_worker._private_known_crontabs to praca_app using (true) with check (true);

-- The market's present. Its number is `clock.offset_ms`: `rewrite_market_now` writes this function again when that changes, so
-- it stands here and not with the functions that are applied again when their text changes. An expression, not a read
-- of the table: it is asked some forty times in a purchase, and this way it becomes a part of the statement that asks.
create function market_now() returns timestamptz language sql stable parallel safe
  return pg_catalog.now() + 0 * interval '1 millisecond';
