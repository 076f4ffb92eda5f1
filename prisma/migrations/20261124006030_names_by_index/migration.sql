-- Names, searches of names and their totals read indexes alone: row-level security and filters need the other columns.
-- DropIndex
DROP INDEX "User_name_id_idx";

-- DropIndex
DROP INDEX "Role_name_id_idx";

-- CreateIndex
CREATE INDEX "User_name_id_companyId_active_idx" ON "User"("name", "id", "companyId", "active");

-- CreateIndex
CREATE INDEX "Role_name_id_companyId_idx" ON "Role"("name", "id", "companyId");
