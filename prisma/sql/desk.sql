-- A decision is refused if the row was changed since it was read, so no two changes have the same moment. Figures of
-- statements come by themselves, while somebody has the row open.
CREATE OR REPLACE FUNCTION intake_desk_moved_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updatedAt" := greatest(clock_timestamp(), OLD."updatedAt" + interval '1 millisecond');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER moved_on BEFORE UPDATE OF "companyId", "linkId", "createdAt", "legalName", "dbaName", "state",
  "amountRequested", "monthlySales", "documentCount", "statementMonths", "status", "statusKey", "statusAt", "reason", "ownerId",
  "ownerName", "teamId", "decidedAt", "fundedAt", "lacksSignature", "updatedAt" ON "SubmissionDesk"
  FOR EACH ROW EXECUTE FUNCTION intake_desk_moved_on();

CREATE OR REPLACE FUNCTION intake_copy_to_desk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "SubmissionDesk" SET "companyId" = NEW."companyId", "linkId" = NEW."linkId", "createdAt" = NEW."createdAt"
  WHERE "id" = NEW."id";
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER desk_copied AFTER UPDATE OF "companyId", "linkId", "createdAt" ON "FormSubmission"
  FOR EACH ROW EXECUTE FUNCTION intake_copy_to_desk();

-- A submit counts the documents of its session itself. 'bankStatements' is STATEMENT_TYPE of server/domain/files.ts.
CREATE OR REPLACE FUNCTION intake_count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "SubmissionDesk" AS desk SET ("documentCount", "undatedStatements", "statementMonths") = (
    SELECT count(*), count(*) FILTER (WHERE "documentType" = 'bankStatements' AND "statementMonth" IS NULL),
      coalesce(array_agg(DISTINCT "statementMonth") FILTER (WHERE "statementMonth" IS NOT NULL), '{}')
    FROM "Document" WHERE "formSessionId" = desk."id" AND "unlockedFrom" IS NULL)
  WHERE desk."id" = CASE TG_OP WHEN 'DELETE' THEN OLD."formSessionId" ELSE NEW."formSessionId" END;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER desk_document_changed AFTER INSERT OR DELETE OR UPDATE OF "statementMonth", "documentType" ON "Document"
  FOR EACH ROW EXECUTE FUNCTION intake_count_documents();

-- As the system: the caller may not see all of them.
CREATE OR REPLACE FUNCTION intake_rename_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('intake.scope', true);
BEGIN
  PERFORM set_config('intake.scope', 'system', true);
  UPDATE "SubmissionDesk" SET "ownerName" = NEW."name" WHERE "ownerId" = NEW."id";
  PERFORM set_config('intake.scope', scope, true);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER owner_renamed AFTER UPDATE OF "name" ON "User"
  FOR EACH ROW WHEN (OLD."name" <> NEW."name") EXECUTE FUNCTION intake_rename_owner();
