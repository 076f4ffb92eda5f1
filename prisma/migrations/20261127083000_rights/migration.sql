-- CreateEnum
CREATE TYPE "RoleScope" AS ENUM ('company', 'team', 'own');

-- AlterTable
ALTER TABLE "Role" ADD COLUMN     "scope" "RoleScope" NOT NULL DEFAULT 'company';

-- Until now page:forms gave both. Company administrators delete submissions on request. Rows only gain strings, which servers of
-- the release before pass over.
DO $$
BEGIN
  UPDATE "Role" SET "permissions" = "permissions" || '{submission:reveal,submission:export}'::text[]
  WHERE 'page:forms' = ANY("permissions") AND NOT 'submission:reveal' = ANY("permissions");
  UPDATE "ApiKey" SET "permissions" = "permissions" || '{submission:reveal,submission:export}'::text[]
  WHERE 'page:forms' = ANY("permissions") AND NOT 'submission:reveal' = ANY("permissions");
  UPDATE "Role" SET "permissions" = "permissions" || '{submission:delete}'::text[]
  WHERE "isStatic" AND "userType" = 'company' AND 'submission:decide' = ANY("permissions")
    AND NOT 'submission:delete' = ANY("permissions");
END $$;
