-- "AuditEntry" becomes the first partition of a table of the same name. This bound, which its sequence has not reached,
-- lets it be attached without reading it. NOT VALID: it binds new rows at once and reads none.
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_first" CHECK ("id" < 200000000000000) NOT VALID;
