-- Lists of all companies' submissions: this migration and those after it give each sort an index, and each filter one that
-- its rows are counted in. Row-level security reads "companyId" of each row, so an index that rows are counted in holds it.
-- Equal pairs are stored once, which keeps such an index small; comparing statuses or numbers is not leakproof, so these only
-- filter in it. Each migration holds back submits for as long as its indexes take, so there are several.

-- CreateIndex
CREATE INDEX "SubmissionDesk_createdAt_id_idx" ON "SubmissionDesk"("createdAt", "id");

-- DropIndex
DROP INDEX "SubmissionDesk_status_createdAt_id_idx";
