-- Evidence of electronic signatures, sealed. Null: the application came without any.
ALTER TABLE "FormSubmission" ADD COLUMN "signing" BYTEA;
ALTER TABLE "FormSubmission" ALTER COLUMN "signing" SET STORAGE EXTERNAL;
