-- How many submissions there are, so that a list need not count rows to tell its total or to find a page far down: for
-- each day (in UTC) and for all days ('-infinity'), of each company and of all companies ("companyId" NULL). A figure is
-- the sum of its rows: a writer takes a row that no other transaction holds, or adds one, so that no submit waits.
CREATE TABLE "SubmissionCount" (
  "id" BIGSERIAL NOT NULL,
  "companyId" TEXT,
  "companyKey" TEXT NOT NULL GENERATED ALWAYS AS (COALESCE("companyId", '')) STORED,
  "day" DATE NOT NULL,
  "count" INTEGER NOT NULL,

  CONSTRAINT "SubmissionCount_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "SubmissionCount_companyKey_day_idx" ON "SubmissionCount" ("companyKey", "day");
CREATE INDEX "SubmissionCount_all_days_idx" ON "SubmissionCount" ("companyKey") WHERE "day" = '-infinity';

ALTER TABLE "SubmissionCount" ADD CONSTRAINT "SubmissionCount_companyId_fkey" FOREIGN KEY ("companyId")
  REFERENCES "Company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "SubmissionCount" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "SubmissionCount" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "SubmissionCount" FOR SELECT
  USING ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()));
CREATE POLICY counted ON "SubmissionCount" USING ((SELECT intake_unscoped()));

CREATE FUNCTION intake_add_submissions(companies text[], moments timestamptz[], each integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  WITH change AS (
    SELECT "companyId", COALESCE("day", '-infinity') AS "day", each * count(*)::int AS "added"
    FROM (
      SELECT "companyId", ("moment" AT TIME ZONE 'UTC')::date AS "day" FROM unnest(companies, moments) AS row ("companyId", "moment")
    ) AS row
    GROUP BY GROUPING SETS (("companyId", "day"), ("companyId"), ("day"), ())
  ), added AS (
    UPDATE "SubmissionCount" AS present SET "count" = present."count" + change."added"
    FROM change CROSS JOIN LATERAL (
      SELECT "id" FROM "SubmissionCount" AS candidate
      WHERE candidate."companyKey" = COALESCE(change."companyId", '') AND candidate."day" = change."day"
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS free
    WHERE present."id" = free."id"
    RETURNING present."companyKey", present."day"
  )
  INSERT INTO "SubmissionCount" ("companyId", "day", "count")
  SELECT "companyId", "day", "added" FROM change
  WHERE (COALESCE("companyId", ''), "day") NOT IN (SELECT "companyKey", "day" FROM added);
END $$;

CREATE FUNCTION intake_count_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_add_submissions(array_agg("companyId"), array_agg("createdAt"), CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)
    FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE TRIGGER count_inserted AFTER INSERT ON "FormSubmission" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_count_submissions();
CREATE TRIGGER count_deleted AFTER DELETE ON "FormSubmission" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_count_submissions();

CREATE FUNCTION intake_recount_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_add_submissions(ARRAY[OLD."companyId"], ARRAY[OLD."createdAt"], -1);
  PERFORM intake_add_submissions(ARRAY[NEW."companyId"], ARRAY[NEW."createdAt"], 1);
  RETURN NULL;
END $$;

CREATE TRIGGER count_moved AFTER UPDATE OF "companyId", "createdAt" ON "FormSubmission"
  FOR EACH ROW EXECUTE FUNCTION intake_recount_submission();

CREATE FUNCTION intake_empty_submission_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "SubmissionCount";
  RETURN NULL;
END $$;

CREATE TRIGGER count_truncated AFTER TRUNCATE ON "FormSubmission"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_empty_submission_counts();

INSERT INTO "SubmissionCount" ("companyId", "day", "count")
SELECT "companyId", COALESCE("day", '-infinity'), count(*)
FROM (SELECT "companyId", ("createdAt" AT TIME ZONE 'UTC')::date AS "day" FROM "FormSubmission") AS row
GROUP BY GROUPING SETS (("companyId", "day"), ("companyId"), ("day"), ())
HAVING count(*) > 0
ORDER BY "companyId" NULLS FIRST, 2;
