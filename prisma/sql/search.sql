-- Under row-level security PostgreSQL uses an index only for operators that are leakproof: not for LIKE and &&, nor for
-- comparisons of enums and numerics, nor for COALESCE. Policies are exempt, so the pattern and the hashes that a search looks
-- for are settings, and a policy compares them. It must not burden other readers of "SubmissionDesk", and PostgreSQL applies
-- the policies of the table that a query names: those of "SubmissionSearch", the desk's only partition, where a search names it.

-- Submissions whose owners have one of the hashes. A row has hashes of one company, so no two parts find the same. The index
-- compares each row it finds with all hashes asked for: with those of thousands of companies at a time that takes many times as
-- long. In their order they find neighbouring pages of the index: those of 20,000 companies took a fifth longer as they came.
-- Stops at more than enough; MATERIALIZED, as PostgreSQL would otherwise choose another index for the limit's sake.
-- STABLE, so that it sees what the statement around it sees.
CREATE OR REPLACE FUNCTION intake_find_owners(wanted bigint[], most integer) RETURNS TABLE ("id" text, "ownerHashes" bigint[])
  LANGUAGE plpgsql STABLE ROWS 100 AS $$
DECLARE
  pattern CONSTANT text := coalesce(current_setting('intake.pattern', true), '');
  found integer := 0;
  added integer;
BEGIN
  PERFORM set_config('intake.pattern', '', true);
  wanted := ARRAY(SELECT hash FROM unnest(wanted) AS hash ORDER BY hash);
  FOR part IN 1 .. cardinality(wanted) BY 50 LOOP
    PERFORM set_config('intake.hashes', wanted[part : part + 49]::text, true);
    RETURN QUERY WITH matching AS MATERIALIZED (SELECT s."id", s."ownerHashes" FROM "SubmissionSearch" s)
      SELECT * FROM matching LIMIT most::bigint + 1 - found;
    GET DIAGNOSTICS added = ROW_COUNT;
    found := found + added;
    EXIT WHEN found > most;
  END LOOP;
  PERFORM set_config('intake.hashes', '', true), set_config('intake.pattern', pattern, true);
END $$;
