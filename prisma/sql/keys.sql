-- The name of the main key that a value was wrapped, or made, under: `version(1) | keyId(8) | …`.
CREATE OR REPLACE FUNCTION intake_key_id(wrapped bytea) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN encode(substring(wrapped FROM 2 FOR 8), 'hex');

-- Only the system sees "RetiredKey", while rows that name a key are written under any scope. So it is read as the system,
-- and the scope is restored before the policies of the row apply.
CREATE OR REPLACE FUNCTION intake_is_retired(wrapped bytea) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := COALESCE(current_setting('intake.scope', true), '');
  found_retired boolean;
BEGIN
  PERFORM set_config('intake.scope', 'system', true);
  found_retired := EXISTS (SELECT 1 FROM "RetiredKey" WHERE "keyId" = intake_key_id(wrapped));
  PERFORM set_config('intake.scope', scope, true);
  RETURN found_retired;
END $$;

-- A server that missed a change of keys must not write under a key whose file is about to be removed: its write fails.
CREATE OR REPLACE FUNCTION intake_refuse_retired_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF intake_is_retired(NEW."wrappedKey") THEN
    RAISE EXCEPTION 'the main key % is retired', intake_key_id(NEW."wrappedKey") USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "wrappedKey" ON "Document"
  FOR EACH ROW WHEN (NEW."formSessionId" IS NULL) EXECUTE FUNCTION intake_refuse_retired_key();

CREATE OR REPLACE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "wrappedKey" ON "FormSession"
  FOR EACH ROW EXECUTE FUNCTION intake_refuse_retired_key();

-- The trigger's argument names the column.
CREATE OR REPLACE FUNCTION intake_refuse_retired_value() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  value CONSTANT bytea := (to_jsonb(NEW) ->> TG_ARGV[0])::bytea;
BEGIN
  IF intake_is_retired(value) THEN
    RAISE EXCEPTION 'the main key % is retired', intake_key_id(value) USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "secret" ON "UserOtp"
  FOR EACH ROW EXECUTE FUNCTION intake_refuse_retired_value('secret');
CREATE OR REPLACE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "secret" ON "Webhook"
  FOR EACH ROW EXECUTE FUNCTION intake_refuse_retired_value('secret');
CREATE OR REPLACE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "signInSecret" ON "Company"
  FOR EACH ROW WHEN (NEW."signInSecret" IS NOT NULL) EXECUTE FUNCTION intake_refuse_retired_value('signInSecret');

CREATE OR REPLACE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "ssoRefresh" ON "LoginSession"
  FOR EACH ROW WHEN (NEW."ssoRefresh" IS NOT NULL) EXECUTE FUNCTION intake_refuse_retired_value('ssoRefresh');

CREATE OR REPLACE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "sealedAct" ON "BulkJob"
  FOR EACH ROW WHEN (NEW."sealedAct" IS NOT NULL) EXECUTE FUNCTION intake_refuse_retired_value('sealedAct');

CREATE OR REPLACE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "wrappedKey" ON "SealCertificate"
  FOR EACH ROW WHEN (NEW."wrappedKey" IS NOT NULL) EXECUTE FUNCTION intake_refuse_retired_value('wrappedKey');

-- The role lacks the privileges that LOCK TABLE asks for, so writers and the retirement of a key wait for each other on
-- the advisory lock LOCKS.auditKey.
CREATE OR REPLACE FUNCTION intake_refuse_retired_wrap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7316512051);
  IF intake_is_retired(NEW."wrapped") THEN
    RAISE EXCEPTION 'the main key % is retired', intake_key_id(NEW."wrapped") USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "wrapped" ON "AuditKey"
  FOR EACH ROW EXECUTE FUNCTION intake_refuse_retired_wrap();
