-- Writers only append rows, which the hourly sweep adds up: looking for a free row took half of what a submit spends on
-- figures.
CREATE OR REPLACE FUNCTION intake_add_figures(changes intake_change[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  scope CONSTANT text := current_setting('intake.scope', true);
BEGIN
  IF scope = 'company' THEN
    PERFORM set_config('intake.scope', 'system', true);
  END IF;
  INSERT INTO "DeskFigure" ("companyId", "linkId", "day", "measure", "bucket", "count", "amount")
  SELECT "companyId", COALESCE("linkId", ''), "day", "measure", "bucket", sum("count"), sum("amount")
  FROM unnest(changes)
  GROUP BY GROUPING SETS (("companyId", "linkId", "day", "measure", "bucket"), ("day", "measure", "bucket"))
  HAVING (sum("count") <> 0 OR sum("amount") <> 0) AND NOT ("companyId" IS NULL AND "day" = '-infinity');
  IF scope = 'company' THEN
    PERFORM set_config('intake.scope', scope, true);
  END IF;
END $$;

-- Each transaction adds up the rows that it removed itself, so that two at a time count nothing twice. Sums that the
-- columns do not hold stay apart: damaged figures of one company must not stop the others'.
CREATE FUNCTION intake_merge_figures() RETURNS void LANGUAGE sql AS $$
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
