-- Clients ask for what changed since (updatedSince), sorted by that.
-- CreateIndex
CREATE INDEX "SubmissionDesk_updatedAt_id_idx" ON "SubmissionDesk"("updatedAt", "id");

-- CreateIndex
CREATE INDEX "SubmissionDesk_companyId_updatedAt_id_idx" ON "SubmissionDesk"("companyId", "updatedAt", "id");

-- The sweep finds events of more than 30 days ago. They lie in the order of their times.
-- CreateIndex
CREATE INDEX "Event_at_idx" ON "Event" USING BRIN ("at");
