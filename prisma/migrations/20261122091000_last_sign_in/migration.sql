-- AlterTable
ALTER TABLE "User" ADD COLUMN     "lastSignInAt" TIMESTAMPTZ(3);

-- Sign-ins before this version are in the audit log.
UPDATE "User" SET "lastSignInAt" = (
  SELECT max("at") FROM "AuditEntry"
  WHERE "objectType" = 'user' AND "objectId" = "User"."id" AND "act" = 'sign-in'
);
