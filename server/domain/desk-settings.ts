import { isRecord } from './json.ts'
import { DEFAULT_REASONS, STATUS_NAMES } from './messages/desk.ts'
import { canMove, SUBMISSION_STATUSES, type EndedStatus, type SubmissionStatus } from './submission-status.ts'

/** `key` of one of the eight is its own name; a company's own key begins with `own_`. */
export type CompanyStatus = { key: string; name: string; status: SubmissionStatus; retired: boolean }
/** `asksText`: moving for this reason takes a text. */
export type CompanyReason = { key: string; name: string; retired: boolean; asksText: boolean }

/** In the company's order. */
export type DeskSettings = { statuses: CompanyStatus[]; reasons: Record<EndedStatus, CompanyReason[]> }

/** Arrivals and requests for missing items need these. */
export const STAYING_STATUSES: readonly string[] = ['new', 'in_review', 'documents_needed']

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isStatus = (value: unknown): value is SubmissionStatus =>
  SUBMISSION_STATUSES.some((status) => status === value)

/** The stored list without broken entries, then those of the default list that it lacks. */
function readList<Entry extends { key: string }>(
  stored: unknown,
  read: (entry: Record<string, unknown>) => Entry | null,
  defaults: readonly Entry[],
): Entry[] {
  const given = Array.isArray(stored)
    ? stored.flatMap((entry: unknown) => (isRecord(entry) ? (read(entry) ?? []) : []))
    : []
  const entries = new Map([...given, ...defaults].map(({ key }) => [key, null as Entry | null]))
  for (const entry of [...defaults, ...given]) entries.set(entry.key, entry)
  return [...entries.values()].filter((entry) => entry !== null)
}

function readStatus({ key, name, status, retired }: Record<string, unknown>): CompanyStatus | null {
  if (!isText(key) || !isText(name)) return null
  const of = isStatus(key) ? key : status
  if (!isStatus(of)) return null
  return { key, name, status: of, retired: retired === true && !STAYING_STATUSES.includes(key) }
}

const readReason = ({ key, name, retired, asksText }: Record<string, unknown>): CompanyReason | null =>
  isText(key) && isText(name) ? { key, name, retired: retired === true, asksText: asksText === true } : null

const statuses = SUBMISSION_STATUSES.map((status) => ({
  key: status,
  name: STATUS_NAMES[status],
  status,
  retired: false,
}))

const toReasons = (names: Readonly<Record<string, string>>): CompanyReason[] =>
  Object.entries(names).map(([key, name]) => ({ key, name, retired: false, asksText: false }))

export const DEFAULT_DESK_SETTINGS: DeskSettings = {
  statuses,
  reasons: {
    declined: toReasons(DEFAULT_REASONS.declined),
    withdrawn: toReasons(DEFAULT_REASONS.withdrawn),
  },
}

/** Adds defaults to stored settings; a broken entry counts as missing. */
export function parseDeskSettings(stored: unknown): DeskSettings {
  const given = isRecord(stored) ? stored : {}
  const reasons = isRecord(given.reasons) ? given.reasons : {}
  return {
    statuses: parseStatuses(stored),
    reasons: {
      declined: readList(reasons.declined, readReason, DEFAULT_DESK_SETTINGS.reasons.declined),
      withdrawn: readList(reasons.withdrawn, readReason, DEFAULT_DESK_SETTINGS.reasons.withdrawn),
    },
  }
}

/** The same, of the statuses alone. */
export const parseStatuses = (stored: unknown): CompanyStatus[] =>
  isRecord(stored) && stored.statuses !== undefined
    ? readList(stored.statuses, readStatus, statuses)
    : statuses

type Standing = { status: SubmissionStatus; statusKey: string }

/** A submission keeps a status that was removed; its name is then that of the eight. */
export const findStatus = (
  settings: Pick<DeskSettings, 'statuses'>,
  { status, statusKey }: Standing,
): CompanyStatus =>
  settings.statuses.find(({ key }) => key === statusKey) ?? {
    key: statusKey,
    name: STATUS_NAMES[status],
    status,
    retired: true,
  }

/** Statuses that belong to the same of the eight may be exchanged, except where that is final. */
export const companyMoves = ({ statuses }: DeskSettings, from: Standing): CompanyStatus[] =>
  statuses.filter(
    ({ key, status, retired }) =>
      !retired &&
      key !== from.statusKey &&
      (status === from.status ? status !== 'funded' : canMove(from.status, status)),
  )
