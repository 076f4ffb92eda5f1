-- As for amounts.
-- CreateIndex
CREATE INDEX "SubmissionDesk_sales_idx" ON "SubmissionDesk"
  ((coalesce("monthlySales"::float8, 1e300::float8)), "companyId", "monthlySales");

-- CreateIndex
CREATE INDEX "SubmissionDesk_sales_desc_idx" ON "SubmissionDesk" ((coalesce("monthlySales"::float8, -1e300::float8)));
