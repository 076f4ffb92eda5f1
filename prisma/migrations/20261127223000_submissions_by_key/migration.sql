-- AlterTable
ALTER TABLE "FormSession" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "metadata" BYTEA,
ADD COLUMN     "told" BYTEA;

-- AlterTable
ALTER TABLE "SubmissionDesk" ADD COLUMN     "externalId" TEXT;

-- AlterTable
ALTER TABLE "Document" ADD COLUMN     "heldBy" TEXT;

-- AlterTable
ALTER TABLE "ApplicantLink" ADD COLUMN     "signer" SMALLINT NOT NULL DEFAULT 2;

-- AlterTable
ALTER TABLE "SubmissionAddition" ADD COLUMN     "signer" SMALLINT NOT NULL DEFAULT 2;

-- Partial, as few rows have one. The id comes first, so that admins find it over all companies.
CREATE UNIQUE INDEX "FormSession_externalId_companyId_key" ON "FormSession"("externalId", "companyId") WHERE "externalId" IS NOT NULL;
CREATE INDEX "Document_held_idx" ON "Document"("createdAt") WHERE "heldBy" IS NOT NULL;

-- One signature of each signer, instead of one at all.
CREATE UNIQUE INDEX "SubmissionAddition_signer_key" ON "SubmissionAddition"("submissionId", "signer") WHERE "kind" = 'signature';
DROP INDEX "SubmissionAddition_signature_key";

-- Rows only gain strings, which servers of the release before pass over.
DO $$
BEGIN
  UPDATE "Role" SET "permissions" = "permissions" || '{submission:create}'::text[]
  WHERE "isStatic" AND "userType" = 'company' AND NOT 'submission:create' = ANY("permissions");
END $$;
