-- The audit log by month. The key stays "id": what is sealed, verified and listed is found by it, and it alone is unique.
-- So a month has a range of ids, and its first hour's sweep moves the sequence there. An entry of the hour before that is
-- in the partition of the month before. There is no default partition: with one, a list would have to look into all
-- partitions for its newest rows, and adding a partition would wait for every reader. None is needed, as the sequence
-- only moves to a range that has its partition.
CREATE SCHEMA IF NOT EXISTS intake_partitions;

-- Ten thousand million ids for each month; those of the year 2100 are still exact numbers in JavaScript.
CREATE FUNCTION intake_month_start(month date) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (extract(year FROM month) * 12 + extract(month FROM month) - 1)::bigint * 10000000000;

ALTER SEQUENCE "AuditEntry_id_seq" OWNED BY NONE;
DROP TRIGGER append_only ON "AuditEntry";
DROP TRIGGER mark_attempt ON "AuditEntry";
ALTER TABLE "AuditEntry" SET SCHEMA intake_partitions;
ALTER TABLE intake_partitions."AuditEntry" RENAME TO "AuditEntry_first";

CREATE TABLE "AuditEntry" (LIKE intake_partitions."AuditEntry_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");
ALTER SEQUENCE "AuditEntry_id_seq" OWNED BY "AuditEntry"."id";
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id");
CREATE INDEX "AuditEntry_companyId_id_idx" ON "AuditEntry"("companyId", "id" DESC);
CREATE INDEX "AuditEntry_objectType_objectId_id_idx" ON "AuditEntry"("objectType", "objectId", "id" DESC);
CREATE INDEX "AuditEntry_actorId_id_idx" ON "AuditEntry"("actorId", "id" DESC);
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry" USING BRIN ("at");

ALTER TABLE "AuditEntry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "AuditEntry" FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_read ON "AuditEntry" FOR SELECT
  USING ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()));
CREATE POLICY audit_write ON "AuditEntry" FOR INSERT
  WITH CHECK ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()));
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "AuditEntry"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();
CREATE TRIGGER mark_attempt AFTER INSERT ON "AuditEntry" FOR EACH ROW
  WHEN (COALESCE(current_setting('intake.attempt', true), '') <> '') EXECUTE FUNCTION intake_mark_attempt();
REVOKE UPDATE, DELETE, TRUNCATE ON "AuditEntry" FROM PUBLIC, CURRENT_USER;

-- A partition is reached through "AuditEntry" alone: its own row-level security has no policy, which shows nobody anything.
CREATE FUNCTION intake_attach_audit(part text, range_start text, range_end text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE intake_partitions.%I ENABLE ROW LEVEL SECURITY', part);
  EXECUTE format('ALTER TABLE intake_partitions.%I FORCE ROW LEVEL SECURITY', part);
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON intake_partitions.%I
    FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change()', part);
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON intake_partitions.%I FROM PUBLIC, CURRENT_USER', part);
  EXECUTE format('ALTER TABLE "AuditEntry" ATTACH PARTITION intake_partitions.%I FOR VALUES FROM (%s) TO (%s)',
    part, range_start, range_end);
END $$;

DROP POLICY audit_read ON intake_partitions."AuditEntry_first";
DROP POLICY audit_write ON intake_partitions."AuditEntry_first";
SELECT intake_attach_audit('AuditEntry_first', 'MINVALUE', intake_month_start(date_trunc('month', now() AT TIME ZONE 'UTC')::date)::text);
-- A restore puts the entries of earlier months there, too.
ALTER TABLE intake_partitions."AuditEntry_first" DROP CONSTRAINT "AuditEntry_first";

-- This month's partition and those of the next two, so that a sweep may fail for long. Neither ATTACH nor setval keeps
-- anybody from writing.
CREATE FUNCTION intake_add_audit_partitions() RETURNS void LANGUAGE plpgsql AS $$
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

SELECT intake_add_audit_partitions();
