/** Three documents for each submission; the events that 30 days leave of two years. */
export const HISTORY = {
  documents: `INSERT INTO "Document" ("id", "companyId", "formSessionId", "originalFilename", "documentType", "fileType", "fileSize", "storedAs", "createdAt")
   SELECT gen_random_uuid(), "companyId", "id", 'statement-' || file || '.pdf', 'bank-statement', 'application/pdf', 180000,
     gen_random_uuid(), "createdAt"
   FROM "FormSubmission", generate_series(1, 3) AS file`,
  events: `INSERT INTO "Event" ("position", "companyId", "type", "submissionId", "at")
   SELECT row_number() OVER (), "companyId", "type", "id", now() - random() * interval '29 days'
   FROM "FormSubmission", unnest(ARRAY['submission.created', 'pdf.ready', 'submission.updated', 'submission.status_changed']) AS "type"
   WHERE "createdAt" > (SELECT max("createdAt") FROM "FormSubmission") - interval '30 days'`,
}

/** Four sealed audit entries for each submission. */
export const OF_AUDIT = {
  'audit entries': `INSERT INTO "AuditEntry" ("at", "companyId", "actorId", "actorName", "act", "objectType", "objectId", "ip")
   SELECT desk."createdAt" + step * interval '7 hours', desk."companyId", desk."ownerId", desk."ownerName",
     (ARRAY['submit', 'view', 'change-status', 'download'])[step], 'submission', desk."id", '192.0.2.1'
   FROM "SubmissionDesk" AS desk, generate_series(1, 4) AS step ORDER BY 1`,
  // The MACs are not the chain's; a bench does not verify them.
  'their seals': `INSERT INTO "AuditSeal" ("number", "entryId", "companyId", "seq", "sealedAt", "mac")
   SELECT row_number() OVER (ORDER BY entry."id"), entry."id", coalesce(entry."companyId", ''),
     row_number() OVER (PARTITION BY coalesce(entry."companyId", '') ORDER BY entry."id"), entry."at",
     sha256(entry."id"::text::bytea)
   FROM "AuditEntry" AS entry WHERE NOT EXISTS (SELECT FROM "AuditSeal")`,
}
