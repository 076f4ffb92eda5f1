ALTER TABLE "User" ADD COLUMN     "passwordSetByOther" BOOLEAN NOT NULL DEFAULT false;

-- Sessions that are open already began before this rule: they confirm before the first sensitive act.
ALTER TABLE "LoginSession" ADD COLUMN     "confirmedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE "LoginSession" ALTER COLUMN "confirmedAt" SET DEFAULT CURRENT_TIMESTAMP;
