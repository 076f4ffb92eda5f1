import type { Values } from '#domain/catalogue/values'
import { LIMITS } from '#domain/limits'
import { pauseUntilOnline } from '../calls/pause.ts'
import { uploadsPart } from '../shared-parts.ts'
import { today } from '../today.ts'
import { matchesMedia, NARROW } from '../use-media.ts'
import { newClientFileId } from '../uploads/client-file-id.ts'
import type { FilesPart } from '../uploads/files.ts'
import { maxFileBytes, pageData } from './page-data.ts'
import type { Event } from './event.ts'
import { readPageLink } from './page-link.ts'
import { reloadable } from '../reloadable.ts'
import { drawnState, type Start, startState, type State } from './state.ts'
import { createTokenStore } from './token-store.ts'
import { foldGroup } from './given-answers.ts'
import { movePlace } from './place.ts'

/** Not in `shared-parts.ts`, which the machine imports. */
const loadMachine = reloadable(() => import('./machine-part.ts'))

export type Application = ReturnType<typeof createApplication>

type Machine = Pick<typeof import('./machine-part.ts'), 'reduce' | 'createPerformer'>

/** `drawn`: on the server, which has no storage and no screen. */
type Parts = { machine?: Machine; loadFilesPart?: () => Promise<FilesPart>; drawn?: State }

/**
 * Holds the state outside of React, so that a keystroke renders only the components that use it. Events wait
 * for the state machine, which loads once the form is drawn.
 */
export function createApplication(
  slug: string | null,
  { machine, loadFilesPart = uploadsPart, drawn }: Parts = {},
) {
  const tokens = createTokenStore(slug ?? '')
  const start = (): Start => {
    const token = tokens.read()
    const marked = token !== null && tokens.isBegun(token)
    const receipt = tokens.readReceipt()
    const at = { slug: slug ?? '', onPage: readPageLink(slug, pageData()), narrow: matchesMedia(NARROW) }
    return { ...at, token, marked, lasts: tokens.lasts, receipt, passed: tokens.readPassed() }
  }

  const atFirst = drawn ?? startState(start())
  let state = atFirst
  const listeners = new Set<() => void>()
  const waiting: Event[] = []
  let isWorking = false

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  const show = (after: State): void => {
    if (after === state) return
    state = after
    for (const listener of listeners) listener()
  }

  const dispatch = (event: Event): void => {
    waiting.push(event)
    if (running) work(running)
    else show(foresee(state, event))
  }

  const work = ({ reduce, perform }: Running): void => {
    if (isWorking) return
    isWorking = true
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const moment = { now: Date.now(), today: today(), online: navigator.onLine }
        const { state: after, effects } = reduce(state, next, moment)
        show(after)
        for (const effect of effects) perform(effect, state.uploads.part)
      }
    } finally {
      isWorking = false
    }
  }

  type Running = { reduce: Machine['reduce']; perform: ReturnType<Machine['createPerformer']> }
  const assemble = ({ reduce, createPerformer }: Machine): Running => ({
    reduce,
    perform: createPerformer({ tokens, loadFilesPart, dispatch }),
  })
  let running = machine && assemble(machine)

  let isLoading = machine !== undefined
  const load = async (): Promise<void> => {
    if (isLoading) return
    isLoading = true
    for (;;) {
      const loaded = await loadMachine().catch(() => null)
      if (loaded) return run(loaded)
      show(withoutMachine(state))
      await pauseUntilOnline(LIMITS.partRetryMs)
    }
  }
  const run = (loaded: Machine): void => {
    running = assemble(loaded)
    state = atFirst
    work(running)
  }

  const until = (test: (state: State) => boolean): Promise<void> =>
    new Promise((done) => {
      const look = () => {
        if (!test(state)) return
        leave()
        done()
      }
      const leave = subscribe(look)
      look()
    })

  const { link, form } = atFirst
  let asDrawn = drawn

  return {
    state: (): State => state,
    /** The state in which the server drew the page. */
    drawnState: (): State => (asDrawn ??= drawnState(slug ?? '', link && { link, form, closed: false })),
    subscribe,
    dispatch,
    until,
    drawn: (): void => void load(),
    change: (name: string, value: string, whole = false): void =>
      dispatch({ type: 'changed', name, value, whole }),
    leave: (name: string, unreadable = false): void => dispatch({ type: 'left', name, unreadable }),
    prefill: (values: Values): void => dispatch({ type: 'prefillOffered', values }),
    addFiles: (files: readonly File[]): void => {
      dispatch({ type: 'begun' })
      const chosen = files.map((file) => ({ key: newClientFileId(), file }))
      dispatch({ type: 'filesChosen', chosen, maxBytes: maxFileBytes() })
    },
    /** @returns whether the file is gone */
    takeFileAway: async (key: string): Promise<boolean> => {
      const find = ({ uploads }: State) => uploads.files.items.find((item) => item.key === key)
      dispatch({ type: find(state)?.step ? 'fileCancelled' : 'fileRemoved', key })
      await until((now) => find(now)?.state !== 'removing')
      return find(state) === undefined
    },
    reopen: (): void => dispatch({ type: 'reopened', start: start() }),
    /** @returns a function that removes the listeners */
    attach: (): (() => void) => {
      dispatch({ type: 'opened' })
      if (state.page.is !== 'form') void load()
      const listening = new AbortController()
      const { signal } = listening
      const hidden = () => dispatch({ type: 'pageHidden' })
      const visibility = () => document.visibilityState === 'hidden' && hidden()
      document.addEventListener('visibilitychange', visibility, { signal })
      // iOS reports a closed tab only by this.
      window.addEventListener('pagehide', hidden, { signal })
      window.addEventListener('online', () => dispatch({ type: 'online' }), { signal })
      return () => listening.abort()
    },
  }
}

function foresee(state: State, event: Event): State {
  switch (event.type) {
    case 'changed': {
      const { name, value } = event
      const unsaved = new Map(state.draft.unsaved).set(name, value)
      return { ...state, values: { ...state.values, [name]: value }, draft: { ...state.draft, unsaved } }
    }
    case 'sectionOpened':
    case 'fieldSought':
    case 'sectionsShown':
      return { ...state, place: movePlace(state, event) }
    case 'secondSignerSet':
      return { ...state, secondSigner: event.present }
    case 'groupFolded':
      return { ...state, folded: foldGroup(state.folded, event) }
    case 'filesChosen':
      return { ...state, uploads: { ...state.uploads, queued: [...state.uploads.queued, event] } }
    case 'submitPressed':
      return { ...state, submit: { is: 'waiting', on: 'machine' } }
    case 'stopPressed':
      return { ...state, submit: { is: 'idle' } }
    default:
      return state
  }
}

const withoutMachine = (state: State): State => ({
  ...state,
  draft: { ...state.draft, is: 'offline' },
  uploads: { ...state.uploads, trouble: ({ uploads }) => uploads.offline },
})
