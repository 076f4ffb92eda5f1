-- "RetiredKey" is for the system alone, while rows that name a key are written under any scope: those who write for a
-- company, or as an admin, would find no key retired. So it is looked up as the system, and the scope is put back before
-- the row goes on to its policies.
CREATE FUNCTION intake_is_retired(wrapped bytea) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := COALESCE(current_setting('intake.scope', true), '');
  found_retired boolean;
BEGIN
  PERFORM set_config('intake.scope', 'system', true);
  found_retired := EXISTS (SELECT 1 FROM "RetiredKey" WHERE "keyId" = intake_key_id(wrapped));
  PERFORM set_config('intake.scope', scope, true);
  RETURN found_retired;
END $$;

CREATE OR REPLACE FUNCTION intake_refuse_retired_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF intake_is_retired(NEW."wrappedKey") THEN
    RAISE EXCEPTION 'the main key % is retired', intake_key_id(NEW."wrappedKey") USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION intake_refuse_retired_secret() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF intake_is_retired(NEW."secret") THEN
    RAISE EXCEPTION 'the main key % is retired', intake_key_id(NEW."secret") USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Nobody may lock this table, as PostgreSQL asks for rights on all of it that nobody has. Whoever retires a key takes the
-- lock of this number instead (LOCKS.auditKey), and waits for those who are writing, or they for him.
CREATE OR REPLACE FUNCTION intake_refuse_retired_wrap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7316512051);
  IF intake_is_retired(NEW."wrapped") THEN
    RAISE EXCEPTION 'the main key % is retired', intake_key_id(NEW."wrapped") USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
