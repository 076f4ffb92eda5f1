-- AlterTable
ALTER TABLE "GeneratedLink" ADD COLUMN     "name" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "SubmissionDesk" ADD COLUMN     "reasonNoteId" TEXT;
