/** Resolves a field that two people have changed: `theirs` is saved, `base` is the common start. */
export type Merge = (base: unknown, mine: unknown, theirs: unknown) => unknown

/** react-admin turns a cleared text into null. */
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

/** Merges additions and removals of lists; of other values, `mine` wins. */
const mergeLists: Merge = (base, mine, theirs) => {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return mine
  const kept: unknown[] = theirs.filter((entry) => mine.includes(entry) || !base.includes(entry))
  return [...kept, ...mine.filter((entry) => !base.includes(entry) && !theirs.includes(entry))]
}
