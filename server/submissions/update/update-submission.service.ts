import { isDeepStrictEqual } from 'node:util'
import { getOwn } from '#domain/get-own'
import { parseJson } from '#domain/json'
import { serverMessages } from '#domain/messages/server'
import type { AuditActor } from '../../events/record-event.ts'
import { recordChange } from '../../events/audit/record-change.ts'
import { changeDesk, findDesk } from '../../desk/change-desk.ts'
import { checkFresh, checkReadOnly } from '../../entities/record-as-read.ts'
import { freeExternalId } from '../../form-sessions/external-id.ts'
import { lockDesk, lockRow } from '../../platform/database/lock-row.ts'
import type { Services } from '../../services.ts'
import { readOrNull, sessionKey } from '../accept/sealed-submission.ts'
import { openTold, sealTold, toldSelect } from '../create/told.ts'
import { revealSubmission } from '../submission.service.ts'
import { submissionRecord, type SubmissionRecord } from '../submission.schema.ts'
import { readOnly, type UpdateInput } from './update.schema.ts'

/** Sets `externalId` and `metadata`; other fields have calls of their own. */
export async function updateSubmission(
  services: Services,
  by: AuditActor,
  { id, externalId, metadata, updatedAt, ...sent }: UpdateInput,
): Promise<SubmissionRecord> {
  const read = () => revealSubmission(services, by, id)
  const asSent = async () => submissionRecord.parse(parseJson(JSON.stringify(await read())))
  await checkReadOnly(readOnly, { ...sent, updatedAt }, asSent, toSentence)
  const { companyId } = await services.db.as(by.actor).write((tx) => findDesk(tx, id))
  // Tenants can't write form sessions.
  await services.db.system('public-form').write(async (tx) => {
    // Only those who reach all of the company's submissions take it from a colleague's draft.
    if (externalId && by.actor.scope === 'company') await freeExternalId(tx, companyId, externalId)
    await lockRow(tx, 'FormSession', id)
    await lockDesk(tx, id)
    const desk = await findDesk(tx, id)
    checkFresh(desk, updatedAt)
    const formSession = await tx.formSession.findUniqueOrThrow({ where: { id }, select: toldSelect })
    const row = { id, companyId: desk.companyId, formSession }
    const stored = readOrNull(services, id, () => openTold(services.keys, row))?.metadata
    const isNamed = externalId !== undefined && externalId !== desk.externalId
    const isDescribed = metadata !== undefined && !isDeepStrictEqual(metadata, stored)
    if (!isNamed && !isDescribed) return
    const sealed = isDescribed && sealTold(sessionKey(services.keys, row), row, 'metadata', metadata)
    await tx.formSession.update({
      where: { id },
      data: { ...(isNamed && { externalId }), ...(sealed && { metadata: sealed }) },
      select: { id: true },
    })
    await changeDesk(tx, id, desk.updatedAt, { ...(isNamed && { externalId }), updatedAt: new Date() })
    // The log outlives the submission, and other systems may use an applicant's address as their id.
    const before = { externalId: null, metadata: null }
    const after = {
      ...before,
      ...(isNamed && { externalId: 'changed' }),
      ...(isDescribed && { metadata: 'changed' }),
    }
    await recordChange(tx, by, 'submission-updated', desk, before, after)
  })
  return read()
}

// prettier-ignore
const CALLS = { status: 'status', statusKey: 'status', reason: 'status', owner: 'owner', team: 'owner', onHold: 'hold', legalHold: 'hold' }
const toSentence = (field: string): string => {
  const call = getOwn<string>(CALLS, field)
  return call
    ? serverMessages.readOnlyBut(field, `PUT /form/submissions/{id}/${call}`)
    : serverMessages.readOnly(field)
}
