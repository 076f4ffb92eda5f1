-- AlterTable
ALTER TABLE "Company" ADD COLUMN     "retentionDays" INTEGER,
ADD COLUMN     "retentionFrom" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "FormSubmission" ADD COLUMN     "keepUntil" TIMESTAMPTZ(3),
ADD COLUMN     "legalHoldAt" TIMESTAMPTZ(3),
ADD COLUMN     "legalHoldBy" TEXT,
ADD COLUMN     "legalHoldReason" TEXT;
