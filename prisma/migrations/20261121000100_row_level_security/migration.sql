-- Tenant scope beneath the services: no setting means no rows, for the owner of the tables too.
-- intake.scope   'system' (sign-in, jobs, public form), 'all' (admins), 'company' (everybody else)
-- intake.company the caller's company under the scope 'company'

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE FUNCTION intake_unscoped() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(current_setting('intake.scope', true) IN ('system', 'all'), false);

CREATE FUNCTION intake_sees(company text) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(
    current_setting('intake.scope', true) IN ('system', 'all')
      OR (current_setting('intake.scope', true) = 'company'
          AND company <> ''
          AND company = current_setting('intake.company', true)),
    false);

-- Tables whose rows carry their company.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'User', 'Team', 'GeneratedLink', 'FormSession', 'FormSubmission', 'Document'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (intake_sees("companyId")) WITH CHECK (intake_sees("companyId"))',
      tenant_table);
  END LOOP;
END $$;

-- A company is its own tenant; only the system and admins make or remove one.
ALTER TABLE "Company" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Company" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "Company" USING (intake_sees("id")) WITH CHECK (intake_sees("id"));

-- Roles of the house (no company) are read by all and written by the system and admins.
ALTER TABLE "Role" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Role" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "Role" USING (intake_sees("companyId")) WITH CHECK (intake_sees("companyId"));
CREATE POLICY house_role ON "Role" FOR SELECT
  USING ("companyId" IS NULL AND current_setting('intake.scope', true) = 'company');

-- Rows that hang on a tenant's row follow it.
ALTER TABLE "TeamMember" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "TeamMember" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "TeamMember"
  USING (EXISTS (SELECT 1 FROM "Team" t WHERE t."id" = "teamId"))
  WITH CHECK (EXISTS (SELECT 1 FROM "Team" t WHERE t."id" = "teamId")
    AND EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "userId"));

ALTER TABLE "LoginSession" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "LoginSession" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "LoginSession"
  USING (EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "userId"))
  WITH CHECK (EXISTS (SELECT 1 FROM "User" u WHERE u."id" = "userId"));

-- The audit log is written and read, never changed.
ALTER TABLE "AuditEntry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "AuditEntry" FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_read ON "AuditEntry" FOR SELECT USING (intake_sees("companyId"));
CREATE POLICY audit_write ON "AuditEntry" FOR INSERT WITH CHECK (intake_sees("companyId"));

CREATE FUNCTION intake_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: the table is append-only', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "AuditEntry"
  FOR EACH STATEMENT EXECUTE FUNCTION intake_refuse_change();

-- Lists search anywhere in a name.
CREATE INDEX "FormSubmission_legalName_trgm" ON "FormSubmission" USING gin ("legalName" gin_trgm_ops);
CREATE INDEX "FormSubmission_dbaName_trgm" ON "FormSubmission" USING gin ("dbaName" gin_trgm_ops);
CREATE INDEX "FormSubmission_submittedBy_trgm" ON "FormSubmission" USING gin ("submittedBy" gin_trgm_ops);
CREATE INDEX "Company_nameOut_trgm" ON "Company" USING gin ("nameOut" gin_trgm_ops);
