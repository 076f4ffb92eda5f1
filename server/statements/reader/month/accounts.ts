import { gapBefore, type Piece } from '../text/tokens.ts'
import type { Word } from '../text/lines.ts'

const LABEL = /^(account|acct\.?|a\/c|acct#|account#|accounts?:)$/i
const AFTER_LABEL =
  /^(numbers?|no|nbr|num|#|id|ending|ends|in|with|is|for|of|digits?|last|four|4|:|-)[.:#]?$/i
const NUMBER = /^[#(]?[\dxX*•·.…-]*\d{2,}\)?[,.;]?$/
const PART = /^[\dxX*•·.…-]+$/
const MASKED = /^[(#]?(x{2,}|X{2,}|\*{2,}|•{2,}|·{2,}|\.{2,}|…)[- ]?\d{4}\)?$/

export type Mention = { ending: string; isLabelled: boolean }

/** The last four digits of the account that a line names, by its label or by a masked number. */
export function findMention({ words }: Pick<Piece, 'words'>): Mention | null {
  for (const [index, { text }] of words.entries()) {
    const joined = /^(?:account|acct)\.?(?:no\.?|number)?[:#]+([\dxX*•.-]*\d{4})$/i.exec(text)
    if (joined?.[1]) return { ending: joined[1].slice(-4), isLabelled: true }
    if (!LABEL.test(text)) continue
    let next = index + 1
    while (AFTER_LABEL.test(words[next]?.text ?? '')) next += 1
    const ending = endingAt(words, next)
    if (ending) return { ending, isLabelled: true }
  }
  const masked = words.find(({ text }) => MASKED.test(text))
  return masked ? { ending: masked.text.replace(/\D/g, '').slice(-4), isLabelled: false } : null
}

/** Numbers may be printed in groups: '0042 56 4924'. */
function endingAt(words: readonly Word[], start: number): string | null {
  const first = words[start]
  if (!first || !NUMBER.test(first.text) || first.text.includes('/')) return null
  let number = first.text
  for (
    let index = start + 1;
    PART.test(words[index]?.text ?? '') && gapBefore(words, index) < 0.8;
    index += 1
  )
    number += words[index]?.text ?? ''
  const marks = number.replace(/[^\dxX*•·.…]/g, '')
  const digits = marks.replace(/\D/g, '')
  return digits.length >= 4 && /\d{4}$/.test(marks) && !/\.\d\d$/.test(number) ? digits.slice(-4) : null
}
