-- CreateEnum
CREATE TYPE "PdfFailure" AS ENUM ('too_complex', 'undrawable', 'damaged_data', 'retries_exhausted');

-- AlterTable
ALTER TABLE "FormSubmission" ADD COLUMN     "pdfFailure" "PdfFailure";
