-- AlterTable
ALTER TABLE "KeyCheck" ADD COLUMN     "hashKeys" BYTEA;
