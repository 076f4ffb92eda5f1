import { describe, expect, it } from 'vitest'
import type { InputKind } from '#domain/catalogue/define'
import { fitsMask, masked } from '#domain/catalogue/mask'
import { correctedEdit } from './edit.ts'

/** A field as a browser edits it: its text and what is selected. */
type Field = { text: string; start: number; end: number }

const KINDS: InputKind[] = ['phone', 'ssn', 'taxId', 'zip', 'money', 'signedMoney']
const digitsOf = (text: string) => text.replace(/\D/g, '')
const at = (text: string, caret: number): Field => ({ text, start: caret, end: caret })

/** '(21|5' → a field with its caret at the bar; two bars stand around a selection. */
function field(picture: string): Field {
  const [before = '', selected, after] = picture.split('|')
  if (after === undefined)
    return { text: before + (selected ?? ''), start: before.length, end: before.length }
  return {
    text: before + (selected ?? '') + after,
    start: before.length,
    end: before.length + (selected ?? '').length,
  }
}
const picture = ({ text, start }: Field) => `${text.slice(0, start)}|${text.slice(start)}`

function replace(kind: InputKind, { text, start, end }: Field, by: string, forward = false): Field {
  const after = text.slice(0, start) + by + text.slice(end)
  const corrected = correctedEdit(kind, { before: text, after, caret: start + by.length, forward })
  return at(corrected.text, corrected.caret)
}

function backspace(kind: InputKind, { text, start, end }: Field): Field {
  return replace(kind, { text, start: start === end ? Math.max(0, start - 1) : start, end }, '')
}

function remove(kind: InputKind, { text, start, end }: Field): Field {
  return replace(kind, { text, start, end: start === end ? Math.min(text.length, end + 1) : end }, '', true)
}

const type = (kind: InputKind, from: Field, keys: string): Field =>
  [...keys].reduce((state, key) => replace(kind, state, key), from)

describe('typing into a masked field', () => {
  it.each<[InputKind, string, string]>([
    ['phone', '2125550187', '(212) 555-0187|'],
    ['phone', '(212) 555-0187', '(212) 555-0187|'],
    ['phone', '212-555-0187', '(212) 555-0187|'],
    ['phone', '1 212 555 0187', '1 (212) 555-0187|'],
    ['phone', '(212) 555-0187 ext. 4', '(212) 555-0187 ext. 4|'],
    ['phone', '+44 20 7946 0958', '+44 20 7946 0958|'],
    ['phone', '442079460958', '442079460958|'],
    ['ssn', '123456789', '123-45-6789|'],
    ['ssn', '123-45-6789', '123-45-6789|'],
    ['taxId', '123456789', '12-3456789|'],
    ['taxId', '123-45-6789', '123-45-6789|'],
    ['zip', '10013', '10013|'],
    ['zip', '10013-1234', '10013-1234|'],
    ['zip', '100131234', '10013-1234|'],
    ['money', '12500.50', '12500.50|'],
    ['money', '$12,500.50', '$12,500.50|'],
    ['money', '12.500,50', '12.500,50|'],
  ])('%s: %s shows %s', (kind, keys, shown) => {
    expect(picture(type(kind, at('', 0), keys))).toBe(shown)
  })

  it.each<[InputKind, string, string, string]>([
    ['phone', '(21|) 555-018', '9', '(219|) 555-018'],
    ['phone', '(21|5) 550-187', '2', '(212|) 555-0187'],
    ['phone', '|(212) 555-018', '3', '(3|21) 255-5018'],
    ['phone', '(212) 55|5-0187', '9', '(212) 559|5-0187'],
    ['phone', '(212|) 555-0187', ')', '(212) |555-0187'],
    ['phone', '(|212|) 555-0187', '9', '(9|55) 501-87'],
    ['phone', '|(212) 555-0187|', '9', '(9|'],
    ['ssn', '123|-45-678', '0', '123-0|4-5678'],
    ['taxId', '12|-345678', '9', '12-9|345678'],
    ['money', '12,500|', '0', '125000|'],
    ['money', '1|2,500', '9', '19|2,500'],
    ['money', '1,|234', '9', '19|234'],
    ['money', '12,500|', '.', '12,500.|'],
    ['money', '12,500|', ',', '12,500,|'],
  ])('%s: into %s the key %s makes %s', (kind, from, key, to) => {
    expect(picture(replace(kind, field(from), key))).toBe(to)
  })

  it.each<[InputKind, string, string, string]>([
    ['phone', '|', '(212) 555-0187 ext. 4', '(212) 555-0187 ext. 4|'],
    ['phone', '|', '+44 20 7946 0958', '+44 20 7946 0958|'],
    ['phone', '(212) |', '5550187', '(212) 555-0187|'],
    ['phone', '|(212) 555-0187|', '9175550142', '(917) 555-0142|'],
    ['ssn', '|', '123456789', '123-45-6789|'],
    ['ssn', '123-|45|-6789', '0', '123-0|6-789'],
    ['taxId', '|', '123-45-6789', '123-45-6789|'],
    ['money', '|', '$12,500.50', '$12,500.50|'],
    ['money', '|12,500|', '1,2', '1,2|'],
  ])('%s: into %s the paste %s makes %s', (kind, from, pasted, to) => {
    expect(picture(replace(kind, field(from), pasted))).toBe(to)
  })
})

describe('deleting in a masked field', () => {
  it('goes over a separator instead of stopping at it', () => {
    const seen = [field('(212) |555-0187')]
    for (let step = 0; step < 3; step++) seen.push(backspace('phone', seen.at(-1) ?? at('', 0)))
    expect(seen.map(picture)).toEqual([
      '(212) |555-0187',
      '(212|) 555-0187',
      '(21|5) 550-187',
      '(2|55) 501-87',
    ])
  })

  it('goes over a separator towards the end as well', () => {
    const once = remove('phone', field('(212|) 555-0187'))
    expect(picture(once)).toBe('(212) |555-0187')
    expect(picture(remove('phone', once))).toBe('(212) |550-187')
  })

  it('takes along the separators that have nothing to separate any more', () => {
    expect(picture(backspace('phone', field('(212) 5|')))).toBe('(212|')
    expect(picture(backspace('phone', field('(2|')))).toBe('|')
    expect(picture(backspace('ssn', field('123-4|')))).toBe('123|')
  })

  it('leaves the rest of an amount', () => {
    expect(picture(backspace('money', field('12,500|')))).toBe('1250|')
    expect(picture(backspace('money', field('12,|500')))).toBe('12|500')
    expect(picture(replace('money', field('|12,|500'), ''))).toBe('|500')
  })
})

/** Mulberry32: the same edits on every run. */
function random(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const TYPED = ['0', '1', '2', '5', '9', '-', ' ', '(', ')', '.', ',', '+', 'x', '$']
const PASTED = [
  '(212) 555-0187 ext. 4',
  '+44 20 7946 0958',
  '123456789',
  '$12,500.50',
  '12.500,50',
  '55',
  '-1',
  '10013-1234',
]

describe('any sequence of edits', () => {
  it.each(KINDS.flatMap((kind) => [1, 2, 3, 4, 5].map((seed) => [kind, seed] as const)))(
    'of a %s keeps every digit and the caret after the same one (seed %i)',
    (kind, seed) => {
      const pick = random(seed)
      let state = at('', 0)
      let steps = 0
      while (steps < 3000) {
        const { text } = state
        const one = pick(text.length + 1)
        const other = pick(3) === 0 ? pick(text.length + 1) : one
        // Most edits go on where the last one ended, as people do.
        if (pick(3) === 0) state = { text, start: Math.min(one, other), end: Math.max(one, other) }
        const action = pick(8)
        const deletes = action >= 5
        const by = deletes
          ? ''
          : ((action < 4 ? TYPED : PASTED)[pick(action < 4 ? TYPED.length : PASTED.length)] ?? '')
        const collapsed = state.start === state.end
        const start = action === 5 && collapsed ? Math.max(0, state.start - 1) : state.start
        const end = action === 6 && collapsed ? Math.min(text.length, state.end + 1) : state.end
        const raw = text.slice(0, start) + by + text.slice(end)
        const caret = start + by.length

        const { text: shown, caret: placed } = correctedEdit(kind, {
          before: text,
          after: raw,
          caret,
          forward: action === 6,
        })
        const story = `${JSON.stringify(text)} → ${JSON.stringify(raw)}@${caret} → ${JSON.stringify(shown)}@${placed}`
        const faults = [
          digitsOf(shown) !== digitsOf(raw) && 'digits',
          digitsOf(shown.slice(0, placed)) !== digitsOf(raw.slice(0, caret)) && 'caret',
          // Nothing but separators is ever added or taken.
          !fitsMask(raw) && shown.replaceAll(',', '') !== raw.replaceAll(',', '') && 'text',
          masked(kind, shown) !== shown && 'unstable',
        ]
        if (faults.some(Boolean)) expect(faults.filter(Boolean), story).toEqual([])
        state = at(shown, placed)
        if (state.text.length > 40) state = at('', 0)
        steps += 1
      }
      expect(steps).toBe(3000)
    },
  )

  it.each(KINDS)('leaves a %s that Backspace empties from its end and Delete from its start', (kind) => {
    const pick = random(7)
    for (let round = 0; round < 200; round++) {
      const text = type(
        kind,
        at('', 0),
        Array.from({ length: pick(14) }, () => TYPED[pick(TYPED.length)]).join(''),
      ).text
      let ahead = at(text, text.length)
      for (let step = 0; step < 2 * text.length; step++) ahead = backspace(kind, ahead)
      expect(ahead.text).toBe('')
      let back = at(text, 0)
      for (let step = 0; step < 3 * text.length; step++) back = remove(kind, back)
      expect(back.text).toBe('')
    }
  })
})
