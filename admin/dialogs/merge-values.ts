import { getOwn } from '#domain/get-own'
import type { FieldValues } from 'react-hook-form'

/** What becomes of a field that two people have changed: `base` as both had it, `mine`, and `theirs`, which is saved. */
export type Merge = (base: unknown, mine: unknown, theirs: unknown) => unknown

/** One's own changes over what somebody else has saved meanwhile; a field that both changed is told by its `merges`. */
export function mergeValues(
  base: FieldValues,
  mine: FieldValues,
  theirs: FieldValues,
  merges: Readonly<Record<string, Merge>> = {},
): FieldValues {
  return Object.fromEntries(
    Object.keys({ ...theirs, ...mine }).map((name) => [
      name,
      mergeOne(
        getOwn(base, name),
        getOwn(mine, name),
        getOwn(theirs, name),
        getOwn(merges, name) ?? mineOrBoth,
      ),
    ]),
  )
}

/** The values of fields are texts, switches and lists of texts. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function mergeOne(base: unknown, mine: unknown, theirs: unknown, merge: Merge): unknown {
  if (isSame(mine, base)) return theirs
  return isSame(theirs, base) ? mine : merge(base, mine, theirs)
}

/** A list takes both sides' additions and loses what either took out; of anything else, one's own stays. */
const mineOrBoth: Merge = (base, mine, theirs) =>
  Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs) ? mergeLists(base, mine, theirs) : mine

export const mergeLists = <T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] => [
  ...theirs.filter((entry) => mine.includes(entry) || !base.includes(entry)),
  ...mine.filter((entry) => !base.includes(entry) && !theirs.includes(entry)),
]
