-- Status sums and link counts over all companies ("companyId" null, "day" 'infinity'): adding up those of each company,
-- link and status takes longer with each company. Servers of the release before read "day" '-infinity' for them, and take
-- a measure of the funnel's steps for one of a day, hence the 'all ' before a status.
CREATE OR REPLACE FUNCTION intake_add_figures(changes intake_change[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  scope CONSTANT text := current_setting('intake.scope', true);
BEGIN
  IF scope = 'company' THEN
    PERFORM set_config('intake.scope', 'system', true);
  END IF;
  INSERT INTO "DeskFigure" ("companyId", "linkId", "day", "measure", "bucket", "count", "amount")
  SELECT "companyId", COALESCE("linkId", ''),
    CASE WHEN "companyId" IS NULL AND "day" = '-infinity' THEN 'infinity' ELSE "day" END,
    CASE WHEN "companyId" IS NULL AND "day" = '-infinity' THEN COALESCE('all ' || "measure", 'all') ELSE "measure" END,
    COALESCE("bucket", -1), sum("count"), sum("amount")
  FROM unnest(changes)
  GROUP BY GROUPING SETS (("companyId", "linkId", "day", "measure", "bucket"), ("day", "measure", "bucket"), ("day", "linkId"))
  HAVING (sum("count") <> 0 OR sum("amount") <> 0) AND (GROUPING("measure") = 0 OR "day" = '-infinity');
  IF scope = 'company' THEN
    PERFORM set_config('intake.scope', scope, true);
  END IF;
END $$;

-- Of each link one row holds what has been added up ("bucket" 0), by this function alone, and few hold what was added since
-- ("bucket" -1), so that the links with the most are found by an index.
CREATE OR REPLACE FUNCTION intake_merge_figures() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7316512080);
  WITH added AS (
    SELECT "linkId" FROM "DeskFigure" WHERE "day" = 'infinity' AND "linkId" > ''
    GROUP BY 1 HAVING min("bucket") = -1 AND abs(sum("count")) < 2000000000 AND abs(sum("amount")) < 1e15
  ), removed AS (
    DELETE FROM "DeskFigure" figure USING added
    WHERE figure."companyKey" = '' AND figure."day" = 'infinity' AND figure."linkId" = added."linkId" RETURNING figure.*
  )
  INSERT INTO "DeskFigure" ("linkId", "day", "measure", "bucket", "count", "amount")
  SELECT "linkId", 'infinity', 'all', 0, sum("count"), sum("amount") FROM removed
  GROUP BY 1 HAVING sum("count") <> 0 OR sum("amount") <> 0;
  WITH several AS (
    SELECT "companyKey", "day", "linkId", "measure", "bucket" FROM "DeskFigure"
    GROUP BY 1, 2, 3, 4, 5 HAVING count(*) > 1 AND abs(sum("count")) < 2000000000 AND abs(sum("amount")) < 1e15
  ), removed AS (
    DELETE FROM "DeskFigure" figure USING several
    WHERE figure."companyKey" = several."companyKey" AND figure."day" = several."day"
      AND figure."linkId" = several."linkId" AND figure."measure" = several."measure" AND figure."bucket" = several."bucket"
    RETURNING figure.*
  )
  INSERT INTO "DeskFigure" ("companyId", "linkId", "day", "measure", "bucket", "count", "amount")
  SELECT "companyId", "linkId", "day", "measure", "bucket", sum("count"), sum("amount") FROM removed
  GROUP BY 1, 2, 3, 4, 5 HAVING sum("count") <> 0 OR sum("amount") <> 0
$$;

-- A statement that has begun to write here ends by the old function, so none may be under way; the next ones wait and
-- take the new one.
LOCK TABLE "SubmissionDesk" IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO "DeskFigure" ("companyId", "linkId", "day", "measure", "bucket", "count", "amount")
SELECT NULL, COALESCE("linkId", ''), 'infinity', COALESCE('all ' || "measure", 'all'),
  GROUPING("measure") - 1, sum("count"), sum("amount")
FROM "DeskFigure" WHERE "day" = '-infinity'
GROUP BY GROUPING SETS (("measure"), ("linkId"))
HAVING sum("count") <> 0 OR sum("amount") <> 0;
