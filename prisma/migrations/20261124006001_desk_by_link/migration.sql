-- CreateIndex
CREATE INDEX "SubmissionDesk_linkId_companyId_idx" ON "SubmissionDesk"("linkId", "companyId");

-- DropIndex
DROP INDEX "SubmissionDesk_linkId_idx";
