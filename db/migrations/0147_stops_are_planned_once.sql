-- A purchase asks four times what stops its sale. The answer is mostly «nothing», so PostgreSQL believed a plan for the
-- order at hand to be cheaper than one for any and planned each question anew: 1.0 of the 27 ms that it spent on a
-- purchase beside other work, 0.1 of them in answering (docs/benchmarks.md).
alter function stop_of_sale(bigint) set plan_cache_mode = force_generic_plan;
alter function contested_sale(bigint) set plan_cache_mode = force_generic_plan;
