-- Counts all companies' changes since a time from the index alone, as row-level security reads "companyId". The "id" in the
-- one before served no order: lists settle ties by "createdAt" first.
-- CreateIndex
CREATE INDEX "SubmissionDesk_updatedAt_companyId_idx" ON "SubmissionDesk"("updatedAt", "companyId");

-- DropIndex
DROP INDEX "SubmissionDesk_updatedAt_id_idx";
