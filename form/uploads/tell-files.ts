import { LIMITS } from '#domain/limits'
import type { Turn } from '../application/event.ts'
import { emit, needSession, set, wait } from '../application/turn.ts'
import { heldToken } from '../application/state.ts'
import type { FileEvent, FileNews, Uploads } from './files.ts'

const PART_TIMER = 'filesPart'

const setUploads = (turn: Turn, change: Partial<Uploads>): void =>
  set(turn, { uploads: { ...turn.state.uploads, ...change } })

/** Without the lazily loaded part there are no files. */
export function tellFiles(turn: Turn, news: FileNews): void {
  const { uploads, link } = turn.state
  if (!uploads.part || !link) return
  const { online } = turn
  const context = { token: heldToken(turn.state), companyId: link.company.id, online }
  const { files, effects } = uploads.part.reduce(uploads.files, news, context)
  setUploads(turn, { files })
  emit(turn, ...effects)
  if (files.items.some(({ step }) => step === 'session')) needSession(turn)
}

export function onFileEvent(turn: Turn, event: FileEvent): void {
  switch (event.type) {
    case 'filesNeeded':
      return loadPart(turn)
    case 'filesPartLoaded': {
      const { queued } = turn.state.uploads
      setUploads(turn, { part: event.part, isLoading: false, queued: [] })
      for (const wish of queued) tellFiles(turn, wish)
      return
    }
    case 'filesPartFailed': {
      const tries = turn.state.uploads.tries + 1
      // Some browsers cache a failed module and don't report its address, so only a reload helps.
      const stuck = tries >= LIMITS.partTries && turn.online
      setUploads(turn, { tries, trouble: ({ uploads }) => (stuck ? uploads.reload : uploads.offline) })
      wait(turn, PART_TIMER, LIMITS.partRetryMs, { untilOnline: true })
      return
    }
    case 'filesChosen':
    case 'filesRestored': {
      const { part, queued } = turn.state.uploads
      if (part) return tellFiles(turn, event)
      setUploads(turn, { queued: [...queued, event] })
      return loadPart(turn)
    }
  }
  tellFiles(turn, event)
}

function loadPart(turn: Turn): void {
  const { part, isLoading } = turn.state.uploads
  if (part || isLoading) return
  setUploads(turn, { isLoading: true })
  emit(turn, { do: 'loadFilesPart' })
}

export function onPartTimer(turn: Turn, timer: string): void {
  if (timer === PART_TIMER) emit(turn, { do: 'loadFilesPart' })
}

export function forgetFiles(turn: Turn): void {
  setUploads(turn, { queued: [] })
  tellFiles(turn, { type: 'forgotten' })
}
