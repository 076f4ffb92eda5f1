-- Beneath the tenants' policies: what no caller's transaction has to write, none can. RESTRICTIVE policies narrow the
-- permissive ones that stand already; UPDATE's USING is left alone where only what comes out matters.

-- Tries, and the proof of the main key: the system's alone, like what signs people in.
DO $$
DECLARE
  system_table text;
  sees CONSTANT text := '(SELECT current_setting(''intake.scope'', true)) = ''system''';
BEGIN
  FOREACH system_table IN ARRAY ARRAY['ThrottleBucket', 'KeyCheck'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', system_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', system_table);
    EXECUTE format('CREATE POLICY system_only ON %I USING (%s) WITH CHECK (%s)', system_table, sees, sees);
  END LOOP;
END $$;

-- A login session is begun and prolonged by signing in, which is the system's. Others end sessions.
CREATE POLICY sign_in_begins ON "LoginSession" AS RESTRICTIVE FOR INSERT
  WITH CHECK ((SELECT current_setting('intake.scope', true)) = 'system');
CREATE POLICY sign_in_prolongs ON "LoginSession" AS RESTRICTIVE FOR UPDATE
  USING ((SELECT current_setting('intake.scope', true)) = 'system')
  WITH CHECK ((SELECT current_setting('intake.scope', true)) = 'system');

-- Applications come from the public form, and staff end none.
CREATE POLICY form_begins ON "FormSession" AS RESTRICTIVE FOR INSERT
  WITH CHECK ((SELECT intake_unscoped()));
CREATE POLICY form_goes_on ON "FormSession" AS RESTRICTIVE FOR UPDATE
  USING ((SELECT intake_unscoped())) WITH CHECK ((SELECT intake_unscoped()));
CREATE POLICY form_ends ON "FormSession" AS RESTRICTIVE FOR DELETE USING ((SELECT intake_unscoped()));
CREATE POLICY form_submits ON "FormSubmission" AS RESTRICTIVE FOR INSERT
  WITH CHECK ((SELECT intake_unscoped()));
CREATE POLICY submission_stays ON "FormSubmission" AS RESTRICTIVE FOR DELETE USING ((SELECT intake_unscoped()));

-- Staff add and remove their company's own files, and none of an applicant's.
CREATE POLICY own_file_added ON "Document" AS RESTRICTIVE FOR INSERT
  WITH CHECK ((SELECT intake_unscoped()) OR "formSessionId" IS NULL);
CREATE POLICY own_file_changed ON "Document" AS RESTRICTIVE FOR UPDATE
  USING ((SELECT intake_unscoped()) OR "formSessionId" IS NULL)
  WITH CHECK ((SELECT intake_unscoped()) OR "formSessionId" IS NULL);
CREATE POLICY own_file_removed ON "Document" AS RESTRICTIVE FOR DELETE
  USING ((SELECT intake_unscoped()) OR "formSessionId" IS NULL);

-- Companies are made by the system and admins.
CREATE POLICY house_makes ON "Company" AS RESTRICTIVE FOR INSERT WITH CHECK ((SELECT intake_unscoped()));

-- Roles that make admins are the admins' own business, to those who write roles too.
CREATE POLICY admin_role_made ON "Role" AS RESTRICTIVE FOR INSERT
  WITH CHECK ((SELECT intake_unscoped()) OR "userType" <> 'admin');
CREATE POLICY admin_role_changed ON "Role" AS RESTRICTIVE FOR UPDATE
  USING ((SELECT intake_unscoped()) OR "userType" <> 'admin')
  WITH CHECK ((SELECT intake_unscoped()) OR "userType" <> 'admin');

-- No request makes a super admin, an admin's neither: only what has no actor does, such as the seed.
CREATE FUNCTION intake_refuse_super_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF COALESCE(current_setting('intake.scope', true), '') <> 'system' THEN
    RAISE EXCEPTION 'isAdmin is set by no request' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER super_admin_made BEFORE INSERT ON "User"
  FOR EACH ROW WHEN (NEW."isAdmin") EXECUTE FUNCTION intake_refuse_super_admin();
CREATE TRIGGER super_admin_changed BEFORE UPDATE OF "isAdmin" ON "User"
  FOR EACH ROW WHEN (NEW."isAdmin" IS DISTINCT FROM OLD."isAdmin") EXECUTE FUNCTION intake_refuse_super_admin();

-- Foreign keys are checked for everybody's rows, so that one of another tenant would do: what a company's rows refer to
-- has to be seen by whoever writes them. A link outlives its owner's time in the company, so only making it counts; a
-- company's lead may be an admin, whom its people do not see, and stays the service's to check.
CREATE POLICY owner_is_seen ON "GeneratedLink" AS RESTRICTIVE FOR INSERT
  WITH CHECK ((SELECT intake_unscoped()) OR "userId" IS NULL
    OR EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "userId"));
DO $$
DECLARE
  command text;
BEGIN
  FOREACH command IN ARRAY ARRAY['INSERT', 'UPDATE'] LOOP
    EXECUTE format('CREATE POLICY %I ON "Team" AS RESTRICTIVE FOR %s WITH CHECK ((SELECT intake_unscoped())
      OR "leaderId" IS NULL OR EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "leaderId"))',
      'leader_is_seen_on_' || lower(command), command);
    EXECUTE format('CREATE POLICY %I ON "User" AS RESTRICTIVE FOR %s WITH CHECK ((SELECT intake_unscoped())
      OR "roleId" IS NULL OR EXISTS (SELECT 1 FROM "Role" r WHERE r."id" = "roleId"))',
      'role_is_seen_on_' || lower(command), command);
  END LOOP;
END $$;
