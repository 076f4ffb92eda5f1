-- The few that are on legal hold are listed without looking through all the others.
CREATE INDEX "FormSubmission_held_covering" ON "FormSubmission" ("companyId", "createdAt", "id")
  INCLUDE ("searchNames", "searchUser", "submittedBy") WHERE "legalHoldAt" IS NOT NULL;
