-- Status sums and link counts over all companies ("companyId" null, "day" 'infinity'): adding up those of each company,
-- link and status takes longer with each company. 'all ' before a status keeps it apart from the measures of a day.
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

-- greatest() ignores nulls, so a step of unknown duration would count as taking no time.
CREATE OR REPLACE FUNCTION intake_bucket(duration interval) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN duration IS NULL THEN -1 ELSE floor(4 * log(2, 1 + greatest(extract(epoch FROM duration), 0)))::int END
$$;

-- PostgreSQL may know fewer time zones than Node; a submit must not fail by that.
CREATE OR REPLACE FUNCTION intake_day(moment timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
  RETURN (moment AT TIME ZONE zone)::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (moment AT TIME ZONE 'America/New_York')::date;
END $$;

-- The figures that a row of "SubmissionDesk" adds or removes.
CREATE OR REPLACE FUNCTION intake_desk_changes(desk "SubmissionDesk", zone text, each integer) RETURNS SETOF intake_change
LANGUAGE sql STABLE AS $$
  SELECT desk."companyId", desk."linkId", "day", "measure", "bucket", each, each * "amount"
  FROM (VALUES
    (date '-infinity', desk."status"::text, -1, COALESCE(desk."amountRequested", 0)),
    (intake_day(desk."createdAt", zone), 'submitted',
      intake_bucket(desk."createdAt" - (SELECT "signedAt" FROM "FormSession" WHERE "id" = desk."id")), 0),
    (intake_day(desk."decidedAt", zone), 'decided', intake_bucket(desk."decidedAt" - desk."createdAt"), 0),
    (intake_day(desk."fundedAt", zone), 'funded', intake_bucket(desk."fundedAt" - desk."decidedAt"), 0)
  ) AS part ("day", "measure", "bucket", "amount")
  WHERE "day" = '-infinity' OR "day" > current_date - 100
$$;

-- A statement may change a million rows, so their changes are summed before they make one array.
CREATE OR REPLACE FUNCTION intake_desk_changed() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  changes intake_change[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    changes := array_agg(summed::intake_change) FROM (
      SELECT change."companyId", change."linkId", "day", "measure", "bucket", sum("count")::int, sum("amount")
      FROM before d JOIN "Company" c ON c."id" = d."companyId",
        LATERAL intake_desk_changes(ROW(d.*)::"SubmissionDesk", c."timeZone", -1) AS change GROUP BY 1, 2, 3, 4, 5
    ) AS summed;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    changes := changes || array_agg(summed::intake_change) FROM (
      SELECT change."companyId", change."linkId", "day", "measure", "bucket", sum("count")::int, sum("amount")
      FROM after d JOIN "Company" c ON c."id" = d."companyId",
        LATERAL intake_desk_changes(ROW(d.*)::"SubmissionDesk", c."timeZone", 1) AS change GROUP BY 1, 2, 3, 4, 5
    ) AS summed;
  END IF;
  IF cardinality(changes) > 0 THEN
    PERFORM intake_add_figures(changes);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER figures_deleted AFTER DELETE ON "SubmissionDesk" REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION intake_desk_changed();

CREATE OR REPLACE TRIGGER figures_inserted AFTER INSERT ON "SubmissionDesk" REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION intake_desk_changed();

CREATE OR REPLACE TRIGGER figures_updated AFTER UPDATE ON "SubmissionDesk" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION intake_desk_changed();

CREATE OR REPLACE FUNCTION intake_count_desk(company text, since timestamptz, zone text, each integer) RETURNS void LANGUAGE sql AS $$
  SELECT intake_add_figures(array_agg(summed::intake_change)) FROM (
    SELECT change."companyId", change."linkId", "day", "measure", "bucket", sum("count")::int, sum("amount")
    FROM "SubmissionDesk" d, LATERAL intake_desk_changes(d, zone, each) AS change
    WHERE d."companyId" = company AND greatest(d."createdAt", d."decidedAt", d."fundedAt") > since
    GROUP BY 1, 2, 3, 4, 5
  ) AS summed
$$;

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

CREATE OR REPLACE FUNCTION intake_move_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_count_desk(NEW."id", now() - interval '102 days', OLD."timeZone", -1);
  PERFORM intake_count_desk(NEW."id", now() - interval '102 days', NEW."timeZone", 1);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER figures_moved AFTER UPDATE OF "timeZone" ON "Company"
  FOR EACH ROW WHEN (OLD."timeZone" <> NEW."timeZone") EXECUTE FUNCTION intake_move_days();

-- An id that a server made tells when the form was opened (RFC 9562, version 7).
CREATE OR REPLACE FUNCTION intake_opened_at(session text) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN session ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7'
    THEN to_timestamp(('x' || left(replace(session, '-', ''), 12))::bit(48)::bigint / 1000.0) END
$$;

CREATE OR REPLACE FUNCTION intake_session_changed() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM intake_add_figures(array_agg((s."companyId", s."linkId", intake_day("at", c."timeZone"), "measure", intake_bucket("took"), 1, 0)::intake_change))
  FROM changed s JOIN "Company" c ON c."id" = s."companyId", LATERAL (VALUES
    ('started', s."createdAt", s."createdAt" - intake_opened_at(s."id")), ('signed', s."signedAt", s."signedAt" - s."createdAt")
  ) AS step ("measure", "at", "took")
  WHERE "at" IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER figures_started AFTER INSERT ON "FormSession" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_session_changed();

CREATE OR REPLACE FUNCTION intake_session_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_add_figures(ARRAY[(NEW."companyId", NEW."linkId", intake_day(NEW."signedAt", c."timeZone"), 'signed',
    intake_bucket(NEW."signedAt" - NEW."createdAt"), 1, 0)::intake_change]) FROM "Company" c WHERE c."id" = NEW."companyId";
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER figures_signed AFTER UPDATE OF "signedAt" ON "FormSession"
  FOR EACH ROW WHEN (OLD."signedAt" IS NULL AND NEW."signedAt" IS NOT NULL) EXECUTE FUNCTION intake_session_signed();
