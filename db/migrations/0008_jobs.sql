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

-- A person's open and recent questions are counted before each new one.
create index questions_asker on questions (asker_id, created_at);
