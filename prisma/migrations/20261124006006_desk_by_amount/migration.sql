-- Rows without an amount come last either way. The first of the two also counts those between two amounts.
-- CreateIndex
CREATE INDEX "SubmissionDesk_amount_idx" ON "SubmissionDesk"
  ((coalesce("amountRequested"::float8, 1e300::float8)), "companyId", "amountRequested");

-- CreateIndex
CREATE INDEX "SubmissionDesk_amount_desc_idx" ON "SubmissionDesk" ((coalesce("amountRequested"::float8, -1e300::float8)));
