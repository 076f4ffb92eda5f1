-- AlterTable
ALTER TABLE "FormSubmission" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en';

-- A column rather than an index of an expression: under row-level security no index of right() is read, as it is not leakproof.
ALTER TABLE "SubmissionSearch" ADD COLUMN "reference" TEXT NOT NULL GENERATED ALWAYS AS (right("id", 8)) STORED;

-- CreateIndex
CREATE INDEX "SubmissionSearch_reference_idx" ON "SubmissionSearch"("reference");
