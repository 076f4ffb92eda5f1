-- Lists of all companies' users and roles read a page of them, and no longer all 100,000 for it.
-- CreateIndex
CREATE INDEX "User_createdAt_id_idx" ON "User"("createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "User_name_id_idx" ON "User"("name", "id");

-- CreateIndex
CREATE INDEX "Role_createdAt_id_idx" ON "Role"("createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Role_name_id_idx" ON "Role"("name", "id");
