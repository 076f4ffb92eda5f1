-- CreateTable
CREATE TABLE "BulkJob" (
    "id" TEXT NOT NULL,
    "companyId" TEXT,
    "userId" TEXT NOT NULL,
    "apiKeyId" TEXT,
    "ip" TEXT NOT NULL DEFAULT '',
    "act" JSONB NOT NULL,
    "total" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BulkJob_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "BulkJob_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "BulkJob_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "BulkRow" (
    "jobId" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "companyId" TEXT,
    "doneAt" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "BulkRow_pkey" PRIMARY KEY ("jobId","submissionId"),
    CONSTRAINT "BulkRow_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "BulkJob"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "BulkJob_userId_idx" ON "BulkJob"("userId");

-- CreateIndex
CREATE INDEX "BulkJob_companyId_idx" ON "BulkJob"("companyId");

-- CreateIndex
CREATE INDEX "BulkRow_submissionId_idx" ON "BulkRow"("submissionId");
