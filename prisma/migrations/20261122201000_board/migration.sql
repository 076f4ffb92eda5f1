-- CreateIndex
CREATE INDEX "SubmissionDesk_companyId_statusKey_createdAt_id_idx" ON "SubmissionDesk"("companyId", "statusKey", "createdAt", "id");
