-- AlterTable
ALTER TABLE "Company" ADD COLUMN     "allowsConnections" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "redirectHost" TEXT;

-- CreateTable
CREATE TABLE "OAuthRecord" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "grantHash" TEXT,
    "payload" BYTEA NOT NULL,
    "consumedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OAuthRecord_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "OAuthRecord_grantHash_idx" ON "OAuthRecord"("grantHash");

-- CreateIndex
CREATE INDEX "OAuthRecord_expiresAt_idx" ON "OAuthRecord"("expiresAt");
