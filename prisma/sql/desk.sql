CREATE OR REPLACE FUNCTION intake_merchant(legal_name text, dba_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(coalesce(nullif(trim(legal_name), ''), trim(dba_name)))
$$;

-- As parseMoney in server/domain/catalogue/money.ts; null if the text is no amount.
CREATE OR REPLACE FUNCTION intake_dollars(written text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN written ~ '^\$?([0-9]{1,12}|[0-9]{1,3}(,[0-9]{3}){1,3})(\.[0-9]{0,2})?$' THEN translate(written, '$,', '')::numeric
    ELSE intake_written_dollars(written)
  END
$$;

-- Amounts as most people write them take one pattern instead of five: 3 instead of 20 microseconds of a submit, twice.
CREATE OR REPLACE FUNCTION intake_written_dollars(written text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN "plain" ~ '^-?\$? ?-?([0-9]+|[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,3}( [0-9]{3})+)(\.[0-9]{0,2})?$'
      AND "plain" !~ '-.*-' AND length("digits") BETWEEN 1 AND 12
    THEN (CASE WHEN "plain" LIKE '%-%' THEN -1 ELSE 1 END)
      * ("digits" || coalesce(substring("plain" FROM '\.[0-9]+'), ''))::numeric
  END
  FROM (SELECT regexp_replace(trim(regexp_replace(normalize(coalesce(written, ''), NFKC), '\s+', ' ', 'g')), '[‐‑‒–—−]', '-', 'g') AS "plain") AS text,
    LATERAL (SELECT regexp_replace(regexp_replace("plain", '\..*$|[^0-9]', '', 'g'), '^0+(?=[0-9])', '') AS "digits") AS number
$$;

CREATE OR REPLACE FUNCTION intake_open_desk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "SubmissionDesk" ("id", "companyId", "linkId", "createdAt", "merchant", "state", "amountRequested",
    "monthlySales", "documentCount", "statementMonths", "statusAt", "updatedAt")
  SELECT s."id", s."companyId", s."linkId", s."createdAt", intake_merchant(s."legalName", s."dbaName"),
    coalesce(s."state", ''), intake_dollars(s."advanceAmount"), intake_dollars(s."sales"), file."count", file."months",
    s."createdAt", s."createdAt"
  FROM changed s CROSS JOIN LATERAL (
    SELECT count(*)::int AS "count",
      coalesce(array_agg(DISTINCT d."statementMonth") FILTER (WHERE d."statementMonth" IS NOT NULL), '{}') AS "months"
    FROM "Document" d WHERE d."formSessionId" = s."id"
  ) AS file;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER desk_opened AFTER INSERT ON "FormSubmission" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_open_desk();

CREATE OR REPLACE FUNCTION intake_copy_to_desk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "SubmissionDesk" SET "companyId" = NEW."companyId", "linkId" = NEW."linkId", "createdAt" = NEW."createdAt",
    "merchant" = intake_merchant(NEW."legalName", NEW."dbaName"), "state" = coalesce(NEW."state", ''),
    "amountRequested" = intake_dollars(NEW."advanceAmount"), "monthlySales" = intake_dollars(NEW."sales")
  WHERE "id" = NEW."id";
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER desk_copied
  AFTER UPDATE OF "companyId", "linkId", "createdAt", "legalName", "dbaName", "state", "advanceAmount", "sales"
  ON "FormSubmission" FOR EACH ROW EXECUTE FUNCTION intake_copy_to_desk();

-- A decision is refused if the row was changed since it was read, so no two changes have the same moment.
CREATE OR REPLACE FUNCTION intake_desk_moved_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updatedAt" := greatest(clock_timestamp(), OLD."updatedAt" + interval '1 millisecond');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER moved_on BEFORE UPDATE ON "SubmissionDesk" FOR EACH ROW EXECUTE FUNCTION intake_desk_moved_on();

CREATE OR REPLACE FUNCTION intake_count_documents(submissions text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE "SubmissionDesk" AS desk SET "documentCount" = file."count", "statementMonths" = file."months"
  FROM unnest(submissions) AS changed ("id") CROSS JOIN LATERAL (
    SELECT count(*)::int AS "count",
      coalesce(array_agg(DISTINCT d."statementMonth") FILTER (WHERE d."statementMonth" IS NOT NULL), '{}') AS "months"
    FROM "Document" d WHERE d."formSessionId" = changed."id"
  ) AS file
  WHERE desk."id" = changed."id"
$$;

CREATE OR REPLACE FUNCTION intake_document_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_count_documents(ARRAY[NEW."formSessionId"]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER desk_document_changed AFTER UPDATE OF "statementMonth" ON "Document"
  FOR EACH ROW WHEN (NEW."formSessionId" IS NOT NULL) EXECUTE FUNCTION intake_document_changed();

CREATE OR REPLACE FUNCTION intake_documents_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_count_documents(array_agg(DISTINCT "formSessionId"))
    FROM changed WHERE "formSessionId" IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER desk_documents_added AFTER INSERT ON "Document" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_documents_changed();

CREATE OR REPLACE TRIGGER desk_documents_removed AFTER DELETE ON "Document" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_documents_changed();

CREATE OR REPLACE FUNCTION intake_rename_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "SubmissionDesk" SET "ownerName" = NEW."name" WHERE "ownerId" = NEW."id";
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER owner_renamed AFTER UPDATE OF "name" ON "User"
  FOR EACH ROW WHEN (OLD."name" <> NEW."name") EXECUTE FUNCTION intake_rename_owner();
