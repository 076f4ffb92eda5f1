-- Lists show these in clear; rows that are here already are filled by a job, as their answers are encrypted.
ALTER TABLE "FormSubmission"
  ADD COLUMN "state" TEXT,
  ADD COLUMN "advanceAmount" TEXT,
  ADD COLUMN "sales" TEXT;

-- The rows that the job still has to fill; empty ever after.
CREATE INDEX "FormSubmission_unfilled_idx" ON "FormSubmission" ("id") WHERE "state" IS NULL;
