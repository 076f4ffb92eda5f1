import { randomBytes } from 'node:crypto'
import {
  parseDeskSettings,
  STAYING_STATUSES,
  type CompanyReason,
  type CompanyStatus,
  type DeskSettings,
} from '#domain/desk-settings'
import { LIMITS } from '#domain/limits'
import { deskServerMessages } from '#domain/messages/server-desk'
import type { EndedStatus } from '#domain/submission-status'
import { fieldError } from '../errors.ts'
import type { DeskSettingsInput } from './desk-settings.schema.ts'

const words = deskServerMessages.settings

type Sent = { key?: string | undefined; name: string; retired?: boolean | undefined }

/** Submissions refer to keys for ever, so no entry is removed. @throws AppError invalid_input */
export function deskSettingsToStore(
  { deskSettings: sent }: { deskSettings?: DeskSettingsInput | undefined },
  stored: { deskSettings: unknown },
): { deskSettings?: DeskSettings } {
  if (sent === undefined) return {}
  const { statuses, reasons } = parseDeskSettings(stored.deskSettings)
  const toReasons = (ended: EndedStatus): CompanyReason[] => {
    const list = sent.reasons?.[ended]
    if (list === undefined) return reasons[ended]
    const field = `deskSettings.reasons.${ended}`
    const all = toEntries(field, list, reasons[ended], ({ asksText = false, ...entry }) => ({
      ...entry,
      asksText,
    }))
    if (all.every(({ retired }) => retired)) throw fieldError(field, words.reasonNeeded)
    return all
  }
  return {
    deskSettings: {
      statuses: sent.statuses ? toStatuses(sent.statuses, statuses) : statuses,
      reasons: { declined: toReasons('declined'), withdrawn: toReasons('withdrawn') },
    },
  }
}

type SentStatuses = NonNullable<DeskSettingsInput['statuses']>
const STATUSES = 'deskSettings.statuses'

const toStatuses = (sent: SentStatuses, stored: readonly CompanyStatus[]): CompanyStatus[] =>
  toEntries(STATUSES, sent, stored, ({ status: wanted, ...entry }) => {
    const { key, name, retired } = entry
    const status = stored.find((each) => each.key === key)?.status ?? wanted
    if (status === undefined) throw fieldError(STATUSES, words.statusNeeded(name))
    if (wanted !== undefined && wanted !== status) throw fieldError(STATUSES, words.status(name))
    if (retired && STAYING_STATUSES.includes(key)) throw fieldError(STATUSES, words.stays(name))
    return { ...entry, status }
  })

type StoredEntry = Omit<CompanyReason, 'asksText'>
type Keyed<Entry> = Omit<Entry, 'key' | 'retired'> & { key: string; retired: boolean }

function toEntries<Given extends Sent, Entry extends StoredEntry>(
  field: string,
  sent: readonly Given[],
  stored: readonly Entry[],
  complete: (entry: Keyed<Given>) => Entry,
): Entry[] {
  const given = sent.map(({ key, retired = false, ...entry }) =>
    complete({ ...entry, key: key ?? `own_${randomBytes(6).toString('hex')}`, retired }),
  )
  const isStored = (key: string) => stored.some((entry) => entry.key === key)
  const unknown = given.find(({ key }) => !isStored(key) && !/^own_[a-z0-9_]+$/.test(key))
  if (unknown) throw fieldError(field, words.key(unknown.key))
  const leftOut = stored.filter(({ key }) => !given.some((entry) => entry.key === key))
  const all = [
    ...given,
    ...leftOut.map((entry) => ({ ...entry, retired: !STAYING_STATUSES.includes(entry.key) })),
  ]
  // Every list parses these for each of its rows.
  if (all.length > LIMITS.deskEntries) throw fieldError(field, words.tooMany(LIMITS.deskEntries))
  const keyTwice = findRepeated(all.map(({ key }) => key))
  if (keyTwice !== undefined) throw fieldError(field, words.keyTwice(keyTwice))
  const nameTwice = findRepeated(all.map(({ name }) => name.toLowerCase()))
  if (nameTwice !== undefined) throw fieldError(field, words.name(nameTwice))
  return all
}

const findRepeated = (texts: readonly string[]): string | undefined =>
  texts.find((text, index) => texts.indexOf(text) !== index)
