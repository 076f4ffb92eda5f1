-- Row-level security. Without a setting a connection sees no row, the owner of the tables included.
-- intake.scope   'system' (sign-in, jobs, the public form), 'all' (admins) or, for everybody else, the scope of their role:
--                'company', 'team' or 'own'
-- intake.company the caller's company under the last three
-- intake.user    the caller under the last two

CREATE OR REPLACE FUNCTION intake_unscoped() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(current_setting('intake.scope', true) IN ('system', 'all'), false);

-- NULL, which equals no row's company, unless the scope is one company or less.
CREATE OR REPLACE FUNCTION intake_company() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN current_setting('intake.scope', true) IN ('company', 'team', 'own')
    THEN NULLIF(current_setting('intake.company', true), '') END;

CREATE OR REPLACE FUNCTION intake_is_narrowed() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(current_setting('intake.scope', true) IN ('team', 'own'), false);

-- The same for callers who see all its submissions.
CREATE OR REPLACE FUNCTION intake_whole_company() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN current_setting('intake.scope', true) = 'company'
    THEN NULLIF(current_setting('intake.company', true), '') END;

-- The submissions of the company that a role of this scope shows to the user. Read as the system, as policies ask for them.
-- Never called in a parallel worker, where settings cannot change: only connections without workers have such a scope.
CREATE OR REPLACE FUNCTION intake_submissions_of(reach text, person text, company text) RETURNS SETOF text
  LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100 AS $$
DECLARE
  scope CONSTANT text := COALESCE(current_setting('intake.scope', true), '');
  teams text[] := '{}';
  people text[] := ARRAY[person];
  links text[];
BEGIN
  PERFORM set_config('intake.scope', 'system', true);
  IF reach = 'team' THEN
    teams := ARRAY(SELECT "teamId" FROM "TeamMember" WHERE "userId" = person);
    people := ARRAY(SELECT "userId" FROM "TeamMember" WHERE "teamId" = ANY(teams));
  END IF;
  links := ARRAY(SELECT "id" FROM "GeneratedLink" WHERE "userId" = ANY(people));
  RETURN QUERY SELECT "id" FROM "SubmissionDesk" WHERE "companyId" = company
    AND ("ownerId" = ANY(people) OR "teamId" = ANY(teams) OR "linkId" = ANY(links));
  PERFORM set_config('intake.scope', scope, true);
END $$;

CREATE OR REPLACE FUNCTION intake_shown_submissions() RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE ROWS 100 AS $$
  SELECT intake_submissions_of(current_setting('intake.scope', true), current_setting('intake.user', true), intake_company())
$$;

-- The entries of the log about these submissions and their files, and the company's own files. By their ids, so that others
-- still count entries without reading them.
CREATE OR REPLACE FUNCTION intake_shown_entries() RETURNS SETOF bigint LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 1000 AS $$
DECLARE
  scope CONSTANT text := COALESCE(current_setting('intake.scope', true), '');
  company CONSTANT text := intake_company();
  shown CONSTANT text[] := ARRAY(SELECT intake_shown_submissions());
  files text[];
BEGIN
  PERFORM set_config('intake.scope', 'system', true);
  files := ARRAY(SELECT "id" FROM "Document" WHERE "formSessionId" = ANY(shown)
    UNION ALL SELECT "id" FROM "Document" WHERE "companyId" = company AND "formSessionId" IS NULL);
  RETURN QUERY SELECT "id" FROM "AuditEntry" WHERE "companyId" = company
    AND ("objectType" = 'submission' AND "objectId" = ANY(shown) OR "objectType" = 'document' AND "objectId" = ANY(files));
  PERFORM set_config('intake.scope', scope, true);
END $$;

-- Whether the user's role shows the submission, for what is sent to the user. NULL for nobody.
CREATE OR REPLACE FUNCTION intake_is_shown(submission text, person text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT u."isAdmin" OR r."id" IS NULL OR r."userType" = 'admin' OR r."scope" = 'company'
    OR submission IN (SELECT intake_submissions_of(r."scope"::text, person, u."companyId"))
  FROM "User" u LEFT JOIN "Role" r ON r."id" = u."roleId" WHERE u."id" = person
$$;

CREATE OR REPLACE FUNCTION intake_pattern() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('intake.pattern', true), '');

CREATE OR REPLACE FUNCTION intake_hashes() RETURNS bigint[]
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('intake.hashes', true), ''), '{}')::bigint[];

-- Settings are read in sub-selects: once for each statement instead of once for each row.
DO $$
DECLARE
  unscoped CONSTANT text := '(SELECT intake_unscoped())';
  system CONSTANT text := '(SELECT current_setting(''intake.scope'', true)) = ''system''';
  tenant CONSTANT text := unscoped || ' OR "companyId" = (SELECT intake_company())';
  -- A company's whole rows come first, so that the callers who see them all wait for nothing else. Ids alone are compared,
  -- as they are in each index of the desk.
  whole CONSTANT text := unscoped || ' OR "companyId" = (SELECT intake_whole_company())';
  partly CONSTANT text := whole || ' OR (SELECT intake_is_narrowed()) AND ';
  shown CONSTANT text := 'IN (SELECT intake_shown_submissions())';
  shown_submissions CONSTANT text := partly || '"id" ' || shown;
  of_shown_submissions CONSTANT text := partly || '"submissionId" ' || shown;
  shown_files CONSTANT text := partly || '("formSessionId" IS NULL AND "companyId" = (SELECT intake_company())
    OR "formSessionId" ' || shown || ')';
  shown_entries CONSTANT text := partly || '"id" IN (SELECT intake_shown_entries())';
  company CONSTANT text := unscoped || ' OR "id" = (SELECT intake_company())';
  seen_user CONSTANT text := 'EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "userId")';
  seen_team CONSTANT text := 'EXISTS (SELECT 1 FROM "Team" t WHERE t."id" = "teamId")';
  seen_owner CONSTANT text := unscoped || ' OR "userId" IS NULL OR ' || seen_user;
  seen_leader CONSTANT text := unscoped || ' OR "leaderId" IS NULL OR EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "leaderId")';
  seen_role CONSTANT text := unscoped || ' OR "roleId" IS NULL OR EXISTS (SELECT 1 FROM "Role" r WHERE r."id" = "roleId")';
  no_admin_role CONSTANT text := unscoped || ' OR "userType" <> ''admin''';
  own_file CONSTANT text := unscoped || ' OR "formSessionId" IS NULL';
  own_attempt CONSTANT text := '"attempt" = (SELECT NULLIF(current_setting(''intake.attempt'', true), ''''))';
  of_submission CONSTANT text := 'EXISTS (SELECT 1 FROM "FormSubmission" s WHERE s."id" = %1$I."submissionId"
    AND s."companyId" = %1$I."companyId")';
  rule record;
  name text;
BEGIN
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
    AND relname <> '_prisma_migrations' AND NOT (relrowsecurity AND relforcerowsecurity) LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
  END LOOP;

  FOR rule IN SELECT * FROM (VALUES
    ('ApiKey BulkJob BulkRow Funder GeneratedLink Role SavedView Team User Webhook', 'tenant', 'PERMISSIVE', 'ALL', tenant, tenant),
    ('FormSession FormSubmission SubmissionDesk SubmissionSearch', 'tenant', 'PERMISSIVE', 'ALL', shown_submissions, tenant),
    ('Event Funding Notice Offer Package SubmissionNote SubmissionPresence Task WebhookDelivery', 'tenant', 'PERMISSIVE', 'ALL', of_shown_submissions, tenant),
    ('Document', 'tenant', 'PERMISSIVE', 'ALL', shown_files, tenant),
    ('Company', 'tenant', 'PERMISSIVE', 'ALL', company, company),
    ('PayeeKind', 'tenant', 'PERMISSIVE', 'ALL', tenant, unscoped),
    ('PackageCopy StatementReading SubmissionAddition SubmissionRequest', 'tenant', 'PERMISSIVE', 'ALL', of_shown_submissions, unscoped),
    ('SubmissionChange SubmissionFigure', 'tenant', 'PERMISSIVE', 'SELECT', whole, NULL),
    ('LoginSession', 'tenant', 'PERMISSIVE', 'ALL', unscoped || ' OR ' || seen_user, unscoped || ' OR ' || seen_user),
    ('TeamMember', 'tenant', 'PERMISSIVE', 'ALL',
      unscoped || ' OR ' || seen_team, unscoped || ' OR ' || seen_team || ' AND ' || seen_user),
    ('ApplicantLink AuditKey AuditSeal IdempotentCall Installation KeyCheck KnownDevice OAuthRecord PasswordReset Registration '
      'RetiredKey SealCertificate SealedFile SignInAttempt ThrottleBucket UploadUse UserOtp', 'system_only', 'PERMISSIVE', 'ALL', system, system),
    ('SubmissionChange SubmissionFigure', 'counted', 'PERMISSIVE', 'ALL', unscoped, NULL),
    ('SubmissionChange', 'changed', 'PERMISSIVE', 'INSERT', NULL, tenant),

    -- The audit log is written and read, never changed.
    ('AuditEntry', 'audit_read', 'PERMISSIVE', 'SELECT', shown_entries, NULL),
    ('AuditEntry', 'audit_write', 'PERMISSIVE', 'INSERT', NULL, tenant),
    -- A caller's transaction reaches the row of its own attempt only, to mark it.
    ('IdempotentCall', 'own_attempt', 'PERMISSIVE', 'SELECT', own_attempt, NULL),
    ('IdempotentCall', 'own_mark', 'PERMISSIVE', 'UPDATE', own_attempt, NULL),
    -- Roles of no company are read by all and written by the system and admins.
    ('Role', 'house_role', 'PERMISSIVE', 'SELECT', '"companyId" IS NULL AND (SELECT intake_company()) IS NOT NULL', NULL),
    ('Role', 'admin_role_made', 'RESTRICTIVE', 'INSERT', NULL, no_admin_role),
    ('Role', 'admin_role_changed', 'RESTRICTIVE', 'UPDATE', no_admin_role, no_admin_role),
    ('Company', 'house_makes', 'RESTRICTIVE', 'INSERT', NULL, unscoped),
    -- Signing in begins and prolongs sessions; others only end them.
    ('LoginSession', 'sign_in_begins', 'RESTRICTIVE', 'INSERT', NULL, system),
    ('LoginSession', 'sign_in_prolongs', 'RESTRICTIVE', 'UPDATE', system, system),
    -- PostgreSQL checks foreign keys against rows of all tenants, so policies check that the caller sees the row referred
    -- to. A link outlives its owner's time in the company, so only its creation is checked.
    ('GeneratedLink', 'owner_is_seen', 'RESTRICTIVE', 'INSERT', NULL, seen_owner),
    ('Team', 'leader_is_seen_on_insert', 'RESTRICTIVE', 'INSERT', NULL, seen_leader),
    ('Team', 'leader_is_seen_on_update', 'RESTRICTIVE', 'UPDATE', NULL, seen_leader),
    -- Whoever comes into a team sees what is its.
    ('TeamMember', 'members_added', 'RESTRICTIVE', 'INSERT', NULL, 'NOT (SELECT intake_is_narrowed())'),
    ('User', 'role_is_seen_on_insert', 'RESTRICTIVE', 'INSERT', NULL, seen_role),
    ('User', 'role_is_seen_on_update', 'RESTRICTIVE', 'UPDATE', NULL, seen_role),
    ('Funding Offer Package SubmissionNote SubmissionPresence Task', 'of_its_submission', 'RESTRICTIVE', 'INSERT', NULL, of_submission),
    -- Applications come from the public form; staff neither write nor delete them.
    ('FormSession', 'form_begins', 'RESTRICTIVE', 'INSERT', NULL, unscoped),
    ('FormSession', 'form_goes_on', 'RESTRICTIVE', 'UPDATE', unscoped, unscoped),
    ('FormSession', 'form_ends', 'RESTRICTIVE', 'DELETE', unscoped, NULL),
    ('FormSubmission', 'form_submits', 'RESTRICTIVE', 'INSERT', NULL, unscoped),
    ('FormSubmission', 'submission_unchanged', 'RESTRICTIVE', 'UPDATE', unscoped, NULL),
    ('FormSubmission', 'submission_stays', 'RESTRICTIVE', 'DELETE', unscoped, NULL),
    ('SubmissionDesk SubmissionSearch', 'form_submits', 'RESTRICTIVE', 'INSERT', NULL, unscoped),
    ('SubmissionDesk SubmissionSearch', 'desk_stays', 'RESTRICTIVE', 'DELETE', unscoped, NULL),
    ('SubmissionAddition', 'addition_stays', 'RESTRICTIVE', 'DELETE', unscoped, NULL),
    ('SubmissionRequest', 'request_stays', 'RESTRICTIVE', 'DELETE', unscoped, NULL),
    ('PackageCopy PayeeKind StatementReading', 'reading_stays', 'RESTRICTIVE', 'DELETE', unscoped, NULL),
    ('Funding Offer Package', 'deal_stays', 'RESTRICTIVE', 'DELETE', unscoped, NULL),
    -- A note is corrected by another note.
    ('SubmissionNote', 'note_stays', 'RESTRICTIVE', 'UPDATE', system, NULL),
    ('SubmissionNote', 'note_is_kept', 'RESTRICTIVE', 'DELETE', system, NULL),
    -- Staff add and remove their company's own files, none of an applicant's.
    ('Document', 'own_file_added', 'RESTRICTIVE', 'INSERT', NULL, own_file),
    ('Document', 'own_file_changed', 'RESTRICTIVE', 'UPDATE', own_file, own_file),
    ('Document', 'own_file_removed', 'RESTRICTIVE', 'DELETE', own_file, NULL),
    -- Staff cause events; only the system places and removes them, and makes deliveries.
    ('Event', 'event_stays', 'RESTRICTIVE', 'UPDATE', unscoped, NULL),
    ('Event', 'event_kept', 'RESTRICTIVE', 'DELETE', unscoped, NULL),
    ('WebhookDelivery', 'made_by_system', 'RESTRICTIVE', 'INSERT', NULL, unscoped),
    -- search.sql says why.
    ('SubmissionSearch', 'searched', 'RESTRICTIVE', 'SELECT', '"searchNames" LIKE (SELECT intake_pattern())
      OR "searchUser" LIKE (SELECT intake_pattern()) OR "ownerHashes" && (SELECT intake_hashes())', NULL)
  ) AS row ("tables", "policy", "kind", "verb", "using", "check") LOOP
    FOREACH name IN ARRAY string_to_array(rule."tables", ' ') LOOP
      EXECUTE format('DROP POLICY IF EXISTS %I ON %I', rule."policy", name);
      EXECUTE format('CREATE POLICY %I ON %I AS %s FOR %s', rule."policy", name, rule."kind", rule."verb")
        || COALESCE(' USING (' || format(rule."using", name) || ')', '')
        || COALESCE(' WITH CHECK (' || format(rule."check", name) || ')', '');
    END LOOP;
  END LOOP;
END $$;

-- Only what has no actor makes a super admin, such as the seed.
CREATE OR REPLACE FUNCTION intake_refuse_super_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF COALESCE(current_setting('intake.scope', true), '') <> 'system' THEN
    RAISE EXCEPTION 'isAdmin is set by no request' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER super_admin_changed BEFORE UPDATE OF "isAdmin" ON "User"
  FOR EACH ROW WHEN (NEW."isAdmin" IS DISTINCT FROM OLD."isAdmin") EXECUTE FUNCTION intake_refuse_super_admin();
CREATE OR REPLACE TRIGGER super_admin_made BEFORE INSERT ON "User"
  FOR EACH ROW WHEN (NEW."isAdmin") EXECUTE FUNCTION intake_refuse_super_admin();
