-- Tenant scope beneath the services: no setting means no rows, for the owner of the tables too.
-- intake.scope   'system' (sign-in, jobs, public form), 'all' (admins), 'company' (everybody else)
-- intake.company the caller's company under the scope 'company'

CREATE FUNCTION intake_unscoped() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(current_setting('intake.scope', true) IN ('system', 'all'), false);

-- NULL, which equals no row's company, unless the scope is one company.
CREATE FUNCTION intake_company() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN current_setting('intake.scope', true) = 'company'
    THEN NULLIF(current_setting('intake.company', true), '') END;

-- In every policy the settings stand in sub-selects, so that a statement reads them once and not for each row.

-- Tables whose rows carry their company.
DO $$
DECLARE
  tenant_table text;
  sees CONSTANT text := '(SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company())';
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'User', 'Role', 'Team', 'GeneratedLink', 'FormSession', 'FormSubmission', 'Document'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', tenant_table, sees, sees);
  END LOOP;
END $$;

-- Roles of the house (no company) are read by all and written by the system and admins.
CREATE POLICY house_role ON "Role" FOR SELECT
  USING ("companyId" IS NULL AND (SELECT intake_company()) IS NOT NULL);

-- A company is its own tenant; only the system and admins make or remove one.
ALTER TABLE "Company" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Company" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "Company"
  USING ((SELECT intake_unscoped()) OR "id" = (SELECT intake_company()))
  WITH CHECK ((SELECT intake_unscoped()) OR "id" = (SELECT intake_company()));

-- Rows that hang on a tenant's row follow it.
ALTER TABLE "TeamMember" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "TeamMember" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "TeamMember"
  USING ((SELECT intake_unscoped()) OR EXISTS (SELECT 1 FROM "Team" t WHERE t."id" = "teamId"))
  WITH CHECK ((SELECT intake_unscoped())
    OR (EXISTS (SELECT 1 FROM "Team" t WHERE t."id" = "teamId")
      AND EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "userId")));

ALTER TABLE "LoginSession" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "LoginSession" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "LoginSession"
  USING ((SELECT intake_unscoped()) OR EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "userId"))
  WITH CHECK ((SELECT intake_unscoped()) OR EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "userId"));

-- The audit log is written and read, never changed.
ALTER TABLE "AuditEntry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "AuditEntry" FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_read ON "AuditEntry" FOR SELECT
  USING ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()));
CREATE POLICY audit_write ON "AuditEntry" FOR INSERT
  WITH CHECK ((SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company()));

CREATE FUNCTION intake_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: the table is append-only', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "AuditEntry"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();
