-- Links that are on their way are bound to nothing and so void; whoever needs one asks again.
ALTER TABLE "PasswordReset" ADD COLUMN "boundTo" BYTEA NOT NULL DEFAULT '';
ALTER TABLE "PasswordReset" ALTER COLUMN "boundTo" DROP DEFAULT;
