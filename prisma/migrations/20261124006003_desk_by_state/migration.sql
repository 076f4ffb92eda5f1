-- CreateIndex
CREATE INDEX "SubmissionDesk_state_companyId_idx" ON "SubmissionDesk"("state", "companyId");
