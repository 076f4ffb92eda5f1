-- Brings a database of release 0.2.0 to the baseline.

-- Records and jobs of releases before it are readable by that release alone.
DO $$
BEGIN
  IF to_regclass('graphile_worker.jobs') IS NULL THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM graphile_worker.jobs WHERE task_identifier IN
      ('submission-accepted', 'submission-received', 'submission-received-before'))
    OR EXISTS (SELECT FROM graphile_worker.jobs WHERE starts_with(key, 'upgrade:')) AND (
      EXISTS (SELECT FROM "FormSubmission" s WHERE s."state" IS NULL
        OR substring(s."valuesDigest" FROM 1 FOR 1) = '\x01'::bytea
        OR NOT EXISTS (SELECT FROM "SubmissionOwner" o WHERE o."id" = s."id"))
      OR EXISTS (SELECT FROM "Document" WHERE "originalFilename" <> '')
    )
  THEN
    RAISE EXCEPTION 'release 0.2.0 has not upgraded all records of earlier ones; start it with a worker until its queue is empty';
  END IF;
  DELETE FROM graphile_worker._private_jobs WHERE starts_with(key, 'upgrade:');
END $$;
DELETE FROM _prisma_migrations;

CREATE TABLE IF NOT EXISTS "UploadUse" (
  "key" text NOT NULL,
  "slot" timestamptz(3) NOT NULL,
  "bytes" bigint NOT NULL,
  PRIMARY KEY ("key", "slot")
);
CREATE INDEX IF NOT EXISTS "UploadUse_slot_idx" ON "UploadUse" ("slot");
ALTER TABLE "SubmissionRequest" ADD COLUMN IF NOT EXISTS "mailed" boolean;
ALTER TABLE "LoginSession" ADD COLUMN IF NOT EXISTS "ssoRefresh" bytea, ADD COLUMN IF NOT EXISTS "ssoRenewAt" timestamptz(3),
  ADD COLUMN IF NOT EXISTS "ssoVersion" text;
CREATE INDEX IF NOT EXISTS "LoginSession_ssoRenewAt_idx" ON "LoginSession" ("ssoRenewAt");
ALTER TABLE "SavedView" ADD COLUMN IF NOT EXISTS "makerLostAt" timestamptz(3);
ALTER TABLE "Webhook" ADD COLUMN IF NOT EXISTS "makerLostAt" timestamptz(3);
ALTER TABLE "Document" DROP COLUMN "uploadedFrom" CASCADE;
ALTER TABLE "KeyCheck" ALTER COLUMN "hashKeys" SET NOT NULL;
ALTER TABLE "RetiredKey" DROP COLUMN "formSessionMac";

-- Company administrators delete submissions on request. Roles list permissions in the order of PERMISSIONS.
UPDATE "Role" SET "permissions" = "permissions"[:place] || 'submission:delete'::text || "permissions"[place + 1:]
FROM (SELECT "id", array_position("permissions", 'submission:decide') AS place FROM "Role") AS found
WHERE found."id" = "Role"."id" AND place IS NOT NULL AND "isStatic" AND "userType" <> 'user'
  AND NOT 'submission:delete' = ANY("permissions");

-- The audit log's first partition was a table of its own before. An index that was built anew has its present name.
ALTER INDEX IF EXISTS intake_partitions."AuditEntry_pkey" RENAME TO "AuditEntry_first_pkey";
ALTER INDEX IF EXISTS intake_partitions."AuditEntry_companyId_id_idx" RENAME TO "AuditEntry_first_companyId_id_idx";
ALTER INDEX IF EXISTS intake_partitions."AuditEntry_objectType_objectId_id_idx" RENAME TO "AuditEntry_first_objectType_objectId_id_idx";
ALTER INDEX IF EXISTS intake_partitions."AuditEntry_actorId_id_idx" RENAME TO "AuditEntry_first_actorId_id_idx";
ALTER INDEX IF EXISTS intake_partitions."AuditEntry_at_idx" RENAME TO "AuditEntry_first_at_idx";
