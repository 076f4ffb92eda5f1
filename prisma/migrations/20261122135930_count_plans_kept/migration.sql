-- Counting a submission took 0.5 ms to plan on each call; now each connection plans it once. Without these settings a plan
-- made while there are few counts would read all of them when there are many.
ALTER FUNCTION intake_add_submissions(text[], timestamptz[], integer) SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION intake_add_submissions(text[], timestamptz[], integer) SET enable_seqscan = off;
ALTER FUNCTION intake_add_submissions(text[], timestamptz[], integer) SET enable_hashjoin = off;
ALTER FUNCTION intake_add_submissions(text[], timestamptz[], integer) SET enable_mergejoin = off;
