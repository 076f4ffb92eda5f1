-- AlterTable
ALTER TABLE "Company" ADD COLUMN     "signIn" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "signInSecret" BYTEA;

-- AlterTable
ALTER TABLE "LoginSession" ADD COLUMN     "sso" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "ssoSubject" TEXT;

-- CreateTable
CREATE TABLE "SignInAttempt" (
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SignInAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SignInAttempt_companyId_idx" ON "SignInAttempt"("companyId");

-- CreateIndex
CREATE INDEX "SignInAttempt_expiresAt_idx" ON "SignInAttempt"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "User_companyId_ssoSubject_key" ON "User"("companyId", "ssoSubject");

-- AddForeignKey
ALTER TABLE "SignInAttempt" ADD CONSTRAINT "SignInAttempt_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What signs people in is for the system alone.
ALTER TABLE "SignInAttempt" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "SignInAttempt" FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON "SignInAttempt"
  USING ((SELECT current_setting('intake.scope', true)) = 'system')
  WITH CHECK ((SELECT current_setting('intake.scope', true)) = 'system');
