import { withActor, type Actor } from '../../auth/actor.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { holdSelect, toLegalHold } from '../retention/hold.service.ts'
import type { SubmissionView } from './submission.schema.ts'
import { openedSelect, toMaskedRow } from './submission-row.ts'

export async function viewSubmission(
  services: Services,
  actor: Actor,
  id: string,
  ip: string,
): Promise<SubmissionView> {
  const row = await withActor(services.db, actor, (tx) =>
    tx.formSubmission.findUnique({
      where: { id },
      select: { ...openedSelect, ...holdSelect, link: { select: { id: true, slug: true } } },
    }),
  )
  if (!row) throw new AppError('not_found')
  await recordAudit(services, {
    companyId: row.companyId,
    actor,
    act: 'submission-viewed',
    objectType: 'submission',
    objectId: row.id,
    ip,
  })
  return { ...toMaskedRow(services, row), generatedLink: row.link, legalHold: toLegalHold(row) }
}
