import { STATEMENT_TYPE } from '#domain/files'
import type { Tx } from '../platform/database/db.ts'
import { addJob } from '../platform/queue/add-job.ts'

/** Queues the bank statements of a submission that have not been read. @param again a document to read once more */
export async function queueStatements(tx: Tx, submissionId: string, again: string | null = null) {
  const waiting = await tx.$executeRaw`
    INSERT INTO "StatementReading" ("documentId", "submissionId", "companyId")
    SELECT d."id", s."id", s."companyId" FROM "Document" d JOIN "FormSubmission" s ON s."id" = d."formSessionId"
    WHERE s."id" = ${submissionId} AND d."documentType" = ${STATEMENT_TYPE}
      AND NOT EXISTS (SELECT FROM "Document" u WHERE u."unlockedFrom" = d."id")
    ON CONFLICT ("documentId") DO UPDATE SET "state" = 'reading', "readAt" = NULL
      WHERE "StatementReading"."documentId" = ${again}`
  if (waiting > 0) await addJob(tx, 'read-statements', { id: submissionId })
}
