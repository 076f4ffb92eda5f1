import type { LocalizedText } from '#domain/messages/form'
import { tellFiles } from '../uploads/tell-files.ts'
import { findLostAnswers, refuseAnswers } from './answers.ts'
import { saveAll, scheduleSave } from './draft.ts'
import type { Turn } from './event.ts'
import { heldToken, isFilling } from './state.ts'
import { emit, forgetSession, set } from './turn.ts'

/**
 * Moves everything on the page to a new session. Answers and files that only the server had are lost, and a
 * submit that would omit them stops.
 */
export function endSession(turn: Turn, token: string): void {
  if (heldToken(turn.state) !== token) return
  const { uploads, form, submit } = turn.state
  const attached = uploads.files.items
  forgetSession(turn)
  saveAll(turn)
  tellFiles(turn, { type: 'sessionEnded' })
  const filesLost = attached.some((item) => item.id !== null && item.file === null)
  const lost = findLostAnswers(form, turn.state)
  if (lost.length > 0) set(turn, { ...refuseAnswers(turn.state, lost), failure: null })
  set(turn, { kept: new Set() })

  const stopped = submit.is === 'sending' && (attached.length > 0 || lost.length > 0)
  if (stopped || filesLost) {
    const say: LocalizedText = (words) => (filesLost || lost.length > 0 ? words.restarted : words.reattaching)
    set(turn, { failure: { say, stillHere: false } })
  }
  if (stopped || filesLost || lost.length > 0) leaveSubmit(turn)
}

export function leaveSubmit(turn: Turn): void {
  if (turn.state.submit.is === 'sending')
    emit(turn, { do: 'cut', call: 'submit' }, { do: 'stopWaiting', timer: 'submit' })
  if (turn.state.submit.is !== 'sent') set(turn, { submit: { is: 'idle' } })
  if (isFilling(turn.state)) scheduleSave(turn)
}
