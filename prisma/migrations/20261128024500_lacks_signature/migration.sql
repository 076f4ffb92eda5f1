-- AlterTable
ALTER TABLE "SubmissionDesk" ADD COLUMN     "lacksSignature" BOOLEAN NOT NULL DEFAULT false;
