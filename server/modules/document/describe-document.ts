import { withActor, withSystem } from '../../auth/actor.ts'
import { AppError } from '../../errors.ts'
import { addJob } from '../../queue/add-job.ts'
import type { Services } from '../../services.ts'
import { recordAuditIn } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import type { Described, DescribeInput } from './document.schema.ts'

/** Staff don't write applicants' rows, so the system changes the one that they may see. */
export async function describeDocument(
  { db }: Services,
  { actor, ip }: AuditActor,
  { id, documentType, statementMonth }: DescribeInput,
): Promise<Described> {
  const found = await withActor(db, actor, (tx) =>
    tx.document.findUnique({
      where: { id },
      select: { companyId: true, formSession: { select: { id: true, submittedAt: true } } },
    }),
  )
  if (!found?.formSession?.submittedAt) throw new AppError('not_found')
  const { companyId, formSession } = found
  const data = { documentType, statementMonth, suggested: false }
  await withSystem(db, 'document', async (tx) => {
    const { count } = await tx.document.updateMany({ where: { id, companyId }, data })
    if (count === 0) throw new AppError('not_found')
    await recordAuditIn(tx, {
      companyId,
      actor,
      act: 'document-described',
      objectType: 'document',
      objectId: id,
      ip,
      detail: { submission: formSession.id, documentType, statementMonth },
    })
    await addJob(tx, 'register-submission', { id: formSession.id })
  })
  return { id, ...data }
}
