import { toText } from '#domain/json'
import { parseSettings, serialiseSettings } from '#domain/catalogue/settings'
import { splitEntries } from '../../dialogs/chips.ts'
import { mergeLists, type Merge } from '../../dialogs/merge-values.ts'

const mergeEntries: Merge = (base, mine, theirs) =>
  mergeLists(splitEntries(base), splitEntries(mine), splitEntries(theirs)).join(', ')

/** Switch by switch: theirs, but for those that were flipped here. */
const mergeSettings: Merge = (base, mine, theirs) => {
  const before = parseSettings(toText(base))
  const merged = new Map(parseSettings(toText(theirs)))
  for (const [name, on] of parseSettings(toText(mine))) if (before.get(name) !== on) merged.set(name, on)
  return serialiseSettings(merged)
}

/** Fields of a company in which two people may have changed different parts. */
export const MERGES: Readonly<Record<string, Merge>> = {
  notifyEmails: mergeEntries,
  allowedOrigins: mergeEntries,
  appEditorSettings: mergeSettings,
}
