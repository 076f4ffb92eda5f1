-- CreateIndex
CREATE INDEX "SubmissionDesk_ownerName_companyId_idx" ON "SubmissionDesk"("ownerName", "companyId");

-- CreateIndex
CREATE INDEX "SubmissionDesk_unowned_idx" ON "SubmissionDesk" ("companyId") WHERE "ownerId" IS NULL;
