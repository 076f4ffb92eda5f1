ALTER TYPE "ApplicantLinkPurpose" ADD VALUE 'request';
ALTER TYPE "SubmissionAdditionKind" ADD VALUE 'correction';
ALTER TYPE "SubmissionAdditionKind" ADD VALUE 'answer';

-- Of two signatures at the same moment, one is stored; corrections and answers may be many.
DROP INDEX "SubmissionAddition_submissionId_kind_key";
CREATE INDEX "SubmissionAddition_submissionId_idx" ON "SubmissionAddition"("submissionId");
CREATE UNIQUE INDEX "SubmissionAddition_signature_key" ON "SubmissionAddition"("submissionId") WHERE "kind" = 'signature';

-- CreateEnum
CREATE TYPE "SubmissionRequestState" AS ENUM ('open', 'answered', 'cancelled', 'expired');

-- CreateTable
CREATE TABLE "SubmissionRequest" (
    "id" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "state" "SubmissionRequestState" NOT NULL DEFAULT 'open',
    "data" BYTEA NOT NULL,
    "askedBy" TEXT NOT NULL DEFAULT '',
    "reminders" BOOLEAN NOT NULL DEFAULT true,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SubmissionRequest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SubmissionRequest_submissionId_idx" ON "SubmissionRequest"("submissionId");

-- CreateIndex
CREATE INDEX "SubmissionRequest_companyId_idx" ON "SubmissionRequest"("companyId");

-- AddForeignKey
ALTER TABLE "SubmissionRequest" ADD CONSTRAINT "SubmissionRequest_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionRequest" ADD CONSTRAINT "SubmissionRequest_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE UNIQUE INDEX "SubmissionRequest_open_key" ON "SubmissionRequest"("submissionId") WHERE "state" = 'open';

-- Staff read their company's requests; the system makes and answers them.
ALTER TABLE "SubmissionRequest" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "SubmissionRequest" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "SubmissionRequest"
  USING ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()))
  WITH CHECK ((SELECT intake_unscoped()));
CREATE POLICY request_stays ON "SubmissionRequest" AS RESTRICTIVE FOR DELETE USING ((SELECT intake_unscoped()));

-- Ciphertext isn't compressed.
ALTER TABLE "SubmissionRequest" ALTER COLUMN "data" SET STORAGE EXTERNAL;
