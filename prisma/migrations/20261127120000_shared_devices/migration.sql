-- AlterTable
ALTER TABLE "GeneratedLink" ADD COLUMN     "sharedDevice" BOOLEAN NOT NULL DEFAULT false;
