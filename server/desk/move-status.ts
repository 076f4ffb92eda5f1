import { canPerform } from '#domain/actions'
import { companyMoves, findStatus, parseDeskSettings, type CompanyReason } from '#domain/desk-settings'
import { deskServerMessages } from '#domain/messages/server-desk'
import { isDecision, isToldDecision, needsDecide, needsReason } from '#domain/submission-status'
import type { KeyRing } from '../platform/crypto/keys.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockDesk } from '../platform/database/lock-row.ts'
import { AppError, fieldError } from '../errors.ts'
import { addJob } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { recordEvents, type AuditActor, type EventRecord } from '../events/record-event.ts'
import { checkFresh } from '../entities/record-as-read.ts'
import { changeDesk, findDesk, toStanding } from './change-desk.ts'
import type { Standing, StatusInput } from './desk.schema.ts'
import { storeNote } from './notes.service.ts'

type Move = Pick<StatusInput, 'id' | 'status' | 'reason'> & {
  reasonText?: string | undefined
  /** seals `reasonText` */
  keys?: KeyRing
  /** without it, it is moved as it stands */
  updatedAt?: string
  canDecide?: boolean
}

const words = deskServerMessages
/** @param withKeys also what a program sends; people choose by the name */
const toNames = (entries: readonly { key: string; name: string }[], withKeys = true): string[] =>
  entries.map(({ key, name }) => (withKeys ? `${name} (${key})` : name))

export const setStatus = (
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  by: AuditActor,
  input: StatusInput,
) => {
  const canDecide = canPerform(by.actor, 'submission.decide')
  return db.as(by.actor).write((tx) => moveStatus(tx, by, { ...input, keys, canDecide }))
}

/** @throws AppError not_found, stale, invalid_input, forbidden to make or leave a decision without `canDecide` */
export async function moveStatus(
  tx: Tx,
  { actor, ip }: Pick<EventRecord, 'actor' | 'ip'>,
  { id, status: key, reason = null, reasonText = '', keys, updatedAt, canDecide = false }: Move,
): Promise<Standing> {
  await lockDesk(tx, id)
  const desk = await findDesk(tx, id)
  checkFresh(desk, updatedAt)
  const settings = parseDeskSettings(desk.deskSettings)
  const moves = companyMoves(settings, desk)
  const to = settings.statuses.find((status) => status.key === key)
  if (!to) throw fieldError('status', words.noStatus(toNames(moves)))
  if (to.retired) throw fieldError('status', words.retired(to.name, toNames(moves)))
  if (!moves.includes(to))
    throw fieldError(
      'status',
      words.notAllowed(findStatus(settings, desk).name, toNames(moves, actor?.apiKey != null)),
    )
  if (needsDecide(desk.status, to.status) && !canDecide) throw new AppError('forbidden', words.mayNotDecide)
  if (needsReason(to.status)) checkReason(settings.reasons[to.status], reason, reasonText)
  else if (reason !== null) throw fieldError('reason', words.noReason)
  else if (reasonText !== '') throw fieldError('reasonText', words.noReason)
  const author = reasonText && actor?.userId ? { userId: actor.userId, name: actor.name } : null
  const note = author && keys ? (await storeNote(tx, keys, author, { id, text: reasonText })).id : null

  const now = new Date()
  await changeDesk(tx, id, desk.updatedAt, {
    status: to.status,
    statusKey: key,
    statusAt: now,
    reason,
    reasonNoteId: note,
    ...(isDecision(to.status) && { decidedAt: desk.decidedAt ?? now }),
    ...(to.status === 'funded' && { fundedAt: now }),
  })
  const about = { companyId: desk.companyId, actor, ip, objectType: 'submission', objectId: id }
  const detail = { from: desk.statusKey, to: key, reason }
  const change = { ...detail, ...(note !== null && { note }) }
  const decided: EventRecord<'submission-decided'> = {
    ...about,
    act: 'submission-decided',
    detail: { decision: to.status, ...detail },
  }
  await recordEvents(tx, [
    { ...about, act: 'submission-status-changed', detail: change },
    ...(isDecision(to.status) ? [decided] : []),
  ])
  if (isToldDecision(to.status)) await addJob(tx, 'decision-mail', { id })
  return toStanding(await findDesk(tx, id))
}

function checkReason(reasons: readonly CompanyReason[], reason: string | null, text: string): void {
  const usable = reasons.filter(({ retired }) => !retired)
  const chosen = usable.find(({ key }) => key === reason)
  if (!chosen) throw fieldError('reason', words.reason(toNames(usable)))
  if (chosen.asksText && text === '') throw fieldError('reasonText', words.reasonText(chosen.name))
}
