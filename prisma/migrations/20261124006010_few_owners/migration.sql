-- The first lookup only has to tell whether more than a few are found, so it ends after `most`: a first name of many owners
-- took as long as the search itself. Servers of the release before call the one without `most`.
CREATE FUNCTION intake_find_owners(wanted bigint[], most integer) RETURNS TABLE ("id" text, "hashes" bigint[])
  LANGUAGE plpgsql STABLE ROWS 100 AS $$
DECLARE
  found integer := 0;
  added integer;
BEGIN
  FOR part IN 1 .. cardinality(wanted) BY 50 LOOP
    PERFORM set_config('intake.hashes', wanted[part : part + 49]::text, true);
    RETURN QUERY SELECT o."id", o."hashes" FROM "SubmissionOwner" o;
    GET DIAGNOSTICS added = ROW_COUNT;
    found := found + added;
    EXIT WHEN found > most;
  END LOOP;
  PERFORM set_config('intake.hashes', '{0}', true);
END $$;
