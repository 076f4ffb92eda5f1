-- CreateEnum
CREATE TYPE "PackageState" AS ENUM ('sent', 'opened', 'answered', 'withdrawn');

-- CreateEnum
CREATE TYPE "AnswerKind" AS ENUM ('offer', 'decline', 'ask');

-- CreateEnum
CREATE TYPE "PaymentFrequency" AS ENUM ('daily', 'weekly');

-- AlterEnum
ALTER TYPE "NoticeKind" ADD VALUE 'funder';

-- AlterTable
ALTER TABLE "FormSession" ADD COLUMN     "renewalOf" TEXT;

-- CreateTable
CREATE TABLE "Funder" (
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "emails" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "contacts" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "products" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "buyRate" DOUBLE PRECISION,
    "commissionPercent" DOUBLE PRECISION,
    "hidesContact" BOOLEAN NOT NULL DEFAULT false,
    "asksCode" BOOLEAN NOT NULL DEFAULT true,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "criteria" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Funder_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Funder_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Package" (
    "id" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "funderId" TEXT NOT NULL,
    "copyNumber" TEXT NOT NULL,
    "state" "PackageState" NOT NULL DEFAULT 'sent',
    "data" BYTEA NOT NULL,
    "documentIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "unmarked" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "withApplication" BOOLEAN NOT NULL,
    "withCashFlow" BOOLEAN NOT NULL,
    "isMasked" BOOLEAN NOT NULL,
    "sentBy" TEXT NOT NULL,
    "mailed" BOOLEAN,
    "answer" "AnswerKind",
    "codeDigest" BYTEA,
    "codeUntil" TIMESTAMPTZ(3),
    "codeTries" INTEGER NOT NULL DEFAULT 0,
    "openedAt" TIMESTAMPTZ(3),
    "answeredAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Package_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Package_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Package_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Package_funderId_fkey" FOREIGN KEY ("funderId") REFERENCES "Funder"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PackageCopy" (
    "packageId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "storedAs" TEXT NOT NULL,
    "fileType" TEXT NOT NULL,
    "fileSize" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PackageCopy_pkey" PRIMARY KEY ("packageId","documentId"),
    CONSTRAINT "PackageCopy_packageId_fkey" FOREIGN KEY ("packageId") REFERENCES "Package"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "PackageCopy_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "PackageCopy_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Offer" (
    "id" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "funderId" TEXT NOT NULL,
    "packageId" TEXT,
    "amount" DOUBLE PRECISION NOT NULL,
    "factor" DOUBLE PRECISION NOT NULL,
    "paymentCount" INTEGER NOT NULL,
    "frequency" "PaymentFrequency" NOT NULL,
    "fees" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "startsAt" TEXT NOT NULL,
    "expiresAt" TEXT,
    "conditions" BYTEA,
    "commissionPercent" DOUBLE PRECISION,
    "enteredBy" TEXT NOT NULL DEFAULT '',
    "shown" BOOLEAN NOT NULL DEFAULT false,
    "wantedAt" TIMESTAMPTZ(3),
    "chosenAt" TIMESTAMPTZ(3),
    "replacedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Offer_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Offer_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Offer_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Offer_funderId_fkey" FOREIGN KEY ("funderId") REFERENCES "Funder"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Offer_packageId_fkey" FOREIGN KEY ("packageId") REFERENCES "Package"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Funding" (
    "submissionId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "offerId" TEXT,
    "funderId" TEXT,
    "amount" DOUBLE PRECISION NOT NULL,
    "fundedAt" TEXT NOT NULL,
    "commission" DOUBLE PRECISION NOT NULL,
    "splits" JSONB NOT NULL DEFAULT '[]',
    "halfPaidAt" TEXT,
    "taskId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Funding_pkey" PRIMARY KEY ("submissionId"),
    CONSTRAINT "Funding_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Funding_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Funding_offerId_fkey" FOREIGN KEY ("offerId") REFERENCES "Offer"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Funding_funderId_fkey" FOREIGN KEY ("funderId") REFERENCES "Funder"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Funder_companyId_createdAt_idx" ON "Funder"("companyId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Funder_companyId_name_key" ON "Funder"("companyId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Package_copyNumber_key" ON "Package"("copyNumber");

-- CreateIndex
CREATE INDEX "Package_submissionId_idx" ON "Package"("submissionId");

-- CreateIndex
CREATE INDEX "Package_companyId_idx" ON "Package"("companyId");

-- CreateIndex
CREATE INDEX "Package_funderId_createdAt_idx" ON "Package"("funderId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "PackageCopy_storedAs_key" ON "PackageCopy"("storedAs");

-- CreateIndex
CREATE INDEX "PackageCopy_submissionId_idx" ON "PackageCopy"("submissionId");

-- CreateIndex
CREATE INDEX "PackageCopy_companyId_idx" ON "PackageCopy"("companyId");

-- CreateIndex
CREATE INDEX "Offer_submissionId_idx" ON "Offer"("submissionId");

-- CreateIndex
CREATE INDEX "Offer_companyId_idx" ON "Offer"("companyId");

-- CreateIndex
CREATE INDEX "Offer_funderId_idx" ON "Offer"("funderId");

-- CreateIndex
CREATE INDEX "Offer_packageId_idx" ON "Offer"("packageId");

-- CreateIndex
CREATE UNIQUE INDEX "Funding_offerId_key" ON "Funding"("offerId");

-- CreateIndex
CREATE INDEX "Funding_companyId_fundedAt_idx" ON "Funding"("companyId", "fundedAt");

-- CreateIndex
CREATE INDEX "Funding_funderId_idx" ON "Funding"("funderId");

-- CreateIndex
CREATE INDEX "FormSession_renewalOf_idx" ON "FormSession"("renewalOf");

-- AddForeignKey
ALTER TABLE "FormSession" ADD CONSTRAINT "FormSession_renewalOf_fkey" FOREIGN KEY ("renewalOf") REFERENCES "FormSubmission"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- Rows only gain strings, which servers of the release before pass over.
DO $$
BEGIN
  UPDATE "Role" SET "permissions" = "permissions" ||
    '{page:funders,funder:create,funder:read,funder:update,funder:delete,package:send,offer:update}'::text[]
  WHERE "isStatic" AND "userType" = 'company' AND NOT 'package:send' = ANY("permissions");
END $$;
