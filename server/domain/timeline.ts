import type { AuditAction } from './audit-actions.ts'
import { isRecord } from './json.ts'

export const TIMELINE_KINDS = [
  'note', 'status', 'assignment', 'request', 'correction', 'document', 'mail', 'read', 'download', 'other',
] as const // prettier-ignore
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** Those of a submission's audit entries that its timeline shows; the others are in the audit log only. */
export const ACTIONS_OF_KIND: Readonly<Record<TimelineKind, readonly AuditAction[]>> = {
  note: ['submission-noted'],
  status: ['submission-status-changed'],
  assignment: ['submission-owner-changed'],
  request: [
    'submission-requested',
    'submission-request-answered',
    'submission-request-cancelled',
    'submission-link-copied',
  ],
  correction: ['submission-corrected', 'submission-signed'],
  document: ['document-added', 'document-described'],
  mail: ['submission-mailed', 'submission-notice-failed'],
  read: ['submission-viewed', 'submission-revealed'],
  download: ['documents-downloaded'],
  other: [
    'submission-held', 'submission-released', 'submission-links-ended', 'submission-registered',
    'submission-pdf-failed', 'refused',
  ], // prettier-ignore
}

/** A download if the entry's detail says so, else a read. */
export const OPENING_ACTIONS: readonly AuditAction[] = ['submission-pdf-downloaded', 'document-viewed']

export function timelineKind(act: string, detail: unknown): TimelineKind {
  if (OPENING_ACTIONS.some((each) => each === act))
    return isRecord(detail) && detail.download === true ? 'download' : 'read'
  return TIMELINE_KINDS.find((kind) => ACTIONS_OF_KIND[kind].some((each) => each === act)) ?? 'other'
}
