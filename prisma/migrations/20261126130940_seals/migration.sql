-- CreateTable
CREATE TABLE "SealCertificate" (
    "fingerprint" TEXT NOT NULL,
    "certificate" BYTEA NOT NULL,
    "wrappedKey" BYTEA,
    "seals" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SealCertificate_pkey" PRIMARY KEY ("fingerprint")
);

-- CreateTable
CREATE TABLE "SealedFile" (
    "digest" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "additionId" TEXT,
    "sealedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SealedFile_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "SealedFile_submissionId_idx" ON "SealedFile"("submissionId");

-- AddForeignKey
ALTER TABLE "SealedFile" ADD CONSTRAINT "SealedFile_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "SealedFile" VALIDATE CONSTRAINT "SealedFile_submissionId_fkey";
