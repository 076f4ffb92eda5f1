-- CreateTable
CREATE TABLE "AuditSeal" (
    "number" BIGINT NOT NULL,
    "entryId" BIGINT NOT NULL,
    "companyId" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "sealedAt" TIMESTAMPTZ(3) NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "AuditSeal_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "AuditKey" (
    "id" TEXT NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditKey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "AuditSeal_entryId_key" ON "AuditSeal"("entryId");

-- CreateIndex
CREATE UNIQUE INDEX "AuditSeal_companyId_seq_key" ON "AuditSeal"("companyId", "seq");

-- CreateIndex
CREATE INDEX "AuditEntry_actorId_id_idx" ON "AuditEntry"("actorId", "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry" USING BRIN ("at");


-- What proves the log is for the system alone.
DO $$
DECLARE
  chain_table text;
  sees CONSTANT text := '(SELECT current_setting(''intake.scope'', true)) = ''system''';
BEGIN
  FOREACH chain_table IN ARRAY ARRAY['AuditSeal', 'AuditKey'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', chain_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', chain_table);
    EXECUTE format('CREATE POLICY system_only ON %I USING (%s) WITH CHECK (%s)', chain_table, sees, sees);
  END LOOP;
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "AuditSeal"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OF "id", "createdAt" OR DELETE OR TRUNCATE ON "AuditKey"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();

-- The application's role owns the tables and could give all of this back to itself, as could a superuser; that is what
-- the chain of keyed hashes is for.
REVOKE UPDATE, DELETE, TRUNCATE ON "AuditEntry", "AuditSeal", "AuditKey" FROM PUBLIC, CURRENT_USER;
GRANT UPDATE ("wrapped") ON "AuditKey" TO CURRENT_USER;
