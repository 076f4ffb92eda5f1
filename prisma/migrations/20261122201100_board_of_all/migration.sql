-- The newest of each status over all companies. A row is in one of these.
CREATE INDEX "SubmissionDesk_new_idx" ON "SubmissionDesk" ("createdAt", "id") WHERE "status" = 'new';
CREATE INDEX "SubmissionDesk_in_review_idx" ON "SubmissionDesk" ("createdAt", "id") WHERE "status" = 'in_review';
CREATE INDEX "SubmissionDesk_documents_needed_idx" ON "SubmissionDesk" ("createdAt", "id") WHERE "status" = 'documents_needed';
CREATE INDEX "SubmissionDesk_with_funder_idx" ON "SubmissionDesk" ("createdAt", "id") WHERE "status" = 'with_funder';
CREATE INDEX "SubmissionDesk_approved_idx" ON "SubmissionDesk" ("createdAt", "id") WHERE "status" = 'approved';
CREATE INDEX "SubmissionDesk_funded_idx" ON "SubmissionDesk" ("createdAt", "id") WHERE "status" = 'funded';
CREATE INDEX "SubmissionDesk_declined_idx" ON "SubmissionDesk" ("createdAt", "id") WHERE "status" = 'declined';
CREATE INDEX "SubmissionDesk_withdrawn_idx" ON "SubmissionDesk" ("createdAt", "id") WHERE "status" = 'withdrawn';
