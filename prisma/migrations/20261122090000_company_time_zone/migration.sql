ALTER TABLE "Company" ADD COLUMN "timeZone" TEXT NOT NULL DEFAULT 'America/New_York';
