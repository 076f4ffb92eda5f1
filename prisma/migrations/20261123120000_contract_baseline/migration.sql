-- Tables, types, indexes and constraints. Functions, triggers and policies are in prisma/sql.

CREATE SCHEMA intake_partitions;

CREATE TYPE "ApplicantLinkPurpose" AS ENUM ('receipt', 'status', 'signature', 'move', 'request');
CREATE TYPE "KeyState" AS ENUM ('next', 'current', 'previous');
CREATE TYPE "PdfFailure" AS ENUM ('too_complex', 'undrawable', 'damaged_data', 'retries_exhausted');
CREATE TYPE "PdfState" AS ENUM ('pending', 'ready', 'failed');
CREATE TYPE "SubmissionAdditionKind" AS ENUM ('signature', 'correction', 'answer');
CREATE TYPE "SubmissionMail" AS ENUM ('off', 'each', 'daily');
CREATE TYPE "SubmissionRequestState" AS ENUM ('open', 'answered', 'cancelled', 'expired');
CREATE TYPE "SubmissionStatus" AS ENUM ('new', 'in_review', 'documents_needed', 'with_funder', 'approved', 'funded',
    'declined', 'withdrawn');
CREATE TYPE "UserType" AS ENUM ('user', 'company', 'admin');
CREATE TYPE "WebhookDeliveryState" AS ENUM ('pending', 'delivered');
CREATE TYPE intake_change AS (
  "companyId" text,
  "linkId" text,
  day date,
  measure text,
  bucket integer,
  count integer,
  amount numeric
);

CREATE TABLE "SubmissionDesk" (
  id text NOT NULL,
  "companyId" text NOT NULL,
  "linkId" text NOT NULL,
  "createdAt" timestamptz(3) NOT NULL,
  merchant text DEFAULT '' NOT NULL,
  state text DEFAULT '' NOT NULL,
  "amountRequested" numeric(14,2),
  "monthlySales" numeric(14,2),
  "documentCount" integer DEFAULT 0 NOT NULL,
  "statementMonths" text[] DEFAULT ARRAY[]::text[],
  status "SubmissionStatus" DEFAULT 'new' NOT NULL,
  "statusKey" text DEFAULT 'new' NOT NULL,
  "statusAt" timestamptz(3) NOT NULL,
  reason text,
  "ownerId" text,
  "ownerName" text DEFAULT '' NOT NULL,
  "teamId" text,
  "decidedAt" timestamptz(3),
  "fundedAt" timestamptz(3),
  "updatedAt" timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "SubmissionDesk_amount_desc_idx"
  ON "SubmissionDesk" (COALESCE(("amountRequested")::double precision, (- (1e300)::double precision)));
CREATE INDEX "SubmissionDesk_amount_idx"
  ON "SubmissionDesk" (COALESCE(("amountRequested")::double precision, (1e300)::double precision), "companyId",
    "amountRequested");
CREATE INDEX "SubmissionDesk_approved_idx" ON "SubmissionDesk" ("createdAt", id) WHERE (status = 'approved');
CREATE INDEX "SubmissionDesk_companyId_statusKey_createdAt_id_idx"
  ON "SubmissionDesk" ("companyId", "statusKey", "createdAt", id);
CREATE INDEX "SubmissionDesk_companyId_status_createdAt_id_idx"
  ON "SubmissionDesk" ("companyId", status, "createdAt", id);
CREATE INDEX "SubmissionDesk_companyId_updatedAt_id_idx" ON "SubmissionDesk" ("companyId", "updatedAt", id);
CREATE INDEX "SubmissionDesk_company_waiting_idx"
  ON "SubmissionDesk" ("companyId", "statusAt") WHERE (status IN ('new', 'in_review', 'documents_needed',
    'with_funder'));
CREATE INDEX "SubmissionDesk_createdAt_id_idx" ON "SubmissionDesk" ("createdAt", id);
CREATE INDEX "SubmissionDesk_decided_idx"
  ON "SubmissionDesk" ("decidedAt", "companyId") WHERE ("decidedAt" IS NOT NULL);
CREATE INDEX "SubmissionDesk_declined_idx" ON "SubmissionDesk" ("createdAt", id) WHERE (status = 'declined');
CREATE INDEX "SubmissionDesk_documentCount_companyId_idx" ON "SubmissionDesk" ("documentCount", "companyId");
CREATE INDEX "SubmissionDesk_documents_needed_idx"
  ON "SubmissionDesk" ("createdAt", id) WHERE (status = 'documents_needed');
CREATE INDEX "SubmissionDesk_funded_at_idx"
  ON "SubmissionDesk" ("fundedAt", "companyId") WHERE ("fundedAt" IS NOT NULL);
CREATE INDEX "SubmissionDesk_funded_idx" ON "SubmissionDesk" ("createdAt", id) WHERE (status = 'funded');
CREATE INDEX "SubmissionDesk_in_review_idx" ON "SubmissionDesk" ("createdAt", id) WHERE (status = 'in_review');
CREATE INDEX "SubmissionDesk_linkId_companyId_idx" ON "SubmissionDesk" ("linkId", "companyId");
CREATE INDEX "SubmissionDesk_merchant_idx" ON "SubmissionDesk" (merchant);
CREATE INDEX "SubmissionDesk_new_idx" ON "SubmissionDesk" ("createdAt", id) WHERE (status = 'new');
CREATE INDEX "SubmissionDesk_ownerId_createdAt_idx" ON "SubmissionDesk" ("ownerId", "createdAt");
CREATE INDEX "SubmissionDesk_ownerName_companyId_idx" ON "SubmissionDesk" ("ownerName", "companyId");
CREATE INDEX "SubmissionDesk_owner_waiting_idx"
  ON "SubmissionDesk" ("ownerId", "statusAt") WHERE (("ownerId" IS NOT NULL) AND (status IN ('new', 'in_review',
    'documents_needed', 'with_funder')));
CREATE INDEX "SubmissionDesk_sales_desc_idx"
  ON "SubmissionDesk" (COALESCE(("monthlySales")::double precision, (- (1e300)::double precision)));
CREATE INDEX "SubmissionDesk_sales_idx"
  ON "SubmissionDesk" (COALESCE(("monthlySales")::double precision, (1e300)::double precision), "companyId",
    "monthlySales");
CREATE INDEX "SubmissionDesk_state_companyId_idx" ON "SubmissionDesk" (state, "companyId");
CREATE INDEX "SubmissionDesk_statusAt_idx" ON "SubmissionDesk" ("statusAt");
CREATE INDEX "SubmissionDesk_teamId_idx" ON "SubmissionDesk" ("teamId");
CREATE INDEX "SubmissionDesk_unowned_idx" ON "SubmissionDesk" ("companyId") WHERE ("ownerId" IS NULL);
CREATE INDEX "SubmissionDesk_updatedAt_companyId_idx" ON "SubmissionDesk" ("updatedAt", "companyId");
CREATE INDEX "SubmissionDesk_waiting_idx"
  ON "SubmissionDesk" ("statusAt") WHERE (status IN ('new', 'in_review', 'documents_needed', 'with_funder'));
CREATE INDEX "SubmissionDesk_with_funder_idx" ON "SubmissionDesk" ("createdAt", id) WHERE (status = 'with_funder');
CREATE INDEX "SubmissionDesk_withdrawn_idx" ON "SubmissionDesk" ("createdAt", id) WHERE (status = 'withdrawn');

CREATE TABLE "WebhookDelivery" (
  id text DEFAULT gen_random_uuid() NOT NULL,
  "webhookId" text NOT NULL,
  "eventId" text NOT NULL,
  "companyId" text,
  "submissionId" text NOT NULL,
  "position" bigint NOT NULL,
  state "WebhookDeliveryState" DEFAULT 'pending' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  "startedAt" timestamptz(3),
  "nextAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "attemptedAt" timestamptz(3),
  status integer,
  failure text,
  "durationMs" integer,
  PRIMARY KEY (id)
);
CREATE INDEX "WebhookDelivery_eventId_idx" ON "WebhookDelivery" ("eventId");
CREATE INDEX "WebhookDelivery_pending_idx"
  ON "WebhookDelivery" ("webhookId", "submissionId", "position") WHERE (state = 'pending');
CREATE UNIQUE INDEX "WebhookDelivery_webhookId_position_key" ON "WebhookDelivery" ("webhookId", "position");

CREATE TABLE "AuditEntry" (
  id bigserial NOT NULL,
  at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "companyId" text,
  "actorId" text,
  "actorName" text DEFAULT '' NOT NULL,
  act text NOT NULL,
  "objectType" text DEFAULT '' NOT NULL,
  "objectId" text DEFAULT '' NOT NULL,
  ip text DEFAULT '' NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX "AuditEntry_actorId_id_idx" ON "AuditEntry" ("actorId", id DESC);
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry" USING brin (at);
CREATE INDEX "AuditEntry_companyId_id_idx" ON "AuditEntry" ("companyId", id DESC);
CREATE INDEX "AuditEntry_objectType_objectId_id_idx" ON "AuditEntry" ("objectType", "objectId", id DESC);

CREATE TABLE "ApiKey" (
  id text NOT NULL,
  "companyId" text,
  "createdById" text NOT NULL,
  "createdByName" text NOT NULL,
  name text NOT NULL,
  start text NOT NULL,
  hash text NOT NULL,
  permissions text[],
  addresses text[] DEFAULT ARRAY[]::text[],
  origins text[] DEFAULT ARRAY[]::text[],
  "expiresAt" timestamptz(3),
  "lastUsedAt" timestamptz(3),
  "lastUsedIp" text DEFAULT '' NOT NULL,
  "revokedAt" timestamptz(3),
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "ApiKey_companyId_createdAt_idx" ON "ApiKey" ("companyId", "createdAt" DESC);
CREATE INDEX "ApiKey_createdById_idx" ON "ApiKey" ("createdById");
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey" (hash);

CREATE TABLE "ApplicantLink" (
  id text NOT NULL,
  purpose "ApplicantLinkPurpose" NOT NULL,
  "formSessionId" text NOT NULL,
  "companyId" text NOT NULL,
  detail bytea,
  "usedAt" timestamptz(3),
  "revokedAt" timestamptz(3),
  "expiresAt" timestamptz(3) NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "ApplicantLink_companyId_idx" ON "ApplicantLink" ("companyId");
CREATE INDEX "ApplicantLink_expiresAt_idx" ON "ApplicantLink" ("expiresAt");
CREATE INDEX "ApplicantLink_formSessionId_idx" ON "ApplicantLink" ("formSessionId");

CREATE TABLE "AuditKey" (
  id text NOT NULL,
  wrapped bytea NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE "AuditSeal" (
  number bigint NOT NULL,
  "entryId" bigint NOT NULL,
  "companyId" text NOT NULL,
  seq bigint NOT NULL,
  "sealedAt" timestamptz(3) NOT NULL,
  mac bytea NOT NULL,
  PRIMARY KEY (number)
);
CREATE UNIQUE INDEX "AuditSeal_companyId_seq_key" ON "AuditSeal" ("companyId", seq);
CREATE UNIQUE INDEX "AuditSeal_entryId_key" ON "AuditSeal" ("entryId");

CREATE TABLE "Company" (
  id text NOT NULL,
  "nameIn" text NOT NULL,
  "nameOut" text NOT NULL,
  "leadId" text,
  "notifyEmails" text DEFAULT '' NOT NULL,
  email text DEFAULT '' NOT NULL,
  "logoUrl" text DEFAULT '' NOT NULL,
  "pdfLogoUrl" text DEFAULT '' NOT NULL,
  disclaimer text DEFAULT '' NOT NULL,
  "authorizationText" text DEFAULT '' NOT NULL,
  "appEditorSettings" text DEFAULT '' NOT NULL,
  "allowedOrigins" text[] DEFAULT ARRAY[]::text[],
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL,
  "requireOtp" boolean DEFAULT false NOT NULL,
  "retentionDays" integer,
  "retentionFrom" timestamptz(3),
  "timeZone" text DEFAULT 'America/New_York' NOT NULL,
  "applicantSettings" jsonb DEFAULT '{}'::jsonb NOT NULL,
  contact text DEFAULT '' NOT NULL,
  "deskSettings" jsonb DEFAULT '{}'::jsonb NOT NULL,
  "signIn" jsonb DEFAULT '{}'::jsonb NOT NULL,
  "signInSecret" bytea,
  PRIMARY KEY (id)
);
CREATE INDEX "Company_createdAt_id_idx" ON "Company" ("createdAt" DESC, id);
CREATE INDEX "Company_leadId_idx" ON "Company" ("leadId");

CREATE TABLE "DeskFigure" (
  id bigserial NOT NULL,
  "companyId" text,
  "companyKey" text GENERATED ALWAYS AS (COALESCE("companyId", ''::text)) STORED NOT NULL,
  "linkId" text DEFAULT '' NOT NULL,
  day date NOT NULL,
  measure text NOT NULL,
  bucket integer NOT NULL,
  count integer NOT NULL,
  amount numeric(18,2) NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "DeskFigure_companyKey_day_linkId_measure_bucket_idx"
  ON "DeskFigure" ("companyKey", day, "linkId", measure, bucket);
CREATE INDEX "DeskFigure_links_idx"
  ON "DeskFigure" (bucket, count DESC, "linkId") WHERE ((day = 'infinity'::date) AND ("linkId" > ''::text));
CREATE INDEX "DeskFigure_statuses_idx" ON "DeskFigure" ("companyKey") WHERE (day = '-infinity'::date);

CREATE TABLE "Document" (
  id text NOT NULL,
  "companyId" text NOT NULL,
  "formSessionId" text,
  "uploadedById" text,
  "originalFilename" text DEFAULT '' NOT NULL,
  "documentType" text NOT NULL,
  "fileType" text NOT NULL,
  "fileSize" integer NOT NULL,
  "storedAs" text NOT NULL,
  "wrappedKey" bytea,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "clientFileId" text,
  filename bytea,
  "statementMonth" text,
  "addedBy" text,
  digest bytea,
  suggested boolean DEFAULT false NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "Document_clear_name_idx" ON "Document" (id) WHERE ("originalFilename" <> ''::text);
CREATE INDEX "Document_companyId_createdAt_idx" ON "Document" ("companyId", "createdAt" DESC);
CREATE UNIQUE INDEX "Document_formSessionId_clientFileId_key" ON "Document" ("formSessionId", "clientFileId");
CREATE UNIQUE INDEX "Document_storedAs_key" ON "Document" ("storedAs");
CREATE INDEX "Document_uploadedById_idx" ON "Document" ("uploadedById");

CREATE TABLE "Event" (
  number bigserial NOT NULL,
  id text DEFAULT gen_random_uuid() NOT NULL,
  "position" bigint,
  "companyId" text NOT NULL,
  type text NOT NULL,
  "submissionId" text NOT NULL,
  data jsonb DEFAULT '{}'::jsonb NOT NULL,
  at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (number)
);
CREATE INDEX "Event_at_idx" ON "Event" USING brin (at);
CREATE INDEX "Event_companyId_position_idx" ON "Event" ("companyId", "position");
CREATE UNIQUE INDEX "Event_id_key" ON "Event" (id);
CREATE INDEX "Event_position_idx" ON "Event" ("position");

CREATE TABLE "FormSession" (
  id text NOT NULL,
  "linkId" text NOT NULL,
  "companyId" text NOT NULL,
  "wrappedKey" bytea NOT NULL,
  draft bytea,
  "submittedAt" timestamptz(3),
  "expiresAt" timestamptz(3) NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "updatedAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "signedAt" timestamptz(3),
  PRIMARY KEY (id)
);
ALTER TABLE "FormSession" ALTER draft SET STORAGE EXTERNAL;
CREATE INDEX "FormSession_companyId_idx" ON "FormSession" ("companyId");
CREATE INDEX "FormSession_expiresAt_idx" ON "FormSession" ("expiresAt");
CREATE INDEX "FormSession_linkId_idx" ON "FormSession" ("linkId");
CREATE INDEX "FormSession_untouched_covering"
  ON "FormSession" ("createdAt") WHERE (("submittedAt" IS NULL) AND (draft IS NULL));

CREATE TABLE "FormSubmission" (
  id text NOT NULL,
  "companyId" text NOT NULL,
  "linkId" text NOT NULL,
  "submittedById" text,
  "submittedBy" text DEFAULT '' NOT NULL,
  "legalName" text DEFAULT '' NOT NULL,
  "dbaName" text DEFAULT '' NOT NULL,
  "taxIdHash" text,
  "ssnHashes" text[] DEFAULT ARRAY[]::text[],
  "formData" bytea NOT NULL,
  signatures bytea,
  "valuesDigest" bytea NOT NULL,
  "authorizationText" text DEFAULT '' NOT NULL,
  disclaimer text DEFAULT '' NOT NULL,
  "clientIp" text DEFAULT '' NOT NULL,
  "userAgent" text DEFAULT '' NOT NULL,
  "pdfState" "PdfState" DEFAULT 'pending' NOT NULL,
  "pdfFile" text,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "searchNames" text GENERATED ALWAYS AS (lower((("legalName" || '
'::text) || "dbaName"))) STORED NOT NULL,
  "searchUser" text GENERATED ALWAYS AS (lower("submittedBy")) STORED NOT NULL,
  "keepUntil" timestamptz(3),
  "legalHoldAt" timestamptz(3),
  "legalHoldBy" text,
  "legalHoldReason" text,
  "pdfFailure" "PdfFailure",
  state text,
  "advanceAmount" text,
  sales text,
  language text DEFAULT 'en' NOT NULL,
  signing bytea,
  "awaitsSignatureUntil" timestamptz(3),
  PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.02',
    autovacuum_analyze_scale_factor='0.02');
ALTER TABLE "FormSubmission" ALTER "formData" SET STORAGE EXTERNAL, ALTER signatures SET STORAGE EXTERNAL,
    ALTER signing SET STORAGE EXTERNAL;
CREATE INDEX "FormSubmission_all_covering"
  ON "FormSubmission" ("createdAt", id) INCLUDE ("companyId", "searchNames", "searchUser", "submittedBy");
CREATE INDEX "FormSubmission_company_covering"
  ON "FormSubmission" ("companyId", "createdAt", id) INCLUDE ("searchNames", "searchUser", "submittedBy");
CREATE INDEX "FormSubmission_held_covering"
  ON "FormSubmission" ("companyId", "createdAt", id) INCLUDE ("searchNames", "searchUser",
    "submittedBy") WHERE ("legalHoldAt" IS NOT NULL);
CREATE INDEX "FormSubmission_linkId_idx" ON "FormSubmission" ("linkId");
CREATE INDEX "FormSubmission_shared_hashes_idx"
  ON "FormSubmission" (id) WHERE (SUBSTRING("valuesDigest" FROM 1 FOR 1) = '\x01'::bytea);
CREATE INDEX "FormSubmission_ssnHash1_idx" ON "FormSubmission" (("ssnHashes"[1]));
CREATE INDEX "FormSubmission_ssnHash2_idx" ON "FormSubmission" (("ssnHashes"[2])) WHERE ("ssnHashes"[2] IS NOT NULL);
CREATE INDEX "FormSubmission_submittedById_idx" ON "FormSubmission" ("submittedById");
CREATE INDEX "FormSubmission_taxIdHash_idx" ON "FormSubmission" ("taxIdHash");
CREATE INDEX "FormSubmission_unfilled_idx" ON "FormSubmission" (id) WHERE (state IS NULL);

CREATE TABLE "GeneratedLink" (
  id text NOT NULL,
  slug text NOT NULL,
  "companyId" text NOT NULL,
  "userId" text,
  "userName" text DEFAULT '' NOT NULL,
  "userEmail" text DEFAULT '' NOT NULL,
  "closedAt" timestamptz(3),
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "teamId" text,
  PRIMARY KEY (id)
);
CREATE INDEX "GeneratedLink_companyId_createdAt_idx" ON "GeneratedLink" ("companyId", "createdAt" DESC);
CREATE UNIQUE INDEX "GeneratedLink_slug_key" ON "GeneratedLink" (slug);
CREATE INDEX "GeneratedLink_teamId_idx" ON "GeneratedLink" ("teamId");
CREATE INDEX "GeneratedLink_userId_idx" ON "GeneratedLink" ("userId");

CREATE TABLE "IdempotentCall" (
  id text NOT NULL,
  "userId" text NOT NULL,
  attempt text NOT NULL,
  digest bytea NOT NULL,
  made text,
  answer bytea,
  "lockedUntil" timestamptz(3) NOT NULL,
  "expiresAt" timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
ALTER TABLE "IdempotentCall" ALTER answer SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX "IdempotentCall_attempt_key" ON "IdempotentCall" (attempt);
CREATE INDEX "IdempotentCall_expiresAt_idx" ON "IdempotentCall" ("expiresAt");
CREATE INDEX "IdempotentCall_made_idx" ON "IdempotentCall" (made);
CREATE INDEX "IdempotentCall_userId_idx" ON "IdempotentCall" ("userId");

CREATE TABLE "Installation" (
  id text NOT NULL,
  "adoptedAt" timestamptz(3),
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "Installation_only_one" ON "Installation" ((true));

CREATE TABLE "KeyCheck" (
  "keyId" text NOT NULL,
  sealed bytea NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  state "KeyState" DEFAULT 'current' NOT NULL,
  "hashKeys" bytea NOT NULL,
  PRIMARY KEY ("keyId")
);
CREATE UNIQUE INDEX "KeyCheck_state_key" ON "KeyCheck" (state);

CREATE TABLE "KnownDevice" (
  id text NOT NULL,
  "userId" text NOT NULL,
  "usedAt" timestamptz(3),
  "expiresAt" timestamptz(3) NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "KnownDevice_expiresAt_idx" ON "KnownDevice" ("expiresAt");
CREATE INDEX "KnownDevice_userId_idx" ON "KnownDevice" ("userId");

CREATE TABLE "LoginSession" (
  id text NOT NULL,
  "userId" text NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "lastSeenAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "expiresAt" timestamptz(3) NOT NULL,
  ip text DEFAULT '' NOT NULL,
  "userAgent" text DEFAULT '' NOT NULL,
  "confirmedAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  sso boolean DEFAULT false NOT NULL,
  "ssoRefresh" bytea,
  "ssoRenewAt" timestamptz(3),
  "ssoVersion" text,
  PRIMARY KEY (id)
);
CREATE INDEX "LoginSession_expiresAt_idx" ON "LoginSession" ("expiresAt");
CREATE INDEX "LoginSession_ssoRenewAt_idx" ON "LoginSession" ("ssoRenewAt");
CREATE INDEX "LoginSession_userId_idx" ON "LoginSession" ("userId");

CREATE TABLE "PasswordReset" (
  id text NOT NULL,
  "userId" text NOT NULL,
  "expiresAt" timestamptz(3) NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "boundTo" bytea NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "PasswordReset_expiresAt_idx" ON "PasswordReset" ("expiresAt");
CREATE INDEX "PasswordReset_userId_idx" ON "PasswordReset" ("userId");

CREATE TABLE "Registration" (
  id text NOT NULL,
  "companyId" text NOT NULL,
  number bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  digest bytea NOT NULL,
  merchant bytea,
  until timestamptz(3),
  "holderId" text,
  mac bytea NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "Registration_at_idx" ON "Registration" (at);
CREATE UNIQUE INDEX "Registration_companyId_number_key" ON "Registration" ("companyId", number);
CREATE INDEX "Registration_holderId_idx" ON "Registration" ("holderId");
CREATE INDEX "Registration_merchant_idx" ON "Registration" USING hash (merchant);

CREATE TABLE "RetiredKey" (
  "keyId" text NOT NULL,
  "retiredAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "removedAt" timestamptz(3),
  PRIMARY KEY ("keyId")
);

CREATE TABLE "Role" (
  id text NOT NULL,
  name text NOT NULL,
  "userType" "UserType" DEFAULT 'user' NOT NULL,
  permissions text[] DEFAULT ARRAY[]::text[],
  "isStatic" boolean DEFAULT false NOT NULL,
  "companyId" text,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "Role_companyId_createdAt_idx" ON "Role" ("companyId", "createdAt" DESC);
CREATE INDEX "Role_createdAt_id_idx" ON "Role" ("createdAt" DESC, id DESC);
CREATE INDEX "Role_name_id_companyId_idx" ON "Role" (name, id, "companyId");

CREATE TABLE "SavedView" (
  id text NOT NULL,
  "companyId" text,
  "ownerId" text NOT NULL,
  name text NOT NULL,
  shared boolean DEFAULT false NOT NULL,
  query jsonb NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "makerLostAt" timestamptz(3),
  PRIMARY KEY (id)
);
CREATE INDEX "SavedView_companyId_idx" ON "SavedView" ("companyId");
CREATE UNIQUE INDEX "SavedView_ownerId_name_key" ON "SavedView" ("ownerId", name);

CREATE TABLE "SignInAttempt" (
  id text NOT NULL,
  "companyId" text NOT NULL,
  "expiresAt" timestamptz(3) NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "SignInAttempt_companyId_idx" ON "SignInAttempt" ("companyId");
CREATE INDEX "SignInAttempt_expiresAt_idx" ON "SignInAttempt" ("expiresAt");

CREATE TABLE "SubmissionAddition" (
  id text NOT NULL,
  "submissionId" text NOT NULL,
  "companyId" text NOT NULL,
  kind "SubmissionAdditionKind" NOT NULL,
  data bytea NOT NULL,
  digest bytea NOT NULL,
  "clientIp" text DEFAULT '' NOT NULL,
  "userAgent" text DEFAULT '' NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (id)
);
ALTER TABLE "SubmissionAddition" ALTER data SET STORAGE EXTERNAL;
CREATE INDEX "SubmissionAddition_companyId_idx" ON "SubmissionAddition" ("companyId");
CREATE UNIQUE INDEX "SubmissionAddition_signature_key"
  ON "SubmissionAddition" ("submissionId") WHERE (kind = 'signature');
CREATE INDEX "SubmissionAddition_submissionId_idx" ON "SubmissionAddition" ("submissionId");

CREATE TABLE "SubmissionCount" (
  id bigserial NOT NULL,
  "companyId" text,
  "companyKey" text GENERATED ALWAYS AS (COALESCE("companyId", ''::text)) STORED NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "SubmissionCount_all_days_idx" ON "SubmissionCount" ("companyKey") WHERE (day = '-infinity'::date);
CREATE INDEX "SubmissionCount_companyKey_day_idx" ON "SubmissionCount" ("companyKey", day);

CREATE TABLE "SubmissionNote" (
  id text NOT NULL,
  "submissionId" text NOT NULL,
  "companyId" text NOT NULL,
  "authorId" text NOT NULL,
  "authorName" text NOT NULL,
  text bytea NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "SubmissionNote_companyId_idx" ON "SubmissionNote" ("companyId");
CREATE INDEX "SubmissionNote_submissionId_id_idx" ON "SubmissionNote" ("submissionId", id);

CREATE TABLE "SubmissionOwner" (
  id text NOT NULL,
  "companyId" text NOT NULL,
  hashes bigint[],
  PRIMARY KEY (id)
);
CREATE INDEX "SubmissionOwner_hashes"
  ON "SubmissionOwner" USING gin (COALESCE(hashes, '{0}'::bigint[])) WITH (gin_pending_list_limit='1024');

CREATE TABLE "SubmissionPresence" (
  "submissionId" text NOT NULL,
  "userId" text NOT NULL,
  "companyId" text NOT NULL,
  name text NOT NULL,
  "isProvider" boolean NOT NULL,
  "seenAt" timestamptz(3) NOT NULL,
  PRIMARY KEY ("submissionId", "userId")
);
CREATE INDEX "SubmissionPresence_companyId_idx" ON "SubmissionPresence" ("companyId");
CREATE INDEX "SubmissionPresence_userId_idx" ON "SubmissionPresence" ("userId");

CREATE TABLE "SubmissionRequest" (
  id text NOT NULL,
  "submissionId" text NOT NULL,
  "companyId" text NOT NULL,
  state "SubmissionRequestState" DEFAULT 'open' NOT NULL,
  data bytea NOT NULL,
  "askedBy" text DEFAULT '' NOT NULL,
  reminders boolean DEFAULT true NOT NULL,
  "expiresAt" timestamptz(3) NOT NULL,
  "endedAt" timestamptz(3),
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  mailed boolean,
  PRIMARY KEY (id)
);
ALTER TABLE "SubmissionRequest" ALTER data SET STORAGE EXTERNAL;
CREATE INDEX "SubmissionRequest_companyId_idx" ON "SubmissionRequest" ("companyId");
CREATE UNIQUE INDEX "SubmissionRequest_open_key" ON "SubmissionRequest" ("submissionId") WHERE (state = 'open');
CREATE INDEX "SubmissionRequest_submissionId_idx" ON "SubmissionRequest" ("submissionId");

CREATE TABLE "SubmissionSearch" (
  id text NOT NULL,
  "companyId" text NOT NULL,
  "createdAt" timestamptz(3) NOT NULL,
  "submittedBy" text NOT NULL,
  "searchNames" text NOT NULL,
  reference text GENERATED ALWAYS AS ("right"(id, 8)) STORED NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "SubmissionSearch_reference_idx" ON "SubmissionSearch" (reference);

CREATE TABLE "Team" (
  id text NOT NULL,
  name text NOT NULL,
  "leaderId" text,
  "companyId" text,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "Team_companyId_createdAt_idx" ON "Team" ("companyId", "createdAt" DESC);
CREATE INDEX "Team_leaderId_idx" ON "Team" ("leaderId");

CREATE TABLE "TeamMember" (
  "teamId" text NOT NULL,
  "userId" text NOT NULL,
  "assignedAt" timestamptz(3),
  PRIMARY KEY ("teamId", "userId")
);
CREATE INDEX "TeamMember_userId_idx" ON "TeamMember" ("userId");

CREATE TABLE "ThrottleBucket" (
  key text NOT NULL,
  count integer NOT NULL,
  "expiresAt" timestamptz(3) NOT NULL,
  PRIMARY KEY (key)
);
CREATE INDEX "ThrottleBucket_expiresAt_idx" ON "ThrottleBucket" ("expiresAt");

CREATE TABLE "UploadUse" (
  key text NOT NULL,
  slot timestamptz(3) NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (key, slot)
);
CREATE INDEX "UploadUse_slot_idx" ON "UploadUse" (slot);

CREATE TABLE "User" (
  id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  "emailKey" text NOT NULL,
  "passwordHash" text NOT NULL,
  "isAdmin" boolean DEFAULT false NOT NULL,
  active boolean DEFAULT true NOT NULL,
  slug text,
  "roleId" text,
  "companyId" text,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL,
  "passwordSetByOther" boolean DEFAULT false NOT NULL,
  "lastSignInAt" timestamptz(3),
  "submissionMail" "SubmissionMail" DEFAULT 'off' NOT NULL,
  "submissionMailAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "ssoSubject" text,
  PRIMARY KEY (id)
);
CREATE INDEX "User_companyId_createdAt_idx" ON "User" ("companyId", "createdAt" DESC);
CREATE UNIQUE INDEX "User_companyId_ssoSubject_key" ON "User" ("companyId", "ssoSubject");
CREATE INDEX "User_createdAt_id_idx" ON "User" ("createdAt" DESC, id DESC);
CREATE UNIQUE INDEX "User_emailKey_key" ON "User" ("emailKey");
CREATE INDEX "User_name_id_companyId_active_idx" ON "User" (name, id, "companyId", active);
CREATE INDEX "User_roleId_idx" ON "User" ("roleId");

CREATE TABLE "UserOtp" (
  "userId" text NOT NULL,
  secret bytea NOT NULL,
  "confirmedAt" timestamptz(3),
  "lastStep" integer DEFAULT 0 NOT NULL,
  "recoveryHashes" text[] DEFAULT ARRAY[]::text[],
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY ("userId")
);

CREATE TABLE "Webhook" (
  id text NOT NULL,
  "companyId" text,
  url text NOT NULL,
  events text[],
  secret bytea NOT NULL,
  "previousUntil" timestamptz(3),
  "stoppedAt" timestamptz(3),
  "createdById" text,
  "createdBy" text DEFAULT '' NOT NULL,
  "createdAt" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL,
  "makerLostAt" timestamptz(3),
  PRIMARY KEY (id)
);
CREATE INDEX "Webhook_companyId_idx" ON "Webhook" ("companyId");

ALTER TABLE "ApiKey" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ApiKey" ADD FOREIGN KEY ("createdById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ApplicantLink" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "ApplicantLink" ADD FOREIGN KEY ("formSessionId") REFERENCES "FormSession"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Company" ADD FOREIGN KEY ("leadId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "DeskFigure" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Document" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Document" ADD FOREIGN KEY ("formSessionId") REFERENCES "FormSession"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Document" ADD FOREIGN KEY ("uploadedById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "FormSession" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "FormSession" ADD FOREIGN KEY ("linkId") REFERENCES "GeneratedLink"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "FormSubmission" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "FormSubmission" ADD FOREIGN KEY (id) REFERENCES "FormSession"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "FormSubmission" ADD FOREIGN KEY ("linkId") REFERENCES "GeneratedLink"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "FormSubmission" ADD FOREIGN KEY ("submittedById") REFERENCES "User"(id)
  ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "GeneratedLink" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "GeneratedLink" ADD FOREIGN KEY ("teamId") REFERENCES "Team"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "GeneratedLink" ADD FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "IdempotentCall" ADD FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "KnownDevice" ADD FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "LoginSession" ADD FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "PasswordReset" ADD FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Role" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SavedView" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SavedView" ADD FOREIGN KEY ("ownerId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SignInAttempt" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionAddition" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "SubmissionAddition" ADD FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionCount" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY (id) REFERENCES "FormSubmission"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY ("linkId") REFERENCES "GeneratedLink"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY ("ownerId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "SubmissionDesk" ADD FOREIGN KEY ("teamId") REFERENCES "Team"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "SubmissionNote" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "SubmissionNote" ADD FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionOwner" ADD FOREIGN KEY (id) REFERENCES "FormSubmission"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionPresence" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionPresence" ADD FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionPresence" ADD FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SubmissionRequest" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id)
  ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "SubmissionRequest" ADD FOREIGN KEY ("submissionId") REFERENCES "FormSubmission"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "TeamMember" ADD FOREIGN KEY ("teamId") REFERENCES "Team"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "TeamMember" ADD FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Team" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Team" ADD FOREIGN KEY ("leaderId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "UserOtp" ADD FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "User" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "User" ADD FOREIGN KEY ("roleId") REFERENCES "Role"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "WebhookDelivery" ADD FOREIGN KEY ("eventId") REFERENCES "Event"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "WebhookDelivery" ADD FOREIGN KEY ("webhookId") REFERENCES "Webhook"(id)
  ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Webhook" ADD FOREIGN KEY ("companyId") REFERENCES "Company"(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Without pg_trgm, searches compare rows one by one. New trigrams wait in a list that every search reads, so it is kept
-- short; indexing each row at once takes three times as long.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "SubmissionSearch_trigrams" ON "SubmissionSearch"
    USING gin (COALESCE("searchNames", '') gin_trgm_ops, COALESCE(lower("submittedBy"), '') gin_trgm_ops)
    WITH (gin_pending_list_limit = 1024);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE WARNING 'Searches are slower without the extension pg_trgm: %', SQLERRM;
END $$;
