import type { InputKind } from '#domain/catalogue/define'
import { fitsMask, isMasked, masked } from '#domain/catalogue/mask'
import { parseMoney } from '#domain/catalogue/money'

type Edit = { before: string; after: string; caret: number; forward: boolean }

type Corrected = { text: string; caret: number }

/**
 * The text after an edit, with the caret after the same digit as before the correction. Our own, as @maskito/core 5.6
 * takes 3.4 kB after gzip instead of 1.1 kB.
 */
export function correctedEdit(kind: InputKind, edit: Edit): Corrected {
  return isMasked(kind) ? remasked(kind, edit) : ungrouped(edit)
}

function remasked(kind: InputKind, { before, after, caret, forward }: Edit): Corrected {
  const deleting = after.length < before.length
  const left = deleting && fitsMask(after) ? after.replace(/\D+$/, '') : after
  // A digit before an EIN's dash doesn't make it an SSN.
  const ownDash = kind === 'taxId' && masked(kind, onlyDigits(before)) === before
  const text = masked(kind, ownDash && !/\D/.test(inserted(before, after, caret)) ? onlyDigits(left) : left)
  if (text === after) return { text, caret }
  if (caret === after.length) return { text, caret: text.length }
  // Deleting or typing over a fixed separator moves the caret only.
  const onward = deleting ? forward : !/\d/.test(after.charAt(caret - 1))
  return { text, caret: placeAfter(text, onlyDigits(after.slice(0, caret)).length, onward) }
}

function placeAfter(text: string, count: number, onward: boolean): number {
  const before = new RegExp(`^(?:\\D*\\d){${count}}`).exec(text)?.[0].length ?? 0
  const separators = /^\D*(?=\d)/.exec(text.slice(before))?.[0].length ?? 0
  return onward ? before + separators : before
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '')

/** Amounts are grouped on leaving the field, so that the caret doesn't jump. An edit removes misplaced commas. */
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
