import { gapBefore, type Piece } from '../text/tokens.ts'
import type { Word } from '../text/lines.ts'

const LABEL = /^(account|acct\.?|a\/c|acct#|account#|accounts?:)$/i
const AFTER_LABEL =
  /^(numbers?|no|nbr|num|#|id|ending|ends|in|with|is|for|of|digits?|last|four|4|:|-)[.:#]?$/i
const NUMBER = /^[#(]?[\dxX*•·.…-]*\d{2,}\)?[,.;]?$/
const PART = /^[\dxX*•·.…-]+$/
const MASKED = /^[(#]?(x{2,}|X{2,}|\*{2,}|•{2,}|·{2,}|\.{2,}|…)[- ]?\d{4}\)?$/

/** `isSure`: a second look at recognized words agrees, or was not needed. */
export type Mention = { ending: string; isLabelled: boolean; isSure: boolean }

/** The last four digits of the account that a line names, by its label or by a masked number. */
export function findMention({ words }: Pick<Piece, 'words'>): Mention | null {
  for (const [index, { text }] of words.entries()) {
    const joined = /^(?:account|acct)\.?(?:no\.?|number)?[:#]+([\dxX*•.-]*\d{4})$/i.exec(text)
    if (joined?.[1]) return mention(joined[1].slice(-4), words.slice(index, index + 1), true)
    if (!LABEL.test(text)) continue
    let next = index + 1
    while (AFTER_LABEL.test(words[next]?.text ?? '')) next += 1
    const number = numberAt(words, next)
    if (number) return mention(number.ending, number.words, true)
  }
  const masked = words.find(({ text }) => MASKED.test(text))
  return masked ? mention(masked.text.replace(/\D/g, '').slice(-4), [masked], false) : null
}

function mention(ending: string, words: readonly Word[], isLabelled: boolean): Mention {
  const looked = words.some(({ second }) => second !== undefined)
  const second = words
    .map((word) => word.second ?? '')
    .join('')
    .replace(/\D/g, '')
  return { ending, isLabelled, isSure: !looked || second.endsWith(ending) }
}

/** Numbers may be printed in groups: '0042 56 4924'. */
function numberAt(words: readonly Word[], start: number): { ending: string; words: Word[] } | null {
  const first = words[start]
  if (!first || !NUMBER.test(first.text)) return null
  const parts = [first]
  for (
    let index = start + 1;
    PART.test(words[index]?.text ?? '') && gapBefore(words, index) < 0.8;
    index += 1
  )
    parts.push(...words.slice(index, index + 1))
  const number = parts.map(({ text }) => text).join('')
  const marks = number.replace(/[^\dxX*•·.…]/g, '')
  const digits = marks.replace(/\D/g, '')
  const isNumber = digits.length >= 4 && /\d{4}$/.test(marks) && !/\.\d\d$/.test(number)
  return isNumber ? { ending: digits.slice(-4), words: parts } : null
}
