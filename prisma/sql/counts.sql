-- Under row-level security PostgreSQL takes COALESCE for leaky and would find a count by its day alone (4.5 ms of each
-- submit with 2,000 companies), so "companyKey" is a column.
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

CREATE OR REPLACE FUNCTION intake_count_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_add_submissions(array_agg("companyId"), array_agg("createdAt"), CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)
    FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_deleted AFTER DELETE ON "FormSubmission" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_count_submissions();

CREATE OR REPLACE TRIGGER count_inserted AFTER INSERT ON "FormSubmission" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_count_submissions();

CREATE OR REPLACE FUNCTION intake_recount_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_add_submissions(ARRAY[OLD."companyId"], ARRAY[OLD."createdAt"], -1);
  PERFORM intake_add_submissions(ARRAY[NEW."companyId"], ARRAY[NEW."createdAt"], 1);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_moved AFTER UPDATE OF "companyId", "createdAt" ON "FormSubmission"
  FOR EACH ROW EXECUTE FUNCTION intake_recount_submission();

CREATE OR REPLACE FUNCTION intake_empty_submission_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "SubmissionCount";
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_truncated AFTER TRUNCATE ON "FormSubmission"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_empty_submission_counts();
