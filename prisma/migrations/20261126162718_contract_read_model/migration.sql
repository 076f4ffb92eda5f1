-- Moves every column that lists sort, search, filter or show into "SubmissionDesk", and what is counted of submissions into
-- "SubmissionFigure".

CREATE TYPE intake_counted AS (
  "linkId" text,
  status text,
  amount numeric(14,2),
  since timestamptz,
  "openedAt" timestamptz,
  "startedAt" timestamptz,
  "signedAt" timestamptz,
  "submittedAt" timestamptz,
  "decidedAt" timestamptz,
  "fundedAt" timestamptz,
  zone text
);

ALTER TABLE "SubmissionDesk" RENAME TO "DeskBefore";
-- Its policy hides rows without the hash 0, which is no owner's.
ALTER TABLE "SubmissionOwner" DISABLE ROW LEVEL SECURITY;
DROP TABLE "SubmissionSearch";

CREATE TABLE "SubmissionDesk" (
  id text NOT NULL,
  "companyId" text NOT NULL,
  "linkId" text NOT NULL,
  "submittedById" text,
  "submittedBy" text DEFAULT '' NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "legalName" text DEFAULT '' NOT NULL,
  "dbaName" text DEFAULT '' NOT NULL,
  merchant text GENERATED ALWAYS AS (lower(COALESCE(NULLIF(btrim("legalName"), ''), btrim("dbaName")))) STORED NOT NULL,
  state text DEFAULT '' NOT NULL,
  "advanceAmount" text,
  sales text,
  "amountRequested" double precision,
  "monthlySales" double precision,
  "documentCount" integer DEFAULT 0 NOT NULL,
  "undatedStatements" integer DEFAULT 0 NOT NULL,
  "statementMonths" text[] DEFAULT ARRAY[]::text[],
  status "SubmissionStatus" DEFAULT 'new' NOT NULL,
  "statusOrder" smallint GENERATED ALWAYS AS (CASE status WHEN 'new' THEN 0 WHEN 'in_review' THEN 1 WHEN 'documents_needed' THEN 2
    WHEN 'with_funder' THEN 3 WHEN 'approved' THEN 4 WHEN 'funded' THEN 5 WHEN 'declined' THEN 6 ELSE 7 END) STORED NOT NULL,
  "statusKey" text DEFAULT 'new' NOT NULL,
  "statusAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  reason text,
  "ownerId" text,
  "ownerName" text DEFAULT '' NOT NULL,
  "teamId" text,
  "decidedAt" timestamptz(3),
  "fundedAt" timestamptz(3),
  "pdfState" "PdfState" DEFAULT 'pending' NOT NULL,
  "pdfFile" text,
  "pdfFailure" "PdfFailure",
  "legalHoldAt" timestamptz(3),
  "legalHoldBy" text,
  "legalHoldReason" text,
  "keepUntil" timestamptz(3),
  "awaitsSignatureUntil" timestamptz(3),
  "ownerHashes" bigint[] DEFAULT ARRAY[]::bigint[],
  "searchNames" text GENERATED ALWAYS AS (lower((("legalName" || '
'::text) || "dbaName"))) STORED NOT NULL,
  "searchUser" text GENERATED ALWAYS AS (lower("submittedBy")) STORED NOT NULL,
  reference text GENERATED ALWAYS AS ("right"(id, 8)) STORED NOT NULL,
  "updatedAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
) PARTITION BY RANGE (id);
CREATE TABLE "SubmissionSearch" PARTITION OF "SubmissionDesk" FOR VALUES FROM (MINVALUE) TO (MAXVALUE)
  WITH (fillfactor='90', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.02',
    autovacuum_analyze_scale_factor='0.02');

INSERT INTO "SubmissionDesk" ("id", "companyId", "linkId", "submittedById", "submittedBy", "createdAt", "legalName", "dbaName", "state",
  "advanceAmount", "sales", "amountRequested", "monthlySales", "documentCount", "undatedStatements", "statementMonths", "status",
  "statusKey", "statusAt", "reason", "ownerId", "ownerName", "teamId", "decidedAt", "fundedAt", "pdfState", "pdfFile", "pdfFailure",
  "legalHoldAt", "legalHoldBy", "legalHoldReason", "keepUntil", "awaitsSignatureUntil", "ownerHashes", "updatedAt")
SELECT s."id", s."companyId", s."linkId", s."submittedById", s."submittedBy", s."createdAt", s."legalName", s."dbaName", d."state",
  s."advanceAmount", s."sales", d."amountRequested", d."monthlySales", d."documentCount", coalesce(file."undated", 0),
  d."statementMonths", d."status", d."statusKey", d."statusAt", d."reason", d."ownerId", d."ownerName", d."teamId", d."decidedAt",
  d."fundedAt", s."pdfState", s."pdfFile", s."pdfFailure", s."legalHoldAt", s."legalHoldBy", s."legalHoldReason", s."keepUntil",
  s."awaitsSignatureUntil", coalesce(array_remove(o."hashes", 0), '{}'), d."updatedAt"
FROM "FormSubmission" s JOIN "DeskBefore" d ON d."id" = s."id" LEFT JOIN "SubmissionOwner" o ON o."id" = s."id"
  LEFT JOIN (
    SELECT "formSessionId", count(*) AS "undated" FROM "Document"
    WHERE "documentType" = 'bankStatements' AND "statementMonth" IS NULL GROUP BY 1
  ) AS file ON file."formSessionId" = s."id";

CREATE TABLE "SubmissionChange" (
  id bigserial NOT NULL,
  "companyId" text NOT NULL,
  before intake_counted,
  after intake_counted,
  PRIMARY KEY (id)
);

CREATE TABLE "SubmissionFigure" (
  id bigserial NOT NULL,
  "companyId" text,
  "companyKey" text GENERATED ALWAYS AS (COALESCE("companyId", ''::text)) STORED NOT NULL,
  "linkId" text DEFAULT '' NOT NULL,
  day date NOT NULL,
  measure text NOT NULL,
  bucket integer DEFAULT '-1' NOT NULL,
  count integer NOT NULL,
  amount numeric(18,2) DEFAULT 0 NOT NULL,
  PRIMARY KEY (id)
);

-- Steps of days are kept as they were counted, as form sessions that were never submitted are gone by now.
INSERT INTO "SubmissionFigure" ("companyId", "linkId", "day", "measure", "bucket", "count", "amount")
SELECT "companyId", "linkId", "day", "measure", "bucket", sum("count"), sum("amount") FROM "DeskFigure"
WHERE "day" > '-infinity' AND "day" < 'infinity' GROUP BY 1, 2, 3, 4, 5 HAVING sum("count") <> 0
UNION ALL
SELECT "companyId", '', '-infinity', coalesce("status"::text, 'all'), -1, count(*), sum(coalesce("amountRequested", 0)::numeric(14, 2))
FROM "SubmissionDesk" GROUP BY GROUPING SETS (("companyId", "status"), ("companyId"), ("status"), ()) HAVING count(*) > 0
UNION ALL
SELECT "companyId", "linkId", '-infinity', 'link', -1, count(*), 0 FROM "SubmissionDesk" GROUP BY 1, 2
UNION ALL
SELECT "companyId", '', "day", 'received', -1, count(*), 0
FROM (SELECT "companyId", ("createdAt" AT TIME ZONE 'UTC')::date AS "day" FROM "SubmissionDesk") AS received
GROUP BY GROUPING SETS (("companyId", "day"), ("day"));
CREATE UNIQUE INDEX "SubmissionFigure_companyKey_measure_day_linkId_bucket_key"
  ON "SubmissionFigure" ("companyKey", measure, day, "linkId", bucket);
CREATE INDEX "SubmissionFigure_companies_idx" ON "SubmissionFigure" ("companyKey") WHERE (measure = 'all'::text);
CREATE INDEX "SubmissionFigure_links_idx" ON "SubmissionFigure" (count DESC, "linkId") WHERE (measure = 'link'::text);
ALTER TABLE "SubmissionFigure" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;

DROP TABLE "DeskBefore", "SubmissionOwner", "DeskFigure", "SubmissionCount" CASCADE;
DROP TYPE intake_change CASCADE;
DROP FUNCTION IF EXISTS intake_find_owners(bigint[], integer);
-- Cascades to triggers, which are made again if they are still wanted.
ALTER TABLE "FormSubmission" DROP COLUMN "searchNames" CASCADE, DROP COLUMN "searchUser" CASCADE,
  DROP COLUMN "submittedById" CASCADE, DROP COLUMN "submittedBy" CASCADE, DROP COLUMN "legalName" CASCADE,
  DROP COLUMN "dbaName" CASCADE, DROP COLUMN "state" CASCADE, DROP COLUMN "advanceAmount" CASCADE, DROP COLUMN "sales" CASCADE,
  DROP COLUMN "pdfState" CASCADE, DROP COLUMN "pdfFile" CASCADE, DROP COLUMN "pdfFailure" CASCADE,
  DROP COLUMN "legalHoldAt" CASCADE, DROP COLUMN "legalHoldBy" CASCADE, DROP COLUMN "legalHoldReason" CASCADE,
  DROP COLUMN "keepUntil" CASCADE, DROP COLUMN "awaitsSignatureUntil" CASCADE,
  RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor);
DROP INDEX "FormSubmission_shared_hashes_idx";
CREATE INDEX "FormSubmission_companyId_idx" ON "FormSubmission" ("companyId");

ALTER TABLE "SubmissionDesk" ADD PRIMARY KEY (id);
CREATE INDEX "SubmissionDesk_all_covering"
  ON "SubmissionDesk" ("createdAt", id) INCLUDE ("companyId", "searchNames", "searchUser",
    "submittedBy");
CREATE INDEX "SubmissionDesk_company_covering"
  ON "SubmissionDesk" ("companyId", "createdAt", id) INCLUDE ("searchNames", "searchUser", "submittedBy");
CREATE INDEX "SubmissionDesk_amountRequested_createdAt_id_companyId_idx"
  ON "SubmissionDesk" ("amountRequested", "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_companyId_statusKey_createdAt_id_idx"
  ON "SubmissionDesk" ("companyId", "statusKey", "createdAt", id);
CREATE INDEX "SubmissionDesk_companyId_statusOrder_createdAt_id_idx"
  ON "SubmissionDesk" ("companyId", "statusOrder", "createdAt", id);
CREATE INDEX "SubmissionDesk_companyId_updatedAt_id_idx" ON "SubmissionDesk" ("companyId", "updatedAt", id);
CREATE INDEX "SubmissionDesk_company_waiting_idx" ON "SubmissionDesk" ("companyId", "statusAt") WHERE ("statusOrder" < 4);
CREATE INDEX "SubmissionDesk_decided_idx" ON "SubmissionDesk" ("decidedAt", "companyId") WHERE ("decidedAt" IS NOT NULL);
CREATE INDEX "SubmissionDesk_documentCount_createdAt_id_companyId_idx"
  ON "SubmissionDesk" ("documentCount", "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_funded_idx" ON "SubmissionDesk" ("fundedAt", "companyId") WHERE ("fundedAt" IS NOT NULL);
CREATE INDEX "SubmissionDesk_held_idx" ON "SubmissionDesk" ("companyId", "createdAt", id) WHERE ("legalHoldAt" IS NOT NULL);
CREATE INDEX "SubmissionDesk_linkId_createdAt_id_companyId_idx" ON "SubmissionDesk" ("linkId", "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_merchant_createdAt_id_companyId_idx" ON "SubmissionDesk" (merchant, "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_monthlySales_createdAt_id_companyId_idx"
  ON "SubmissionDesk" ("monthlySales", "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_ownerId_createdAt_idx" ON "SubmissionDesk" ("ownerId", "createdAt");
CREATE INDEX "SubmissionDesk_ownerName_createdAt_id_companyId_idx"
  ON "SubmissionDesk" ("ownerName", "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_owner_waiting_idx"
  ON "SubmissionDesk" ("ownerId", "statusAt") WHERE (("ownerId" IS NOT NULL) AND ("statusOrder" < 4));
CREATE INDEX "SubmissionDesk_reference_idx" ON "SubmissionDesk" (reference);
CREATE INDEX "SubmissionDesk_state_createdAt_id_companyId_idx" ON "SubmissionDesk" (state, "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_statusAt_createdAt_id_companyId_idx"
  ON "SubmissionDesk" ("statusAt", "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_statusOrder_createdAt_id_companyId_idx"
  ON "SubmissionDesk" ("statusOrder", "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_submittedById_idx" ON "SubmissionDesk" ("submittedById");
CREATE INDEX "SubmissionDesk_submittedBy_createdAt_id_companyId_idx"
  ON "SubmissionDesk" ("submittedBy", "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_teamId_idx" ON "SubmissionDesk" ("teamId");
CREATE INDEX "SubmissionDesk_unowned_idx" ON "SubmissionDesk" ("companyId") WHERE ("ownerId" IS NULL);
CREATE INDEX "SubmissionDesk_updatedAt_createdAt_id_companyId_idx"
  ON "SubmissionDesk" ("updatedAt", "createdAt", id, "companyId");
CREATE INDEX "SubmissionDesk_waiting_idx" ON "SubmissionDesk" ("statusAt") WHERE ("statusOrder" < 4);
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY (id) REFERENCES "FormSubmission"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY ("linkId") REFERENCES "GeneratedLink"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY ("ownerId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY ("submittedById") REFERENCES "User"(id)
  ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY ("teamId") REFERENCES "Team"(id) ON UPDATE CASCADE ON DELETE SET NULL;

-- Without pg_trgm, searches of names compare rows one by one. New words wait in a list that every search reads, so it is kept
-- short; indexing each row at once takes three times as long.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "SubmissionDesk_search_idx" ON "SubmissionDesk"
    USING gin ("searchNames" gin_trgm_ops, "searchUser" gin_trgm_ops, "ownerHashes") WITH (gin_pending_list_limit = 1024);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE WARNING 'Searches are slower without the extension pg_trgm: %', SQLERRM;
  CREATE INDEX "SubmissionDesk_search_idx" ON "SubmissionDesk" USING gin ("ownerHashes") WITH (gin_pending_list_limit = 1024);
END $$;
