import { getOwn } from '../get-own.ts'
import { isRecord } from '../json.ts'
import { monthName } from '../month-name.ts'
import type { TimelineKind } from '../events.ts'
import { auditSentence } from './audit.ts'

export const TIMELINE_KIND_NAMES: Readonly<Record<TimelineKind, string>> = {
  note: 'Notes',
  status: 'Status',
  assignment: 'Assignment',
  task: 'Tasks',
  request: 'Requests',
  correction: 'Corrections and signatures',
  document: 'Documents',
  mail: 'Mails',
  funder: 'Funders',
  read: 'Reads',
  download: 'Downloads',
  other: 'Other',
}

const MAILS: Readonly<Record<string, string>> = {
  request: 'Asked the applicant for missing items by mail',
  reminder: 'Reminded the applicant of missing items by mail',
  mention: 'Told a mentioned colleague by mail',
  receipt: 'Mailed the applicant a receipt',
  decision: 'Told the applicant of the decision by mail',
  answered: 'Told the desk by mail of what the applicant sent',
}

const LINKS: Readonly<Record<string, string>> = {
  receipt: 'the applicant’s receipt',
  status: 'the applicant’s receipt mail',
  request: 'a request for missing items',
  signature: 'the second signer',
  move: 'a draft that moves to another device',
}

const OWN_FILES: Readonly<Record<string, string>> = {
  application: 'the application',
  'cash-flow': 'the cash flow',
  all: 'all files',
}

const ANSWERS: Readonly<Record<string, string>> = {
  offer: 'Made an offer',
  decline: 'Declined',
  ask: 'Asked for more',
}

/** Names by key: the company's of its statuses and reasons, the form's of its fields. */
export type TimelineNames = Record<'status' | 'reason' | 'field' | 'documentType', (key: string) => string>

const text = (detail: Record<string, unknown>, key: string): string => {
  const value = getOwn(detail, key)
  return typeof value === 'string' ? value : ''
}

const SENTENCES: Readonly<
  Record<string, (detail: Record<string, unknown>, names: TimelineNames) => string | undefined>
> = {
  'submission-status-changed': (detail, names) => {
    const [to, reason] = [text(detail, 'to'), text(detail, 'reason')]
    const from = names.status(text(detail, 'from'))
    return `Moved from ${from} to ${names.status(to)}${reason === '' ? '' : `: ${names.reason(reason)}`}`
  },
  'submission-owner-changed': (detail) => {
    const to = [text(detail, 'owner'), text(detail, 'team')].filter((name) => name !== '')
    return to.length === 0 ? 'Took the owner away' : `Assigned to ${to.join(', ')}`
  },
  'task-created': (detail) => `Added a task for ${text(detail, 'owner')}`,
  'submission-read-by-link': (detail) => {
    const link = getOwn(LINKS, text(detail, 'link'))
    const act = getOwn(detail, 'download') === true ? 'Downloaded a copy' : 'Read the application'
    return link && `${act} by the link of ${link}`
  },
  'submission-mailed': (detail) => getOwn(MAILS, text(detail, 'about')),
  'package-sent': (detail) => `Sent the file to ${text(detail, 'name')}`,
  'package-opened': () => 'Opened the package',
  'package-document-viewed': (detail) =>
    `${getOwn(detail, 'download') === true ? 'Downloaded' : 'Viewed'} ${getOwn(OWN_FILES, text(detail, 'document')) ?? 'a file of the package'}`,
  'package-answered': (detail) => getOwn(ANSWERS, text(detail, 'kind')),
  'package-withdrawn': (detail) => `Withdrew the package to ${text(detail, 'name')}`,
  'package-resent': (detail) => `Sent the link again to ${text(detail, 'name')}`,
  'submission-corrected': (detail, names) =>
    `Corrected ${names.field(text(detail, 'field'))} and signed the change`,
  'offer-received': (detail) => `Offer of ${text(detail, 'name')}: ${text(detail, 'terms')}`,
  'offer-declined': (detail) => `${text(detail, 'name')} declined`,
  'offer-updated': (detail) => `Changed the offer of ${text(detail, 'name')}`,
  'offer-wanted': (detail) => `Wants the offer of ${text(detail, 'name')}`,
  'offer-chosen': (detail) => `Chose the offer of ${text(detail, 'name')}`,
  'document-described': (detail, names) => {
    const month = text(detail, 'statementMonth')
    const type = names.documentType(text(detail, 'documentType'))
    return `Filed as ${type}${month === '' ? '' : ` of ${monthName(month, 'en-US')}`}`
  },
}

export const timelineSentence = (act: string, detail: unknown, names: TimelineNames): string =>
  (isRecord(detail) ? getOwn(SENTENCES, act)?.(detail, names) : undefined) ?? auditSentence(act, detail)
