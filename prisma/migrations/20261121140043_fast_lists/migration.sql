-- Searching compares small letters with small letters: made once when a row is written, not for every row of a search.
-- The line break keeps a search from matching across the two names, as no search text has one.
ALTER TABLE "FormSubmission"
  ADD COLUMN "searchNames" TEXT NOT NULL GENERATED ALWAYS AS (lower("legalName" || E'\n' || "dbaName")) STORED,
  ADD COLUMN "searchUser" TEXT NOT NULL GENERATED ALWAYS AS (lower("submittedBy")) STORED;

-- Lists are counted, searched, sorted and paged in these indexes alone; rows are read only for the page that is shown.
-- Under row-level security LIKE may not choose rows by an index of its own, as it is not leakproof; it may filter here.
DROP INDEX "FormSubmission_companyId_createdAt_id_idx";
DROP INDEX "FormSubmission_createdAt_id_idx";
CREATE INDEX "FormSubmission_company_covering" ON "FormSubmission" ("companyId", "createdAt", "id")
  INCLUDE ("searchNames", "searchUser", "submittedBy");
CREATE INDEX "FormSubmission_all_covering" ON "FormSubmission" ("createdAt", "id")
  INCLUDE ("companyId", "searchNames", "searchUser", "submittedBy");

-- @> is not leakproof either, so the GIN index was never read; = is. There are two partners at most.
DROP INDEX "FormSubmission_ssnHashes_idx";
CREATE INDEX "FormSubmission_ssnHash1_idx" ON "FormSubmission" (("ssnHashes"[1]));
CREATE INDEX "FormSubmission_ssnHash2_idx" ON "FormSubmission" (("ssnHashes"[2])) WHERE "ssnHashes"[2] IS NOT NULL;

-- An index answers alone only for pages that a vacuum has seen since their last change. The default waits until a fifth
-- of the table has changed, and every application changes once more when its PDF is drawn.
ALTER TABLE "FormSubmission" SET (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
