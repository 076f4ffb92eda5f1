-- CreateTable
CREATE TABLE "IdempotentCall" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "attempt" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "made" TEXT,
    "answer" BYTEA,
    "lockedUntil" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotentCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "IdempotentCall_attempt_key" ON "IdempotentCall"("attempt");

-- CreateIndex
CREATE INDEX "IdempotentCall_userId_idx" ON "IdempotentCall"("userId");

-- CreateIndex
CREATE INDEX "IdempotentCall_made_idx" ON "IdempotentCall"("made");

-- CreateIndex
CREATE INDEX "IdempotentCall_expiresAt_idx" ON "IdempotentCall"("expiresAt");

-- AddForeignKey
ALTER TABLE "IdempotentCall" ADD CONSTRAINT "IdempotentCall_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Ciphertext isn't compressed.
ALTER TABLE "IdempotentCall" ALTER COLUMN "answer" SET STORAGE EXTERNAL;

-- A transaction of a caller reaches the row of its own attempt only, to mark it.
ALTER TABLE "IdempotentCall" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "IdempotentCall" FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON "IdempotentCall"
  USING ((SELECT current_setting('intake.scope', true)) = 'system')
  WITH CHECK ((SELECT current_setting('intake.scope', true)) = 'system');
CREATE POLICY own_attempt ON "IdempotentCall" FOR SELECT
  USING ("attempt" = (SELECT NULLIF(current_setting('intake.attempt', true), '')));
CREATE POLICY own_mark ON "IdempotentCall" FOR UPDATE
  USING ("attempt" = (SELECT NULLIF(current_setting('intake.attempt', true), '')));

-- Each change writes an audit entry in its transaction, so the mark commits exactly when the change does. A transaction
-- whose attempt was taken over by another call fails.
CREATE FUNCTION intake_mark_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "IdempotentCall" SET "made" = NEW."objectId" WHERE "attempt" = current_setting('intake.attempt');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another call has taken over this attempt' USING ERRCODE = '57014';
  END IF;
  PERFORM set_config('intake.attempt', '', true);
  RETURN NULL;
END $$;
CREATE TRIGGER mark_attempt AFTER INSERT ON "AuditEntry" FOR EACH ROW
  WHEN (COALESCE(current_setting('intake.attempt', true), '') <> '') EXECUTE FUNCTION intake_mark_attempt();
