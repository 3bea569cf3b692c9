-- A purchase asks four times what stops its sale: twice as the application, twice within a function that has a search
-- path of its own. PostgreSQL keeps a plan for the path it was made in, so each question was read and planned anew. With
-- one path for all, and one plan for any order, it is planned once a session (docs/benchmarks.md).
alter function stop_of_sale(bigint) set search_path = pg_catalog, pg_temp;
alter function stop_of_sale(bigint) set plan_cache_mode = force_generic_plan;
alter function contested_sale(bigint) set search_path = pg_catalog, pg_temp;
alter function contested_sale(bigint) set plan_cache_mode = force_generic_plan;
