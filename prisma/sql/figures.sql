-- greatest() ignores nulls, so a step of unknown duration would count as taking no time.
CREATE OR REPLACE FUNCTION intake_bucket(duration interval) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN duration IS NULL THEN -1 ELSE floor(4 * log(2, 1 + greatest(extract(epoch FROM duration), 0)))::int END
$$;

-- PostgreSQL may know fewer time zones than Node; summing must not fail by that.
CREATE OR REPLACE FUNCTION intake_day(moment timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
  RETURN (moment AT TIME ZONE zone)::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (moment AT TIME ZONE 'America/New_York')::date;
END $$;

-- An id that a server made tells when the form was opened (RFC 9562, version 7).
CREATE OR REPLACE FUNCTION intake_opened_at(session text) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN session ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7'
    THEN to_timestamp(('x' || left(replace(session, '-', ''), 12))::bit(48)::bigint / 1000.0) END
$$;

-- What is counted of a submission. Its first step began when it was signed.
CREATE OR REPLACE FUNCTION intake_counted(desk "SubmissionDesk", signed_at timestamptz) RETURNS intake_counted LANGUAGE sql STABLE AS $$
  SELECT (desk."linkId", desk."status", desk."amountRequested", signed_at, NULL, NULL, NULL,
    desk."createdAt", desk."decidedAt", desk."fundedAt", NULL)::intake_counted
$$;

CREATE OR REPLACE FUNCTION intake_desk_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  signed_at CONSTANT timestamptz := (
    SELECT "signedAt" FROM "FormSession" WHERE "id" = CASE TG_OP WHEN 'DELETE' THEN OLD."id" ELSE NEW."id" END);
BEGIN
  IF TG_OP = 'UPDATE' AND OLD."companyId" = NEW."companyId" THEN
    INSERT INTO "SubmissionChange" ("companyId", "before", "after")
    VALUES (NEW."companyId", intake_counted(OLD, signed_at), intake_counted(NEW, signed_at));
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "SubmissionChange" ("companyId", "before") VALUES (OLD."companyId", intake_counted(OLD, signed_at));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "SubmissionChange" ("companyId", "after") VALUES (NEW."companyId", intake_counted(NEW, signed_at));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER counted AFTER INSERT OR DELETE OR UPDATE OF "companyId", "linkId", "createdAt", "status", "amountRequested",
  "decidedAt", "fundedAt" ON "SubmissionDesk" FOR EACH ROW EXECUTE FUNCTION intake_desk_changed();

CREATE OR REPLACE FUNCTION intake_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "SubmissionChange" ("companyId", "after") VALUES (NEW."companyId", (NEW."linkId", NULL, NULL,
    CASE TG_OP WHEN 'INSERT' THEN intake_opened_at(NEW."id") ELSE NEW."createdAt" END, NULL,
    CASE TG_OP WHEN 'INSERT' THEN NEW."createdAt" END, NEW."signedAt", NULL, NULL, NULL, NULL));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER figures_started AFTER INSERT ON "FormSession"
  FOR EACH ROW EXECUTE FUNCTION intake_session_changed();

CREATE OR REPLACE TRIGGER figures_signed AFTER UPDATE OF "signedAt" ON "FormSession"
  FOR EACH ROW WHEN (OLD."signedAt" IS NULL AND NEW."signedAt" IS NOT NULL) EXECUTE FUNCTION intake_session_changed();

-- The steps of the funnel on the days of a zone.
CREATE OR REPLACE FUNCTION intake_steps(counted intake_counted, zone text)
  RETURNS TABLE ("day" date, "measure" text, "bucket" integer) LANGUAGE sql STABLE AS $$
  SELECT intake_day("at", zone), "step", intake_bucket("at" - "began") FROM (VALUES
    ('opened', counted."openedAt", NULL), ('started', counted."startedAt", counted.since),
    ('signed', counted."signedAt", coalesce(counted."startedAt", counted.since)),
    ('submitted', counted."submittedAt", counted.since), ('decided', counted."decidedAt", counted."submittedAt"),
    ('funded', counted."fundedAt", counted."decidedAt")
  ) AS part ("step", "at", "began") WHERE "at" > now() - interval '102 days'
$$;

-- Callers who see some of a company's submissions see no sums, so these submissions and their sessions are counted for them. A
-- function of its own, as nobody else's figures should wait for its plan.
CREATE OR REPLACE FUNCTION intake_shown_images() RETURNS TABLE ("companyId" text, each integer, i intake_counted)
  LANGUAGE plpgsql STABLE ROWS 10 AS $$
#variable_conflict use_column
BEGIN
  IF intake_is_narrowed() THEN
    RETURN QUERY SELECT d."companyId", 1, image.i FROM "SubmissionDesk" d JOIN "FormSession" f ON f."id" = d."id",
      LATERAL (VALUES (intake_counted(d, f."signedAt")), ((d."linkId", NULL, NULL, intake_opened_at(f."id"), intake_opened_at(f."id"),
        f."createdAt", f."signedAt", NULL, NULL, NULL, NULL)::intake_counted)) AS image (i);
  END IF;
END $$;

-- What the changes that wait to be summed take off and add.
CREATE OR REPLACE FUNCTION intake_images() RETURNS TABLE ("companyId" text, each integer, i intake_counted) LANGUAGE sql STABLE AS $$
  SELECT c."companyId", image.each, image.i
  FROM "SubmissionChange" c, LATERAL (VALUES (-1, c."before"), (1, c."after")) AS image (each, i) WHERE image.i IS DISTINCT FROM NULL
  UNION ALL SELECT * FROM intake_shown_images()
$$;

-- The same as figures of a company, or of each where it is null. In PL/pgSQL, as PostgreSQL would plan it anew for each query
-- around it.
CREATE OR REPLACE FUNCTION intake_changed_figures(kind text, company text)
  RETURNS TABLE ("companyId" text, "linkId" text, "day" date, "measure" text, "bucket" integer, "count" integer, "amount" numeric)
  LANGUAGE plpgsql STABLE ROWS 10 AS $$
#variable_conflict use_column
BEGIN
  CASE kind
    WHEN 'standing' THEN
      RETURN QUERY SELECT "companyId", '', date '-infinity', standing, -1, each, each * coalesce((i).amount, 0)
      FROM intake_images() CROSS JOIN LATERAL (VALUES ('all'), ((i).status)) AS counted (standing)
      WHERE (i).status IS NOT NULL AND (company IS NULL OR "companyId" = company);
    WHEN 'links' THEN
      RETURN QUERY SELECT "companyId", (i)."linkId", date '-infinity', 'link', -1, each, 0::numeric
      FROM intake_images() WHERE (i).status IS NOT NULL AND (company IS NULL OR "companyId" = company);
    WHEN 'received' THEN
      RETURN QUERY SELECT "companyId", '', ((i)."submittedAt" AT TIME ZONE 'UTC')::date, 'received', -1, each, 0::numeric
      FROM intake_images() WHERE (i).status IS NOT NULL AND (company IS NULL OR "companyId" = company);
    WHEN 'steps' THEN
      RETURN QUERY SELECT "companyId", (i)."linkId", step."day", step."measure", step."bucket", each, 0::numeric
      FROM intake_images() LEFT JOIN "Company" c ON c."id" = "companyId",
        LATERAL intake_steps(i, coalesce((i).zone, c."timeZone", 'America/New_York')) AS step
      WHERE company IS NULL OR "companyId" = company;
  END CASE;
END $$;

-- Both parts of the statement see the same changes, and the lock keeps others from summing them.
CREATE OR REPLACE FUNCTION intake_sum_changes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "SubmissionChange") OR NOT pg_try_advisory_xact_lock(7316512080) THEN
    RETURN;
  END IF;
  WITH summed AS (
    INSERT INTO "SubmissionFigure" AS present ("companyId", "linkId", "day", "measure", "bucket", "count", "amount")
    SELECT changed."companyId", coalesce("linkId", ''), "day", "measure", "bucket", sum("count"), sum("amount")
    FROM unnest('{standing,links,received,steps}'::text[]) AS kind, LATERAL intake_changed_figures(kind, NULL) AS changed
      LEFT JOIN "Company" c ON c."id" = changed."companyId"
    GROUP BY GROUPING SETS ((changed."companyId", "linkId", "day", "measure", "bucket"), ("day", "measure", "bucket"))
    HAVING (sum("count") <> 0 OR sum("amount") <> 0)
      AND CASE GROUPING(changed."companyId") WHEN 0 THEN count(c."id") > 0 ELSE "measure" <> 'link' END
    ON CONFLICT ("companyKey", "measure", "day", "linkId", "bucket")
      DO UPDATE SET "count" = present."count" + excluded."count", "amount" = present."amount" + excluded."amount"
  )
  DELETE FROM "SubmissionChange";
END $$;

-- Counts what has been summed by the days of the company's new zone. Changes that wait have not been counted by any, and are
-- taken off again.
CREATE OR REPLACE FUNCTION intake_move_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('intake.scope', true);
BEGIN
  PERFORM pg_advisory_xact_lock(7316512080);
  -- The caller may not see all submissions.
  PERFORM set_config('intake.scope', 'system', true);
  INSERT INTO "SubmissionChange" ("companyId", "before", "after")
  SELECT NEW."id", intake_in_zone(i, CASE each WHEN 1 THEN OLD."timeZone" ELSE NEW."timeZone" END),
    intake_in_zone(i, CASE each WHEN 1 THEN NEW."timeZone" ELSE OLD."timeZone" END)
  FROM (
    SELECT 1 AS each, intake_counted(d, f."signedAt") AS i FROM "SubmissionDesk" d JOIN "FormSession" f ON f."id" = d."id"
    WHERE d."companyId" = NEW."id" AND greatest(d."createdAt", d."decidedAt", d."fundedAt") > now() - interval '102 days'
    UNION ALL SELECT -each, i FROM intake_images() WHERE "companyId" = NEW."id" AND (i).status IS NOT NULL
  ) AS summed;
  PERFORM set_config('intake.scope', scope, true);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION intake_in_zone(i intake_counted, zone text) RETURNS intake_counted LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  i.zone := zone;
  RETURN i;
END $$;

CREATE OR REPLACE TRIGGER figures_moved AFTER UPDATE OF "timeZone" ON "Company"
  FOR EACH ROW WHEN (OLD."timeZone" <> NEW."timeZone") EXECUTE FUNCTION intake_move_days();
