/** Decides what a field holds that two people have changed: `theirs` is saved, `base` is what both began with. */
export type Merge = (base: unknown, mine: unknown, theirs: unknown) => unknown

/** Form values are texts, numbers, switches and lists of texts; react-admin makes null of an emptied text. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

export function mergeValue(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  merge: Merge = mergeLists,
): unknown {
  if (isSame(mine, base)) return theirs
  return isSame(theirs, base) ? mine : merge(base, mine, theirs)
}

/** A list gets what either added and loses what either removed; of anything else, one's own change stays. */
const mergeLists: Merge = (base, mine, theirs) => {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return mine
  const kept: unknown[] = theirs.filter((entry) => mine.includes(entry) || !base.includes(entry))
  return [...kept, ...mine.filter((entry) => !base.includes(entry) && !theirs.includes(entry))]
}
