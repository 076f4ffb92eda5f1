-- AlterTable
ALTER TABLE "Company" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "metadata" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "metadata" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "GeneratedLink" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "metadata" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "Funder" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "metadata" JSONB NOT NULL DEFAULT '{}';

-- Their names hold "externalId", by which the server tells these conflicts from others.
CREATE UNIQUE INDEX "Company_externalId_key" ON "Company" ("externalId") WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "User_externalId_key" ON "User" ("externalId", "companyId") WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "User_externalId_without_company_key" ON "User" ("externalId") WHERE "externalId" IS NOT NULL AND "companyId" IS NULL;
CREATE UNIQUE INDEX "GeneratedLink_externalId_key" ON "GeneratedLink" ("externalId", "companyId") WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "Funder_externalId_key" ON "Funder" ("externalId", "companyId") WHERE "externalId" IS NOT NULL;
