-- CreateTable
CREATE TABLE "Registration" (
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "digest" BYTEA NOT NULL,
    "merchant" BYTEA,
    "until" TIMESTAMPTZ(3),
    "holderId" TEXT,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "Registration_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Registration_companyId_number_key" ON "Registration"("companyId", "number");

-- CreateIndex
CREATE INDEX "Registration_merchant_idx" ON "Registration" USING HASH ("merchant");

-- CreateIndex
CREATE INDEX "Registration_holderId_idx" ON "Registration"("holderId");

-- CreateIndex
CREATE INDEX "Registration_at_idx" ON "Registration"("at");

-- The ledger knows all companies, so the system alone reads it.
ALTER TABLE "Registration" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Registration" FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON "Registration"
  USING ((SELECT current_setting('intake.scope', true)) = 'system')
  WITH CHECK ((SELECT current_setting('intake.scope', true)) = 'system');

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "Registration"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON "Registration" FROM PUBLIC, CURRENT_USER;
