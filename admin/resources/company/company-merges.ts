import { textOf } from '#domain/json'
import { parseSettings, serialiseSettings } from '#domain/catalogue/settings'
import { entriesOf } from '../../dialogs/chips.ts'
import { mergeLists, type Merge } from '../../dialogs/merge-values.ts'

const mergeEntries: Merge = (base, mine, theirs) =>
  mergeLists(entriesOf(base), entriesOf(mine), entriesOf(theirs)).join(', ')

/** Switch by switch: theirs, but for those that were flipped here. */
const mergeSettings: Merge = (base, mine, theirs) => {
  const [before, merged] = [parseSettings(textOf(base)), parseSettings(textOf(theirs))]
  for (const [group, switches] of Object.entries(parseSettings(textOf(mine)))) {
    const flipped = Object.entries(switches).filter(([key, on]) => before[group]?.[key] !== on)
    merged[group] = { ...merged[group], ...Object.fromEntries(flipped) }
  }
  return serialiseSettings(merged)
}

/** Fields of a company in which two people may have changed different parts. */
export const MERGES: Readonly<Record<string, Merge>> = {
  notifyEmails: mergeEntries,
  allowedOrigins: mergeEntries,
  appEditorSettings: mergeSettings,
}
