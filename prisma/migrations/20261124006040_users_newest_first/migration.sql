-- In the order of the lists, in which the greatest id of a time comes first: else a page sorts all rows of equal times.
-- DropIndex
DROP INDEX "User_createdAt_id_idx";

-- DropIndex
DROP INDEX "Role_createdAt_id_idx";

-- CreateIndex
CREATE INDEX "User_createdAt_id_idx" ON "User"("createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Role_createdAt_id_idx" ON "Role"("createdAt" DESC, "id" DESC);
