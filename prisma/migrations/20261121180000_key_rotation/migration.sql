-- CreateEnum
CREATE TYPE "KeyState" AS ENUM ('next', 'current', 'previous');

-- AlterTable
ALTER TABLE "KeyCheck" ADD COLUMN     "state" "KeyState" NOT NULL DEFAULT 'current';

-- CreateTable
CREATE TABLE "RetiredKey" (
    "keyId" TEXT NOT NULL,
    "formSessionMac" BYTEA,
    "retiredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RetiredKey_pkey" PRIMARY KEY ("keyId")
);

-- CreateIndex
CREATE UNIQUE INDEX "KeyCheck_state_key" ON "KeyCheck"("state");

-- The name of the main key that a value was wrapped, or made, under: `version(1) | keyId(8) | …`.
CREATE FUNCTION intake_key_id(wrapped bytea) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN encode(substring(wrapped FROM 2 FOR 8), 'hex');

-- A digest names its key from now on; until now there has been one.
UPDATE "FormSubmission" SET "valuesDigest" = '\x01'::bytea || decode((SELECT "keyId" FROM "KeyCheck"), 'hex') || "valuesDigest"
  WHERE EXISTS (SELECT 1 FROM "KeyCheck") AND length("valuesDigest") = 32;

-- Recovery codes are hashed under the user's secret from now on, which outlives a change of the main key. Those made
-- before cannot be hashed anew; whoever has some sees that none is left, and makes fresh ones.
UPDATE "UserOtp" SET "recoveryHashes" = '{}';

-- A server that missed a change of keys must not write under a key whose file is about to go: its write fails, and what
-- was to be written is not lost unseen. Only a key's last moments need this, so rows are not looked at again.
CREATE FUNCTION intake_refuse_retired_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "RetiredKey" WHERE "keyId" = intake_key_id(NEW."wrappedKey")) THEN
    RAISE EXCEPTION 'the main key % is retired', intake_key_id(NEW."wrappedKey") USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "wrappedKey" ON "FormSession"
  FOR EACH ROW EXECUTE FUNCTION intake_refuse_retired_key();
CREATE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "wrappedKey" ON "Document"
  FOR EACH ROW WHEN (NEW."formSessionId" IS NULL) EXECUTE FUNCTION intake_refuse_retired_key();

CREATE FUNCTION intake_refuse_retired_secret() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "RetiredKey" WHERE "keyId" = intake_key_id(NEW."secret")) THEN
    RAISE EXCEPTION 'the main key % is retired', intake_key_id(NEW."secret") USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "secret" ON "UserOtp"
  FOR EACH ROW EXECUTE FUNCTION intake_refuse_retired_secret();
