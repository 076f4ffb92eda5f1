-- CreateTable
CREATE TABLE "SubmissionNote" (
    "id" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "text" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SubmissionNote_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SubmissionPresence" (
    "submissionId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "isProvider" BOOLEAN NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SubmissionPresence_pkey" PRIMARY KEY ("submissionId","userId")
);

-- CreateIndex
CREATE INDEX "SubmissionNote_submissionId_id_idx" ON "SubmissionNote"("submissionId", "id");

-- CreateIndex
CREATE INDEX "SubmissionNote_companyId_idx" ON "SubmissionNote"("companyId");

-- CreateIndex
CREATE INDEX "SubmissionPresence_userId_idx" ON "SubmissionPresence"("userId");

-- CreateIndex
CREATE INDEX "SubmissionPresence_companyId_idx" ON "SubmissionPresence"("companyId");

-- AddForeignKey
ALTER TABLE "SubmissionNote" ADD CONSTRAINT "SubmissionNote_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionNote" ADD CONSTRAINT "SubmissionNote_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionPresence" ADD CONSTRAINT "SubmissionPresence_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionPresence" ADD CONSTRAINT "SubmissionPresence_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionPresence" ADD CONSTRAINT "SubmissionPresence_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Staff write and read those of their company's submissions.
DO $$
DECLARE
  tenant_table text;
  sees CONSTANT text := '(SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company())';
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['SubmissionNote', 'SubmissionPresence'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', tenant_table, sees, sees);
    EXECUTE format('CREATE POLICY of_its_submission ON %I AS RESTRICTIVE FOR INSERT WITH CHECK (EXISTS (
      SELECT 1 FROM "FormSubmission" s WHERE s."id" = "submissionId" AND s."companyId" = %I."companyId"))', tenant_table, tenant_table);
  END LOOP;
END $$;

-- A note is corrected by another one.
CREATE POLICY note_stays ON "SubmissionNote" AS RESTRICTIVE FOR UPDATE
  USING ((SELECT current_setting('intake.scope', true)) = 'system');
CREATE POLICY note_is_kept ON "SubmissionNote" AS RESTRICTIVE FOR DELETE
  USING ((SELECT current_setting('intake.scope', true)) = 'system');
