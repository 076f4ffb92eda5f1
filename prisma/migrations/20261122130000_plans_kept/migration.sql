-- The queue's statements took 0.2 ms to plan on each call; now each connection plans them once.
ALTER FUNCTION intake_add_jobs(text, text[], text, integer) SET plan_cache_mode = force_generic_plan;
