-- AlterTable
ALTER TABLE "FormSession" ADD COLUMN     "signedAt" TIMESTAMPTZ(3);

-- The dashboard's figures, kept as those of "SubmissionCount" are: a figure is the sum of its rows, and a writer takes a
-- row that no other transaction holds, or adds one.
CREATE TABLE "DeskFigure" (
  "id" BIGSERIAL NOT NULL,
  "companyId" TEXT,
  "companyKey" TEXT NOT NULL GENERATED ALWAYS AS (COALESCE("companyId", '')) STORED,
  "linkId" TEXT NOT NULL DEFAULT '',
  "day" DATE NOT NULL,
  "measure" TEXT NOT NULL,
  "bucket" INTEGER NOT NULL,
  "count" INTEGER NOT NULL,
  "amount" DECIMAL(18,2) NOT NULL,

  CONSTRAINT "DeskFigure_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "DeskFigure_companyKey_day_linkId_measure_bucket_idx"
  ON "DeskFigure" ("companyKey", "day", "linkId", "measure", "bucket");
CREATE INDEX "DeskFigure_statuses_idx" ON "DeskFigure" ("companyKey") WHERE "day" = '-infinity';

ALTER TABLE "DeskFigure" ADD CONSTRAINT "DeskFigure_companyId_fkey" FOREIGN KEY ("companyId")
  REFERENCES "Company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "DeskFigure" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "DeskFigure" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "DeskFigure" FOR SELECT
  USING ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()));
CREATE POLICY counted ON "DeskFigure" USING ((SELECT intake_unscoped()));

-- Those that waited longest, of all, of a company and of an owner.
CREATE INDEX "SubmissionDesk_waiting_idx" ON "SubmissionDesk" ("statusAt")
  WHERE "status" IN ('new', 'in_review', 'documents_needed', 'with_funder');
CREATE INDEX "SubmissionDesk_company_waiting_idx" ON "SubmissionDesk" ("companyId", "statusAt")
  WHERE "status" IN ('new', 'in_review', 'documents_needed', 'with_funder');
CREATE INDEX "SubmissionDesk_owner_waiting_idx" ON "SubmissionDesk" ("ownerId", "statusAt")
  WHERE "ownerId" IS NOT NULL AND "status" IN ('new', 'in_review', 'documents_needed', 'with_funder');

CREATE TYPE intake_change AS (
  "companyId" text, "linkId" text, "day" date, "measure" text, "bucket" integer, "count" integer, "amount" numeric
);

-- A company's staff change figures over all companies, too. Plans as in intake_add_submissions.
CREATE FUNCTION intake_add_figures(changes intake_change[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
DECLARE
  scope CONSTANT text := current_setting('intake.scope', true);
BEGIN
  IF scope = 'company' THEN
    PERFORM set_config('intake.scope', 'system', true);
  END IF;
  WITH change AS MATERIALIZED (
    SELECT "companyId", COALESCE("companyId", '') AS "companyKey", COALESCE("linkId", '') AS "linkId", "day", "measure",
      "bucket", sum("count")::int AS "count", sum("amount") AS "amount"
    FROM unnest(changes)
    GROUP BY GROUPING SETS (("companyId", "linkId", "day", "measure", "bucket"), ("day", "measure", "bucket"))
    HAVING (sum("count") <> 0 OR sum("amount") <> 0) AND NOT ("companyId" IS NULL AND "day" = '-infinity')
  ), added AS (
    UPDATE "DeskFigure" AS present
    SET "count" = present."count" + change."count", "amount" = present."amount" + change."amount"
    FROM change CROSS JOIN LATERAL (
      SELECT "id" FROM "DeskFigure" AS candidate
      WHERE candidate."companyKey" = change."companyKey" AND candidate."day" = change."day"
        AND candidate."linkId" = change."linkId" AND candidate."measure" = change."measure"
        AND candidate."bucket" = change."bucket"
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS free
    WHERE present."id" = free."id"
    RETURNING present."companyKey", present."linkId", present."day", present."measure", present."bucket"
  )
  INSERT INTO "DeskFigure" ("companyId", "linkId", "day", "measure", "bucket", "count", "amount")
  SELECT "companyId", "linkId", "day", "measure", "bucket", "count", "amount" FROM change
  WHERE ("companyKey", "linkId", "day", "measure", "bucket") NOT IN (SELECT * FROM added);
  IF scope = 'company' THEN
    PERFORM set_config('intake.scope', scope, true);
  END IF;
END $$;

-- PostgreSQL may know fewer time zones than Node; a submit must not fail by that.
CREATE FUNCTION intake_day(moment timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
  RETURN (moment AT TIME ZONE zone)::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (moment AT TIME ZONE 'America/New_York')::date;
END $$;

-- Four buckets for each doubling of the seconds; -1 without a duration.
CREATE FUNCTION intake_bucket(duration interval) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT COALESCE(floor(4 * log(2, 1 + greatest(extract(epoch FROM duration), 0)))::int, -1)
$$;

-- What a row of "SubmissionDesk" adds to the figures, or takes from them.
CREATE FUNCTION intake_desk_changes(desk "SubmissionDesk", zone text, each integer) RETURNS SETOF intake_change
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
CREATE FUNCTION intake_desk_changed() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
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

CREATE TRIGGER figures_inserted AFTER INSERT ON "SubmissionDesk" REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION intake_desk_changed();
CREATE TRIGGER figures_updated AFTER UPDATE ON "SubmissionDesk" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION intake_desk_changed();
CREATE TRIGGER figures_deleted AFTER DELETE ON "SubmissionDesk" REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION intake_desk_changed();

CREATE FUNCTION intake_count_desk(company text, since timestamptz, zone text, each integer) RETURNS void LANGUAGE sql AS $$
  SELECT intake_add_figures(array_agg(summed::intake_change)) FROM (
    SELECT change."companyId", change."linkId", "day", "measure", "bucket", sum("count")::int, sum("amount")
    FROM "SubmissionDesk" d, LATERAL intake_desk_changes(d, zone, each) AS change
    WHERE d."companyId" = company AND greatest(d."createdAt", d."decidedAt", d."fundedAt") > since
    GROUP BY 1, 2, 3, 4, 5
  ) AS summed
$$;

CREATE FUNCTION intake_move_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_count_desk(NEW."id", now() - interval '102 days', OLD."timeZone", -1);
  PERFORM intake_count_desk(NEW."id", now() - interval '102 days', NEW."timeZone", 1);
  RETURN NULL;
END $$;

CREATE TRIGGER figures_moved AFTER UPDATE OF "timeZone" ON "Company"
  FOR EACH ROW WHEN (OLD."timeZone" <> NEW."timeZone") EXECUTE FUNCTION intake_move_days();

-- An id that a server made tells when the form was opened (RFC 9562, version 7).
CREATE FUNCTION intake_opened_at(session text) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN session ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7'
    THEN to_timestamp(('x' || left(replace(session, '-', ''), 12))::bit(48)::bigint / 1000.0) END
$$;

CREATE FUNCTION intake_session_changed() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM intake_add_figures(array_agg((s."companyId", s."linkId", intake_day("at", c."timeZone"), "measure", intake_bucket("took"), 1, 0)::intake_change))
  FROM changed s JOIN "Company" c ON c."id" = s."companyId", LATERAL (VALUES
    ('started', s."createdAt", s."createdAt" - intake_opened_at(s."id")), ('signed', s."signedAt", s."signedAt" - s."createdAt")
  ) AS step ("measure", "at", "took")
  WHERE "at" IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER figures_started AFTER INSERT ON "FormSession" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_session_changed();

CREATE FUNCTION intake_session_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_add_figures(ARRAY[(NEW."companyId", NEW."linkId", intake_day(NEW."signedAt", c."timeZone"), 'signed',
    intake_bucket(NEW."signedAt" - NEW."createdAt"), 1, 0)::intake_change]) FROM "Company" c WHERE c."id" = NEW."companyId";
  RETURN NULL;
END $$;

CREATE TRIGGER figures_signed AFTER UPDATE OF "signedAt" ON "FormSession"
  FOR EACH ROW WHEN (OLD."signedAt" IS NULL AND NEW."signedAt" IS NOT NULL) EXECUTE FUNCTION intake_session_signed();

SELECT intake_count_desk("id", '-infinity', "timeZone", 1) FROM "Company";
