-- CreateIndex
CREATE INDEX "SubmissionDesk_decided_idx" ON "SubmissionDesk" ("decidedAt", "companyId") WHERE "decidedAt" IS NOT NULL;

-- CreateIndex
CREATE INDEX "SubmissionDesk_funded_at_idx" ON "SubmissionDesk" ("fundedAt", "companyId") WHERE "fundedAt" IS NOT NULL;
