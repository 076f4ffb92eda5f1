-- Keyed hashes of owners' names, e-mail addresses and phones, by which a submission is found.
CREATE TABLE "SubmissionOwner" (
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "hashes" BIGINT[],

    CONSTRAINT "SubmissionOwner_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "SubmissionOwner" ADD CONSTRAINT "SubmissionOwner_id_fkey" FOREIGN KEY ("id") REFERENCES "FormSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As for SubmissionSearch: && is not leakproof, so that only a policy can have it choose rows by an index. Each row has the
-- hash 0, which the setting is unless intake_find_owners() sets it.
CREATE FUNCTION intake_hashes() RETURNS bigint[]
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('intake.hashes', true), ''), '{0}')::bigint[];

ALTER TABLE "SubmissionOwner" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "SubmissionOwner" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "SubmissionOwner" FOR SELECT
  USING ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()));
CREATE POLICY kept ON "SubmissionOwner" USING ((SELECT intake_unscoped()));
CREATE POLICY searched ON "SubmissionOwner" AS RESTRICTIVE FOR SELECT
  USING (COALESCE("hashes", '{0}') && (SELECT intake_hashes()));

CREATE INDEX "SubmissionOwner_hashes" ON "SubmissionOwner" USING gin (COALESCE("hashes", '{0}'))
  WITH (gin_pending_list_limit = 1024);

-- A row has hashes of one company, so no two parts find the same. The index compares each row it finds with all hashes asked
-- for: with those of thousands of companies at a time that takes many times as long.
CREATE FUNCTION intake_find_owners(wanted bigint[]) RETURNS TABLE ("id" text, "hashes" bigint[])
  LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  FOR part IN 1 .. cardinality(wanted) BY 50 LOOP
    PERFORM set_config('intake.hashes', wanted[part : part + 49]::text, true);
    RETURN QUERY SELECT o."id", o."hashes" FROM "SubmissionOwner" o;
  END LOOP;
  PERFORM set_config('intake.hashes', '{0}', true);
END $$;
