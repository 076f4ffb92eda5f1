-- The month a bank statement covers, 'YYYY-MM'; null for other documents.
ALTER TABLE "Document" ADD COLUMN "statementMonth" TEXT;
