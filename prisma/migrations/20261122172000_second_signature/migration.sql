-- Until when a company's notice waits for the second signature; null: it does not.
ALTER TABLE "FormSubmission" ADD COLUMN "awaitsSignatureUntil" TIMESTAMPTZ(3);

-- Of two signatures at the same moment, one is stored.
CREATE UNIQUE INDEX "SubmissionAddition_submissionId_kind_key" ON "SubmissionAddition"("submissionId", "kind");
DROP INDEX "SubmissionAddition_submissionId_idx";
