-- AlterTable
ALTER TABLE "Company" ADD COLUMN     "requireOtp" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "UserOtp" (
    "userId" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "confirmedAt" TIMESTAMPTZ(3),
    "lastStep" INTEGER NOT NULL DEFAULT 0,
    "recoveryHashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UserOtp_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "PasswordReset" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PasswordReset_userId_idx" ON "PasswordReset"("userId");

-- CreateIndex
CREATE INDEX "PasswordReset_expiresAt_idx" ON "PasswordReset"("expiresAt");

-- AddForeignKey
ALTER TABLE "UserOtp" ADD CONSTRAINT "UserOtp_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What signs people in is for the system alone: no tenant's transaction reads it, not even an admin's.
DO $$
DECLARE
  secret_table text;
  sees CONSTANT text := '(SELECT current_setting(''intake.scope'', true)) = ''system''';
BEGIN
  FOREACH secret_table IN ARRAY ARRAY['UserOtp', 'PasswordReset'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', secret_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', secret_table);
    EXECUTE format('CREATE POLICY system_only ON %I USING (%s) WITH CHECK (%s)', secret_table, sees, sees);
  END LOOP;
END $$;
