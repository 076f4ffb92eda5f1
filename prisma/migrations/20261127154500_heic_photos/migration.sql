-- AlterTable
ALTER TABLE "Document" ADD COLUMN     "originalDigest" BYTEA;
