import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import type { LocalizedText } from '#domain/messages/form'
import { isConflict, isSessionExpired } from '../calls/api-error.ts'
import { createStore, type ApplicationStore } from './application-store.ts'
import { applicationReducer, emptyApplication, shownInputs } from './application-state.ts'
import { createSubmit } from './application-submit.ts'
import { announceStarted, revealTop } from '../embed/frame.ts'
import { usablePrefill } from '../embed/prefill.ts'
import { attachSaver } from '../draft/attach-saver.ts'
import { discardDraft, saveDraft, saveDraftOnLeaving } from '../draft/draft-request.ts'
import { DraftSaver } from '../draft/draft-saver.ts'
import { loadLaterParts, uploadsPart } from '../later-parts.ts'
import type { Application, Earlier } from './load-application.ts'
import { createReceivedNote, tellHost } from './received-note.ts'
import { today } from '../today.ts'
import { Uploads } from '../uploads/uploads.ts'

/** One applicant's work on one form: answers, draft, files and the way to the server. */
export type ApplicationHandle = {
  store: ApplicationStore
  uploads: Uploads
  saver: DraftSaver
  /** `committed`: the answer is whole, as a choice or a drawing is, and is saved at once. */
  change: (name: string, value: string, committed?: boolean) => void
  /** `unreadable`: what stands there is no answer yet. */
  leave: (name: string, unreadable?: boolean) => void
  setSecondSigner: (present: boolean) => void
  /** Takes over what the page around the frame knows already, where nothing of an earlier visit is here. */
  prefill: (offered: Values) => void
  submit: () => Promise<void>
  /** Ends a submit that waits; the page is as it was. */
  stopSubmit: () => void
  /** The applicant has done something for the first time. */
  begin: () => void
  /** Forgets everything, here and on the server. */
  startOver: () => Promise<void>
  /** Listens to the page until the answer is called. */
  attach: () => () => void
}

export function createApplicationHandle(application: Application): ApplicationHandle {
  const { link, form, session } = application
  const store = createStore(applicationReducer(form), emptyApplication(form))
  const { dispatch } = store
  const received = createReceivedNote(store, session)
  let begun = false
  let prefilled: Values = {}

  const uploads = new Uploads(async () => {
    const { createQueue, UploadRows } = await uploadsPart()
    return { queue: createQueue({ session, companyId: link.company.id, renew }), Rows: UploadRows }
  })

  const saver = new DraftSaver({
    save: async (patch, signal) => {
      let token = await session.token()
      await saveDraft(token, patch, signal).catch(async (error: unknown) => {
        if (isConflict(error)) await received.look(token).catch(() => undefined)
        if (!isSessionExpired(error)) throw error
        token = await renew(token)
        await saveDraft(token, { ...patch, ...everything() }, signal)
      })
      session.markBegun(token)
    },
    saveOnLeaving: (patch) => {
      const token = session.stored()
      if (token === null) return
      saveDraftOnLeaving(token, patch)
      session.markBegun(token)
    },
    everything,
  })
  const forgetUnsaved = () => {
    saver.reset()
    if (!session.lasts) saver.giveUp()
  }
  forgetUnsaved()
  const restore = (earlier: Earlier | null) => {
    if (earlier?.is === 'open') {
      const { draft, files } = earlier.held
      if (draft) {
        dispatch({ type: 'restored', draft })
        saver.continueAfter(draft.revision)
      }
      void uploads.restore(files)
      return
    }
    if (!earlier) return
    dispatch({ type: 'news', news: earlier })
    if (earlier.is === 'ended') return
    const token = session.stored()
    if (token !== null) tellHost(session, token)
    // What was typed meanwhile is another application.
    session.forget()
    forgetUnsaved()
    uploads.anew()
    if (!begun) return
    saver.saveAll()
    revealTop()
  }
  restore(application.resumed)
  if (application.resumedLater) {
    dispatch({ type: 'resuming', going: true })
    void application.resumedLater.then((earlier) => {
      dispatch({ type: 'resuming', going: false })
      // Who has started over does not want it any more.
      if (store.state().generation === 0) restore(earlier)
    })
  }

  /**
   * The session has ended: another is to have what this page has, and what only the server had is lost. At once, as the
   * call for the other may fail, and whoever asks for it again does not know of this one. A submit that would leave
   * something out is over.
   */
  function end(ended: string): void {
    if (!session.end(ended)) return
    const state = store.state()
    const attached = uploads.items().length > 0
    const answersLost = shownInputs(form, state).some(({ name }) => state.kept.has(name))
    saver.saveAll()
    const filesLost = uploads.sessionEnded() > 0
    dispatch({ type: 'keptLost' })
    const stopped = state.phase === 'submitting' && (attached || answersLost)
    if (!stopped && !filesLost) return
    const message: LocalizedText = (words) => (filesLost || answersLost ? words.restarted : words.reattaching)
    dispatch({ type: 'failed', message })
  }

  function renew(ended: string): Promise<string> {
    end(ended)
    return session.token()
  }

  function begin(): void {
    if (begun) return
    begun = true
    loadLaterParts()
    announceStarted()
    for (const [name, value] of Object.entries(prefilled)) saver.changed(name, value)
  }

  // Not saved before the applicant does something, as a visit alone is to leave nothing behind.
  const prefill = async (offered: Values) => {
    if (Object.keys(offered).length === 0) return
    await application.resumedLater
    if (store.state().resumed || begun) return
    prefilled = usablePrefill(form, offered, store.state().values, today())
    for (const [name, value] of Object.entries(prefilled)) {
      dispatch({ type: 'changed', name, value, today: today() })
    }
  }

  /** What a session that begins anew has to be told. */
  function everything() {
    const { values, secondSigner } = store.state()
    const empty = emptyApplication(form).values
    const said = Object.entries(values).filter(([name, value]) => value !== getOwn(empty, name))
    return { values: Object.fromEntries(said), secondSigner }
  }

  const { submit, stopSubmit } = createSubmit(application, { store, uploads, saver, received, end })

  return {
    store,
    uploads,
    saver,
    change: (name, value, committed = false) => {
      begin()
      dispatch({ type: 'changed', name, value, today: today() })
      saver.changed(name, value)
      if (committed) saver.flush()
    },
    leave: (name, unreadable = false) => {
      dispatch({ type: 'left', name, today: today(), unreadable })
      saver.flush()
    },
    setSecondSigner: (present) => {
      begin()
      dispatch({ type: 'secondSigner', present })
      saver.secondSignerChanged(present)
    },
    prefill: (offered) => void prefill(offered),
    submit,
    stopSubmit,
    begin,
    startOver: async () => {
      // What is being sent cannot be taken back.
      if (store.state().phase !== 'filling') return
      forgetUnsaved()
      const token = session.stored()
      session.forget()
      uploads.forget()
      dispatch({ type: 'startedOver' })
      if (token === null) return
      // The page is empty whatever becomes of it; what the server still has is erased as it expires.
      await discardDraft(token)
        .catch((error: unknown) => (isConflict(error) ? received.lookBack(token) : undefined))
        .catch(() => undefined)
    },
    attach: () => attachSaver(saver),
  }
}
