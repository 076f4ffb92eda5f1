-- What is kept of a main key that is gone is for the system alone, like the proofs of those in use.
ALTER TABLE "RetiredKey" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "RetiredKey" FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON "RetiredKey"
  USING ((SELECT current_setting('intake.scope', true)) = 'system')
  WITH CHECK ((SELECT current_setting('intake.scope', true)) = 'system');

-- The key of the audit log's chain is wrapped by a main key as well, which must not be one whose file is about to go.
CREATE FUNCTION intake_refuse_retired_wrap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "RetiredKey" WHERE "keyId" = intake_key_id(NEW."wrapped")) THEN
    RAISE EXCEPTION 'the main key % is retired', intake_key_id(NEW."wrapped") USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "wrapped" ON "AuditKey"
  FOR EACH ROW EXECUTE FUNCTION intake_refuse_retired_wrap();
