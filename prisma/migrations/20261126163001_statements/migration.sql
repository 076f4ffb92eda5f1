-- CreateEnum
CREATE TYPE "StatementState" AS ENUM ('reading', 'read', 'not_read', 'not_a_statement');

-- AlterTable
ALTER TABLE "SubmissionDesk" ADD COLUMN     "averageDailyBalance" DOUBLE PRECISION,
ADD COLUMN     "nsfCount" INTEGER,
ADD COLUMN     "positionCount" INTEGER,
ADD COLUMN     "trueRevenue" DOUBLE PRECISION;

-- CreateTable
CREATE TABLE "StatementReading" (
    "documentId" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "state" "StatementState" NOT NULL DEFAULT 'reading',
    "scannedPages" INTEGER NOT NULL DEFAULT 0,
    "data" BYTEA,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "StatementReading_pkey" PRIMARY KEY ("documentId"),
    CONSTRAINT "StatementReading_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "StatementReading_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "StatementReading_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PayeeKind" (
    "companyId" TEXT NOT NULL,
    "payee" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PayeeKind_pkey" PRIMARY KEY ("companyId","payee"),
    CONSTRAINT "PayeeKind_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "StatementReading_submissionId_idx" ON "StatementReading"("submissionId");

-- CreateIndex
CREATE INDEX "StatementReading_companyId_idx" ON "StatementReading"("companyId");

-- CreateIndex
CREATE INDEX "SubmissionDesk_trueRevenue_createdAt_id_companyId_idx" ON "SubmissionDesk"("trueRevenue", "createdAt", "id", "companyId");

-- CreateIndex
CREATE INDEX "SubmissionDesk_averageDailyBalance_createdAt_id_companyId_idx" ON "SubmissionDesk"("averageDailyBalance", "createdAt", "id", "companyId");

-- CreateIndex
CREATE INDEX "SubmissionDesk_nsfCount_createdAt_id_companyId_idx" ON "SubmissionDesk"("nsfCount", "createdAt", "id", "companyId");

-- CreateIndex
CREATE INDEX "SubmissionDesk_positionCount_createdAt_id_companyId_idx" ON "SubmissionDesk"("positionCount", "createdAt", "id", "companyId");

-- Open submissions by their true revenue, for the dashboard.
CREATE INDEX "SubmissionDesk_open_revenue_idx" ON "SubmissionDesk" ("companyId", "trueRevenue") INCLUDE ("amountRequested")
  WHERE "statusOrder" < 4 AND "trueRevenue" IS NOT NULL;

-- A copy of a file that needed a password.
ALTER TABLE "Document" ADD COLUMN "unlockedFrom" TEXT;
CREATE UNIQUE INDEX "Document_unlockedFrom_key" ON "Document"("unlockedFrom");
ALTER TABLE "Document" ADD CONSTRAINT "Document_unlockedFrom_fkey" FOREIGN KEY ("unlockedFrom") REFERENCES "Document"("id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "Document" VALIDATE CONSTRAINT "Document_unlockedFrom_fkey";
