import type { InputKind } from '#domain/catalogue/define'
import { isMasked } from '#domain/catalogue/mask'
import { correctedEdit } from './edit.ts'

/** Ignores the input event that a correction causes. */
let correcting = false

export function typedText(control: HTMLInputElement, kind: InputKind, before: string, event: Event): string {
  const after = control.value
  const { type, direction } = howTyped(event)
  // Masking would break a composition and revert an undo.
  if (correcting || type === 'composing' || type === 'history' || !hasCaretRules(kind)) return after
  const caret = control.selectionStart ?? after.length
  const corrected = correctedEdit(kind, { before, after, caret, forward: direction === 'forward' })
  if (corrected.text !== after || corrected.caret !== caret) correct(control, corrected.text, corrected.caret)
  return corrected.text
}

const hasCaretRules = (kind: InputKind): boolean =>
  isMasked(kind) || kind === 'money' || kind === 'signedMoney'

function howTyped(event: Event) {
  // Autofill fires a plain event.
  if (!(event instanceof InputEvent)) return { type: 'whole' }
  if (event.isComposing) return { type: 'composing' }
  return {
    type: event.inputType.startsWith('history') ? 'history' : 'edit',
    direction: event.inputType.endsWith('Forward') ? 'forward' : 'backward',
  }
}

/** `execCommand` makes the correction undoable in the focused field; elsewhere the value is set. */
function correct(control: HTMLInputElement, text: string, caret: number): void {
  if (document.activeElement !== control) {
    control.value = text
    return
  }
  correcting = true
  const { start, end, insert } = difference(control.value, text)
  control.setSelectionRange(start, end)
  if (start < end || insert !== '')
    document.execCommand?.(insert === '' ? 'delete' : 'insertText', false, insert)
  if (control.value !== text) control.value = text
  control.setSelectionRange(caret, caret)
  correcting = false
}

function difference(from: string, to: string) {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && from[start] === to[start]) start++
  let tail = 0
  while (tail < shorter - start && from.at(-1 - tail) === to.at(-1 - tail)) tail++
  return { start, end: from.length - tail, insert: to.slice(start, to.length - tail) }
}
