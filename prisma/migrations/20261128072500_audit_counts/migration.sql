-- A company's staff see its entries of some types: their number is counted in the index alone.
CREATE INDEX "AuditEntry_company_covering" ON "AuditEntry" ("companyId", id DESC) INCLUDE ("objectType");
DROP INDEX "AuditEntry_companyId_id_idx";
