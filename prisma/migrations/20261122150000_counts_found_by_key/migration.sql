-- Under row-level security PostgreSQL takes COALESCE for leaky, so that a count was looked for by its day alone: 4.5 ms of
-- each submit with 2,000 companies. The key is a column now; settings and the rest are as before.
CREATE OR REPLACE FUNCTION intake_add_submissions(companies text[], moments timestamptz[], each integer) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
BEGIN
  WITH change AS MATERIALIZED (
    SELECT "companyId", COALESCE("companyId", '') AS "companyKey", COALESCE("day", '-infinity') AS "day",
      each * count(*)::int AS "added"
    FROM (
      SELECT "companyId", ("moment" AT TIME ZONE 'UTC')::date AS "day" FROM unnest(companies, moments) AS row ("companyId", "moment")
    ) AS row
    GROUP BY GROUPING SETS (("companyId", "day"), ("companyId"), ("day"), ())
  ), added AS (
    UPDATE "SubmissionCount" AS present SET "count" = present."count" + change."added"
    FROM change CROSS JOIN LATERAL (
      SELECT "id" FROM "SubmissionCount" AS candidate
      WHERE candidate."companyKey" = change."companyKey" AND candidate."day" = change."day"
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS free
    WHERE present."id" = free."id"
    RETURNING present."companyKey", present."day"
  )
  INSERT INTO "SubmissionCount" ("companyId", "day", "count")
  SELECT "companyId", "day", "added" FROM change
  WHERE ("companyKey", "day") NOT IN (SELECT "companyKey", "day" FROM added);
END $$;
