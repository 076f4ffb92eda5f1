-- greatest() passes over nulls, so that steps whose duration is unknown counted as taking no time.
CREATE OR REPLACE FUNCTION intake_bucket(duration interval) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN duration IS NULL THEN -1 ELSE floor(4 * log(2, 1 + greatest(extract(epoch FROM duration), 0)))::int END
$$;

UPDATE "DeskFigure" SET "bucket" = -1 WHERE "measure" IN ('started', 'submitted') AND "bucket" = 0;
