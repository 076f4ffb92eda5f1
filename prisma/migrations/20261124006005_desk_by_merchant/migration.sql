-- CreateIndex
CREATE INDEX "SubmissionDesk_merchant_idx" ON "SubmissionDesk"("merchant");

-- CreateIndex
CREATE INDEX "SubmissionDesk_statusAt_idx" ON "SubmissionDesk"("statusAt");
