-- Ten thousand million ids for each month; those of the year 2100 are still exact numbers in JavaScript.
CREATE OR REPLACE FUNCTION intake_month_start(month date) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (extract(year FROM month) * 12 + extract(month FROM month) - 1)::bigint * 10000000000;

-- A partition is reached through "AuditEntry" alone: its own row-level security has no policy and shows no row.
CREATE OR REPLACE FUNCTION intake_attach_audit(part text, range_start text, range_end text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE intake_partitions.%I ENABLE ROW LEVEL SECURITY', part);
  EXECUTE format('ALTER TABLE intake_partitions.%I FORCE ROW LEVEL SECURITY', part);
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON intake_partitions.%I
    FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change()', part);
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON intake_partitions.%I FROM PUBLIC, CURRENT_USER', part);
  EXECUTE format('ALTER TABLE "AuditEntry" ATTACH PARTITION intake_partitions.%I FOR VALUES FROM (%s) TO (%s)',
    part, range_start, range_end);
END $$;

-- This month's partition and those of the next two, so that the hourly sweep may fail for long. Neither ATTACH nor setval
-- blocks writers. The key stays "id", by which entries are sealed, verified and listed: a month has a range of ids, and its
-- first sweep moves the sequence there. A default partition would make a list read all partitions for its newest rows.
CREATE OR REPLACE FUNCTION intake_add_audit_partitions() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_month CONSTANT date := date_trunc('month', now() AT TIME ZONE 'UTC');
  month date;
  part text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7316512060) THEN
    RETURN;
  END IF;
  FOR i IN 0..2 LOOP
    month := this_month + make_interval(months => i);
    part := 'AuditEntry_' || to_char(month, 'YYYY_MM');
    IF to_regclass(format('intake_partitions.%I', part)) IS NULL THEN
      EXECUTE format('CREATE TABLE intake_partitions.%I (LIKE "AuditEntry" INCLUDING DEFAULTS)', part);
      PERFORM intake_attach_audit(part, intake_month_start(month)::text,
        intake_month_start((month + interval '1 month')::date)::text);
    END IF;
  END LOOP;
  IF (SELECT last_value FROM "AuditEntry_id_seq") < intake_month_start(this_month) THEN
    PERFORM setval('"AuditEntry_id_seq"',
      greatest(intake_month_start(this_month), (SELECT max("id") + 1 FROM "AuditEntry")), false);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION intake_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: the table is append-only', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "AuditEntry"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "AuditSeal"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "Registration"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();
CREATE OR REPLACE TRIGGER kept BEFORE UPDATE OF "id", "createdAt" OR DELETE OR TRUNCATE ON "AuditKey"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();

-- The application's role owns the tables and could grant itself all of this again, as could a superuser; the chain of keyed
-- hashes guards against that.
REVOKE UPDATE, DELETE, TRUNCATE ON "AuditEntry", "AuditSeal", "AuditKey", "Registration" FROM PUBLIC, CURRENT_USER;
GRANT UPDATE ("wrapped") ON "AuditKey" TO CURRENT_USER;

-- Each change writes an audit entry in its transaction, so the mark commits exactly when the change does. A transaction
-- whose attempt was taken over by another call fails.
CREATE OR REPLACE FUNCTION intake_mark_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "IdempotentCall" SET "made" = NEW."objectId" WHERE "attempt" = current_setting('intake.attempt');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another call has taken over this attempt' USING ERRCODE = '57014';
  END IF;
  PERFORM set_config('intake.attempt', '', true);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER mark_attempt AFTER INSERT ON "AuditEntry" FOR EACH ROW
  WHEN (COALESCE(current_setting('intake.attempt', true), '') <> '') EXECUTE FUNCTION intake_mark_attempt();

-- The first partition takes the entries of earlier months that a restore brings.
DO $$
BEGIN
  IF to_regclass('intake_partitions."AuditEntry_first"') IS NULL THEN
    CREATE TABLE intake_partitions."AuditEntry_first" (LIKE "AuditEntry" INCLUDING DEFAULTS);
    PERFORM intake_attach_audit('AuditEntry_first', 'MINVALUE',
      intake_month_start(date_trunc('month', now() AT TIME ZONE 'UTC')::date)::text);
  END IF;
  PERFORM intake_add_audit_partitions();
END $$;
