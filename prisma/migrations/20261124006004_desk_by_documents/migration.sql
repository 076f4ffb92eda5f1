-- CreateIndex
CREATE INDEX "SubmissionDesk_documentCount_companyId_idx" ON "SubmissionDesk"("documentCount", "companyId");
