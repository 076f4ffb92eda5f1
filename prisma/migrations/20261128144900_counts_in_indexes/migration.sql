-- Row-level security compares the id as well: an index without it, or without what is counted, cannot count without reading
-- the rows.
DROP INDEX "SubmissionDesk_company_waiting_idx";
DROP INDEX "SubmissionDesk_waiting_idx";
DROP INDEX "SubmissionDesk_unowned_idx";
CREATE INDEX "SubmissionDesk_company_waiting_idx"
  ON "SubmissionDesk" ("companyId", "statusAt", id) INCLUDE ("statusKey") WHERE ("statusOrder" < 4);
CREATE INDEX "SubmissionDesk_waiting_idx"
  ON "SubmissionDesk" ("statusAt", id, "companyId") INCLUDE ("statusOrder") WHERE ("statusOrder" < 4);
CREATE INDEX "SubmissionDesk_unowned_idx"
  ON "SubmissionDesk" ("companyId", id) INCLUDE ("statusKey", "statusOrder", "statusAt") WHERE ("ownerId" IS NULL);
DROP INDEX "SubmissionDesk_all_covering";
DROP INDEX "SubmissionDesk_company_covering";
CREATE INDEX "SubmissionDesk_all_covering"
  ON "SubmissionDesk" ("createdAt", id) INCLUDE ("companyId", "searchNames", "searchUser", "submittedBy", "statusKey", "statusOrder");
CREATE INDEX "SubmissionDesk_company_covering"
  ON "SubmissionDesk" ("companyId", "createdAt", id) INCLUDE ("searchNames", "searchUser", "submittedBy", "statusKey", "statusOrder");
