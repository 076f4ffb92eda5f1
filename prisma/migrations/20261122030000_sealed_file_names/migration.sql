-- File names carry people's names, so they are encrypted from now on; a job seals those that are here already and empties
-- the clear column.
ALTER TABLE "Document" ADD COLUMN "filename" BYTEA, ALTER COLUMN "originalFilename" SET DEFAULT '';

-- The rows that the job still has to seal; empty ever after.
CREATE INDEX "Document_clear_name_idx" ON "Document" ("id") WHERE "originalFilename" <> '';
