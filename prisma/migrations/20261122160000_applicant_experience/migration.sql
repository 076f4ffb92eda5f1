-- CreateEnum
CREATE TYPE "ApplicantLinkPurpose" AS ENUM ('receipt', 'status', 'signature', 'move');

-- CreateEnum
CREATE TYPE "SubmissionAdditionKind" AS ENUM ('signature');

-- AlterTable
ALTER TABLE "Company" ADD COLUMN     "applicantSettings" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "contact" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "ApplicantLink" (
    "id" TEXT NOT NULL,
    "purpose" "ApplicantLinkPurpose" NOT NULL,
    "formSessionId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "detail" BYTEA,
    "usedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ApplicantLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SubmissionAddition" (
    "id" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "kind" "SubmissionAdditionKind" NOT NULL,
    "data" BYTEA NOT NULL,
    "digest" BYTEA NOT NULL,
    "clientIp" TEXT NOT NULL DEFAULT '',
    "userAgent" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SubmissionAddition_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ApplicantLink_formSessionId_idx" ON "ApplicantLink"("formSessionId");

-- CreateIndex
CREATE INDEX "ApplicantLink_companyId_idx" ON "ApplicantLink"("companyId");

-- CreateIndex
CREATE INDEX "ApplicantLink_expiresAt_idx" ON "ApplicantLink"("expiresAt");

-- CreateIndex
CREATE INDEX "SubmissionAddition_submissionId_idx" ON "SubmissionAddition"("submissionId");

-- CreateIndex
CREATE INDEX "SubmissionAddition_companyId_idx" ON "SubmissionAddition"("companyId");

-- AddForeignKey
ALTER TABLE "ApplicantLink" ADD CONSTRAINT "ApplicantLink_formSessionId_fkey" FOREIGN KEY ("formSessionId") REFERENCES "FormSession"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApplicantLink" ADD CONSTRAINT "ApplicantLink_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionAddition" ADD CONSTRAINT "SubmissionAddition_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionAddition" ADD CONSTRAINT "SubmissionAddition_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Links of applicants are the system's: no tenant's transaction reads or makes one.
ALTER TABLE "ApplicantLink" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ApplicantLink" FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON "ApplicantLink"
  USING ((SELECT current_setting('intake.scope', true)) = 'system')
  WITH CHECK ((SELECT current_setting('intake.scope', true)) = 'system');

-- Staff read their company's additions; applicants make them.
ALTER TABLE "SubmissionAddition" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "SubmissionAddition" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "SubmissionAddition"
  USING ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()))
  WITH CHECK ((SELECT intake_unscoped()));
CREATE POLICY addition_stays ON "SubmissionAddition" AS RESTRICTIVE FOR DELETE USING ((SELECT intake_unscoped()));

-- Ciphertext isn't compressed.
ALTER TABLE "SubmissionAddition" ALTER COLUMN "data" SET STORAGE EXTERNAL;
