-- DropIndex
DROP INDEX "Document_formSessionId_idx";

-- AlterTable
ALTER TABLE "Document" ADD COLUMN     "clientFileId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Document_formSessionId_clientFileId_key" ON "Document"("formSessionId", "clientFileId");
