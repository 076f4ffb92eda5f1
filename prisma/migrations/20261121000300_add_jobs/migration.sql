-- One job for each id, `<key_prefix><id>` its key, in one call of the queue. Its own statements keep the plans they were
-- given while the queue was empty; without these settings a long queue would be read from end to end on every call.
CREATE FUNCTION intake_add_jobs(task text, ids text[], key_prefix text, max_attempts integer) RETURNS integer
  LANGUAGE plpgsql
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
