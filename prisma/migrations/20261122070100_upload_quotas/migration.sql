-- Set while no submitted application holds the file: such files count against the upload quotas.
ALTER TABLE "Document" ADD COLUMN "uploadedFrom" TEXT;

-- Whose address earlier files came from is not known; they count for their company.
DO $$
DECLARE
  scope CONSTANT text := COALESCE(current_setting('intake.scope', true), '');
BEGIN
  PERFORM set_config('intake.scope', 'system', true);
  UPDATE "Document" SET "uploadedFrom" = '' WHERE NOT EXISTS (
    SELECT 1 FROM "FormSession" s WHERE s."id" = "formSessionId" AND s."submittedAt" IS NOT NULL);
  PERFORM set_config('intake.scope', scope, true);
END $$;

-- Quotas are summed up in these indexes alone. They hold no file of a submitted application, so they stay small.
CREATE INDEX "Document_address_covering" ON "Document" ("uploadedFrom", "createdAt") INCLUDE ("fileSize")
  WHERE "uploadedFrom" IS NOT NULL;
CREATE INDEX "Document_company_covering" ON "Document" ("companyId", "formSessionId") INCLUDE ("fileSize")
  WHERE "uploadedFrom" IS NOT NULL;

-- A trigger sees files that were committed while the submit waited for the session's row; the submit's own statement
-- would not.
CREATE FUNCTION intake_free_quota() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Document" SET "uploadedFrom" = NULL
    WHERE "formSessionId" = NEW."id" AND "uploadedFrom" IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER submitted_files_are_free AFTER UPDATE OF "submittedAt" ON "FormSession"
  FOR EACH ROW WHEN (OLD."submittedAt" IS NULL AND NEW."submittedAt" IS NOT NULL)
  EXECUTE FUNCTION intake_free_quota();

-- The hourly sweep looks for sessions that hold files only.
CREATE INDEX "FormSession_untouched_covering" ON "FormSession" ("createdAt")
  WHERE "submittedAt" IS NULL AND "draft" IS NULL;
