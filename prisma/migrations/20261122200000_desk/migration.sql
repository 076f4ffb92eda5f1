-- CreateEnum
CREATE TYPE "SubmissionStatus" AS ENUM ('new', 'in_review', 'documents_needed', 'with_funder', 'approved', 'funded', 'declined', 'withdrawn');

-- AlterTable
ALTER TABLE "Company" ADD COLUMN     "deskSettings" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "GeneratedLink" ADD COLUMN     "teamId" TEXT;

-- AlterTable
ALTER TABLE "TeamMember" ADD COLUMN     "assignedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "SubmissionDesk" (
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "linkId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "merchant" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL DEFAULT '',
    "amountRequested" DECIMAL(14,2),
    "monthlySales" DECIMAL(14,2),
    "documentCount" INTEGER NOT NULL DEFAULT 0,
    "statementMonths" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" "SubmissionStatus" NOT NULL DEFAULT 'new',
    "statusKey" TEXT NOT NULL DEFAULT 'new',
    "statusAt" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT,
    "ownerId" TEXT,
    "ownerName" TEXT NOT NULL DEFAULT '',
    "teamId" TEXT,
    "decidedAt" TIMESTAMPTZ(3),
    "fundedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SubmissionDesk_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SubmissionDesk_companyId_status_createdAt_id_idx" ON "SubmissionDesk"("companyId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "SubmissionDesk_status_createdAt_id_idx" ON "SubmissionDesk"("status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "SubmissionDesk_ownerId_createdAt_idx" ON "SubmissionDesk"("ownerId", "createdAt");

-- CreateIndex
CREATE INDEX "SubmissionDesk_teamId_idx" ON "SubmissionDesk"("teamId");

-- CreateIndex
CREATE INDEX "SubmissionDesk_linkId_idx" ON "SubmissionDesk"("linkId");

-- CreateIndex
CREATE INDEX "GeneratedLink_teamId_idx" ON "GeneratedLink"("teamId");

-- AddForeignKey
ALTER TABLE "GeneratedLink" ADD CONSTRAINT "GeneratedLink_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionDesk" ADD CONSTRAINT "SubmissionDesk_id_fkey" FOREIGN KEY ("id") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionDesk" ADD CONSTRAINT "SubmissionDesk_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionDesk" ADD CONSTRAINT "SubmissionDesk_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "GeneratedLink"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionDesk" ADD CONSTRAINT "SubmissionDesk_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionDesk" ADD CONSTRAINT "SubmissionDesk_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Staff change their company's rows; triggers make them.
ALTER TABLE "SubmissionDesk" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "SubmissionDesk" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "SubmissionDesk"
  USING ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()))
  WITH CHECK ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()));
CREATE POLICY made_by_triggers ON "SubmissionDesk" AS RESTRICTIVE FOR INSERT WITH CHECK ((SELECT intake_unscoped()));
CREATE POLICY desk_stays ON "SubmissionDesk" AS RESTRICTIVE FOR DELETE USING ((SELECT intake_unscoped()));

-- As parseMoney in server/domain/catalogue/money.ts reads it; null where it reads nothing.
CREATE FUNCTION intake_dollars(written text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN "plain" ~ '^-?\$? ?-?([0-9]+|[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,3}( [0-9]{3})+)(\.[0-9]{0,2})?$'
      AND "plain" !~ '-.*-' AND length("digits") BETWEEN 1 AND 12
    THEN (CASE WHEN "plain" LIKE '%-%' THEN -1 ELSE 1 END)
      * ("digits" || coalesce(substring("plain" FROM '\.[0-9]+'), ''))::numeric
  END
  FROM (SELECT regexp_replace(trim(regexp_replace(normalize(coalesce(written, ''), NFKC), '\s+', ' ', 'g')), '[‐‑‒–—−]', '-', 'g') AS "plain") AS text,
    LATERAL (SELECT regexp_replace(regexp_replace("plain", '\..*$|[^0-9]', '', 'g'), '^0+(?=[0-9])', '') AS "digits") AS number
$$;

-- What a row copies from its submission and its documents.
CREATE FUNCTION intake_merchant(legal_name text, dba_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(coalesce(nullif(trim(legal_name), ''), trim(dba_name)))
$$;

CREATE FUNCTION intake_open_desk() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER desk_opened AFTER INSERT ON "FormSubmission" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_open_desk();

CREATE FUNCTION intake_copy_to_desk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "SubmissionDesk" SET "companyId" = NEW."companyId", "linkId" = NEW."linkId", "createdAt" = NEW."createdAt",
    "merchant" = intake_merchant(NEW."legalName", NEW."dbaName"), "state" = coalesce(NEW."state", ''),
    "amountRequested" = intake_dollars(NEW."advanceAmount"), "monthlySales" = intake_dollars(NEW."sales")
  WHERE "id" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER desk_copied
  AFTER UPDATE OF "companyId", "linkId", "createdAt", "legalName", "dbaName", "state", "advanceAmount", "sales"
  ON "FormSubmission" FOR EACH ROW EXECUTE FUNCTION intake_copy_to_desk();

CREATE FUNCTION intake_count_documents(submissions text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE "SubmissionDesk" AS desk SET "documentCount" = file."count", "statementMonths" = file."months"
  FROM unnest(submissions) AS changed ("id") CROSS JOIN LATERAL (
    SELECT count(*)::int AS "count",
      coalesce(array_agg(DISTINCT d."statementMonth") FILTER (WHERE d."statementMonth" IS NOT NULL), '{}') AS "months"
    FROM "Document" d WHERE d."formSessionId" = changed."id"
  ) AS file
  WHERE desk."id" = changed."id"
$$;

CREATE FUNCTION intake_documents_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_count_documents(array_agg(DISTINCT "formSessionId"))
    FROM changed WHERE "formSessionId" IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE TRIGGER desk_documents_added AFTER INSERT ON "Document" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_documents_changed();
CREATE TRIGGER desk_documents_removed AFTER DELETE ON "Document" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION intake_documents_changed();

CREATE FUNCTION intake_document_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM intake_count_documents(ARRAY[NEW."formSessionId"]);
  RETURN NULL;
END $$;

CREATE TRIGGER desk_document_changed AFTER UPDATE OF "statementMonth" ON "Document"
  FOR EACH ROW WHEN (NEW."formSessionId" IS NOT NULL) EXECUTE FUNCTION intake_document_changed();

-- A decision is refused if the row was changed since it was read, so no two changes have the same moment.
CREATE FUNCTION intake_desk_moved_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updatedAt" := greatest(clock_timestamp(), OLD."updatedAt" + interval '1 millisecond');
  RETURN NEW;
END $$;

CREATE TRIGGER moved_on BEFORE UPDATE ON "SubmissionDesk" FOR EACH ROW EXECUTE FUNCTION intake_desk_moved_on();

CREATE FUNCTION intake_rename_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "SubmissionDesk" SET "ownerName" = NEW."name" WHERE "ownerId" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER owner_renamed AFTER UPDATE OF "name" ON "User"
  FOR EACH ROW WHEN (OLD."name" <> NEW."name") EXECUTE FUNCTION intake_rename_owner();

INSERT INTO "SubmissionDesk" ("id", "companyId", "linkId", "createdAt", "merchant", "state", "amountRequested",
  "monthlySales", "documentCount", "statementMonths", "statusAt", "updatedAt")
SELECT s."id", s."companyId", s."linkId", s."createdAt", intake_merchant(s."legalName", s."dbaName"),
  coalesce(s."state", ''), intake_dollars(s."advanceAmount"), intake_dollars(s."sales"), coalesce(file."count", 0),
  coalesce(file."months", '{}'), s."createdAt", s."createdAt"
FROM "FormSubmission" s LEFT JOIN (
  SELECT "formSessionId", count(*)::int AS "count",
    array_agg(DISTINCT "statementMonth") FILTER (WHERE "statementMonth" IS NOT NULL) AS "months"
  FROM "Document" WHERE "formSessionId" IS NOT NULL GROUP BY 1
) AS file ON file."formSessionId" = s."id"
ORDER BY s."createdAt";

-- Company administrators and the preset role 'User' work on submissions, administrators also decide. So do roles that
-- manage users, who could otherwise no longer give the role 'User'. The list has the order of PERMISSIONS in
-- server/domain/permissions.ts.
UPDATE "Role" SET "permissions" = ARRAY(
  SELECT permission FROM unnest(ARRAY[
    'page:users', 'page:companies', 'page:roles', 'page:teams', 'page:forms', 'page:links', 'page:attachments', 'page:main',
    'user:create', 'user:read', 'user:update', 'user:delete',
    'company:create', 'company:read', 'company:update', 'company:delete',
    'role:create', 'role:read', 'role:update', 'role:delete',
    'team:create', 'team:read', 'team:update', 'team:delete',
    'submission:update', 'submission:decide',
    'action:create', 'action:edit', 'action:delete', 'userType:admin', 'userType:company'
  ]) WITH ORDINALITY AS listed(permission, place)
  WHERE permission = ANY("permissions") OR permission = 'submission:update'
    OR (permission = 'submission:decide' AND "isStatic" AND "userType" <> 'user')
  ORDER BY place
)
WHERE 'page:forms' = ANY("permissions")
  AND (("isStatic" AND "userType" <> 'user') OR ("name" = 'User' AND "userType" = 'user')
    OR "permissions" && ARRAY['user:create', 'user:update', 'action:create', 'action:edit']);
