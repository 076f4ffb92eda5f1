-- Volatile: it also counts files that were committed while the caller's statement waited for the session's row.
CREATE OR REPLACE FUNCTION intake_count_files(session text) RETURNS integer LANGUAGE sql VOLATILE AS $$
  SELECT count(*)::integer FROM "Document" WHERE "formSessionId" = session AND "unlockedFrom" IS NULL
$$;
