-- CreateTable
CREATE TABLE "Installation" (
    "id" TEXT NOT NULL,
    "adoptedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);

-- One row at most.
CREATE UNIQUE INDEX "Installation_only_one" ON "Installation" ((true));

ALTER TABLE "Installation" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Installation" FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON "Installation"
  USING ((SELECT current_setting('intake.scope', true)) = 'system')
  WITH CHECK ((SELECT current_setting('intake.scope', true)) = 'system');
