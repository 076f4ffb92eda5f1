-- AlterTable
ALTER TABLE "SubmissionDesk" ADD COLUMN     "lacksSignature" BOOLEAN NOT NULL DEFAULT false;

-- Those that keys sent in before; the first signer may also have signed a correction.
UPDATE "SubmissionDesk" desk SET "lacksSignature" = true
FROM "FormSession" session
WHERE session."id" = desk."id" AND session."told" IS NOT NULL AND session."submittedAt" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "SubmissionAddition" addition WHERE addition."submissionId" = desk."id"
    AND (addition."kind" = 'correction' OR addition."kind" = 'signature' AND addition."signer" = 1));
