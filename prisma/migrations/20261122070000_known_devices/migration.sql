-- CreateTable
CREATE TABLE "KnownDevice" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "KnownDevice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "KnownDevice_userId_idx" ON "KnownDevice"("userId");

-- CreateIndex
CREATE INDEX "KnownDevice_expiresAt_idx" ON "KnownDevice"("expiresAt");

-- AddForeignKey
ALTER TABLE "KnownDevice" ADD CONSTRAINT "KnownDevice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Signing in is the system's: no tenant's transaction reads or writes devices.
ALTER TABLE "KnownDevice" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "KnownDevice" FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON "KnownDevice"
  USING ((SELECT current_setting('intake.scope', true)) = 'system')
  WITH CHECK ((SELECT current_setting('intake.scope', true)) = 'system');
