import { textOf } from '#domain/json'
import { parseSettings, serialiseSettings } from '#domain/catalogue/settings'
import { entriesOf } from '../../dialogs/chips.ts'
import { mergeLists, type Merge } from '../../dialogs/merge-values.ts'

const mergeEntries: Merge = (base, mine, theirs) =>
  mergeLists(entriesOf(base), entriesOf(mine), entriesOf(theirs)).join(', ')

/** Switch by switch: theirs, but for those that were flipped here. */
const mergeSettings: Merge = (base, mine, theirs) => {
  const before = parseSettings(textOf(base))
  const merged = new Map(parseSettings(textOf(theirs)))
  for (const [name, on] of parseSettings(textOf(mine))) if (before.get(name) !== on) merged.set(name, on)
  return serialiseSettings(merged)
}

/** Fields of a company in which two people may have changed different parts. */
export const MERGES: Readonly<Record<string, Merge>> = {
  notifyEmails: mergeEntries,
  allowedOrigins: mergeEntries,
  appEditorSettings: mergeSettings,
}
