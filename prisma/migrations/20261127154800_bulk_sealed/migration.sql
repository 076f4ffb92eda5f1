-- DropIndex
DROP INDEX "BulkRow_submissionId_idx";

-- AlterTable
ALTER TABLE "BulkJob" ADD COLUMN     "sealedAct" BYTEA;
