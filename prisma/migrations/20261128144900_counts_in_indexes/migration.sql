-- Row-level security compares the id as well: an index without it, or without what is counted, cannot count without reading
-- the rows. The old ones go last, as nobody can read from then on until the end.
CREATE INDEX "SubmissionDesk_all_with_status_covering"
  ON "SubmissionDesk" ("createdAt", id) INCLUDE ("companyId", "searchNames", "searchUser", "submittedBy", "statusKey", "statusOrder");
CREATE INDEX "SubmissionDesk_company_with_status_covering"
  ON "SubmissionDesk" ("companyId", "createdAt", id) INCLUDE ("searchNames", "searchUser", "submittedBy", "statusKey", "statusOrder");
CREATE INDEX "SubmissionDesk_company_waiting_counts_idx"
  ON "SubmissionDesk" ("companyId", "statusAt", id) INCLUDE ("statusKey") WHERE ("statusOrder" < 4);
CREATE INDEX "SubmissionDesk_waiting_counts_idx"
  ON "SubmissionDesk" ("statusAt", id, "companyId") INCLUDE ("statusOrder") WHERE ("statusOrder" < 4);
CREATE INDEX "SubmissionDesk_unowned_counts_idx"
  ON "SubmissionDesk" ("companyId", id) INCLUDE ("statusKey", "statusOrder", "statusAt") WHERE ("ownerId" IS NULL);
DROP INDEX "SubmissionDesk_all_covering", "SubmissionDesk_company_covering", "SubmissionDesk_company_waiting_idx",
  "SubmissionDesk_waiting_idx", "SubmissionDesk_unowned_idx";
