-- CreateEnum
CREATE TYPE "SubmissionMail" AS ENUM ('off', 'each', 'daily');

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "submissionMail" "SubmissionMail" NOT NULL DEFAULT 'off',
ADD COLUMN     "submissionMailAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
