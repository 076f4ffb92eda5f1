import type { InputKind } from '#domain/catalogue/define'
import { fitsMask, isMasked, masked } from '#domain/catalogue/mask'
import { parseMoney } from '#domain/catalogue/money'

/** What the browser made of an edit; `forward` is a deletion towards the end. */
type Edit = { before: string; after: string; caret: number; forward: boolean }

export type Corrected = { text: string; caret: number }

/** The text to show after an edit, and the caret's place in it: after the same digit as before the correction. */
export function correctedEdit(kind: InputKind, edit: Edit): Corrected {
  return isMasked(kind) ? remasked(kind, edit) : ungrouped(edit)
}

function remasked(kind: InputKind, { before, after, caret, forward }: Edit): Corrected {
  const deleting = after.length < before.length
  // Separators at the end go with the digit they came with.
  const left = deleting && fitsMask(after) ? after.replace(/\D+$/, '') : after
  // A digit in front of an EIN's own dash does not make it an SSN.
  const ownDash = kind === 'taxId' && masked(kind, onlyDigits(before)) === before
  const text = masked(kind, ownDash && !/\D/.test(inserted(before, after, caret)) ? onlyDigits(left) : left)
  if (text === after) return { text, caret }
  if (caret === after.length) return { text, caret: text.length }
  // Over a separator that is there anyway, the caret moves on as if it had been deleted or typed.
  const onward = deleting ? forward : !/\d/.test(after.charAt(caret - 1))
  return { text, caret: placeAfter(text, onlyDigits(after.slice(0, caret)).length, onward) }
}

/** Right after that many digits; `onward`, right before the next one. */
function placeAfter(text: string, count: number, onward: boolean): number {
  const before = new RegExp(`^(?:\\D*\\d){${count}}`).exec(text)?.[0].length ?? 0
  const separators = /^\D*(?=\d)/.exec(text.slice(before))?.[0].length ?? 0
  return onward ? before + separators : before
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '')

/**
 * Amounts are grouped when their field is left, so that nothing moves under the caret. Editing such an amount takes
 * its commas out where they would stand in wrong places; commas that are typed or pasted stay.
 */
function ungrouped({ before, after, caret }: Edit): Corrected {
  const displaced = before.includes(',') && parseMoney(before) !== null && parseMoney(after) === null
  if (!displaced || inserted(before, after, caret).includes(',')) return { text: after, caret }
  return { text: after.replaceAll(',', ''), caret: after.slice(0, caret).replaceAll(',', '').length }
}

function inserted(before: string, after: string, caret: number): string {
  let start = 0
  while (start < caret && before[start] === after[start]) start++
  return after.slice(start, caret)
}
