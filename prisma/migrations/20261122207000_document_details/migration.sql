-- AlterTable
ALTER TABLE "Document" ADD COLUMN     "addedBy" TEXT,
ADD COLUMN     "digest" BYTEA,
ADD COLUMN     "suggested" BOOLEAN NOT NULL DEFAULT false;
