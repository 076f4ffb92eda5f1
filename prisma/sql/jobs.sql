CREATE OR REPLACE FUNCTION intake_add_jobs(task text, ids text[], key_prefix text, max_attempts integer) RETURNS integer
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
AS $$
BEGIN
  PERFORM graphile_worker.add_jobs((
    SELECT array_agg(ROW(task, json_build_object('id', id), NULL, NULL, max_attempts::smallint, key_prefix || id,
      NULL, NULL)::graphile_worker.job_spec)
    FROM unnest(ids) AS id));
  RETURN cardinality(ids);
END $$;
