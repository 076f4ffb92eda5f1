-- AlterTable
ALTER TABLE "Company" ADD COLUMN     "isExample" BOOLEAN NOT NULL DEFAULT false;
