-- Ciphertext does not compress: trying to would only cost time with every write.
ALTER TABLE "FormSubmission" ALTER COLUMN "formData" SET STORAGE EXTERNAL;
ALTER TABLE "FormSubmission" ALTER COLUMN "signatures" SET STORAGE EXTERNAL;
ALTER TABLE "FormSession" ALTER COLUMN "draft" SET STORAGE EXTERNAL;
