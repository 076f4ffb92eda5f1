import { AUDIT_ACTIONS, eventLabels, isEventName, type AuditAction } from '../events.ts'
import { getOwn } from '../get-own.ts'
import { isRecord } from '../json.ts'
import { isPdfFailure } from '../pdf-failure.ts'
import { withReason } from './pdf-failure.ts'

export function auditSentence(act: string, detail: unknown): string {
  if (!isEventName(act)) return act
  const { label, flagged } = eventLabels(act)
  if (isRecord(detail) && isPdfFailure(detail.failure)) return withReason(label, detail.failure)
  return flagged && isRecord(detail) && getOwn(detail, flagged.flag) === true ? flagged.label : label
}

export const AUDIT_SENTENCES: readonly { act: AuditAction; sentence: string }[] = AUDIT_ACTIONS.map(
  (act) => ({
    act,
    sentence: eventLabels(act).label,
  }),
).sort((one, other) => one.sentence.localeCompare(other.sentence, 'en'))

export function findActionsByText(text: string): AuditAction[] {
  const wanted = text.toLowerCase()
  return AUDIT_ACTIONS.filter((act) => {
    const { label, flagged } = eventLabels(act)
    return [label, flagged?.label ?? ''].some((sentence) => sentence.toLowerCase().includes(wanted))
  })
}
