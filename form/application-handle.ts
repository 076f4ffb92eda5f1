import { validate } from '#domain/catalogue/validate'
import { hasAnswer, type Values } from '#domain/catalogue/values'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import type { FormMessages } from '#domain/messages/form'
import type { SessionState } from './api.ts'
import { ApiError, isSessionExpired, isTransient } from './api-error.ts'
import { createStore, type ApplicationStore } from './application-store.ts'
import {
  applicationReducer,
  emptyApplication,
  isAnswered,
  shownInputs,
  shownValues,
  type NamedProblem,
} from './application-state.ts'
import { announceStarted, announceSubmitted } from './embed/frame.ts'
import { usablePrefill } from './embed/prefill.ts'
import { attachSaver } from './draft/attach-saver.ts'
import { discardDraft, saveDraft, saveDraftOnLeaving } from './draft/draft-request.ts'
import { DraftSaver } from './draft/draft-saver.ts'
import { loadLaterParts, uploadsPart } from './later-parts.ts'
import type { Application } from './load-application.ts'
import { submitApplication } from './submit-application.ts'
import { today } from './today.ts'
import { Uploads } from './uploads.ts'

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
  /** Forgets everything, here and on the server. */
  startOver: () => Promise<void>
  /** Listens to the page until the answer is called. */
  attach: () => () => void
}

export function createApplicationHandle(application: Application): ApplicationHandle {
  const { link, form, session } = application
  const store = createStore(applicationReducer(form), emptyApplication(form))
  const { dispatch } = store
  let begun = false
  let prefilled: Values = {}

  const uploads = new Uploads(async () => {
    const { createQueue, UploadRows } = await uploadsPart()
    return { queue: createQueue({ session, companyId: link.company.id, renew }), Rows: UploadRows }
  })

  const saver = new DraftSaver({
    save: async (patch, signal) => {
      const token = await session.token()
      await saveDraft(token, patch, signal).catch(async (error: unknown) => {
        if (!isSessionExpired(error)) throw error
        await saveDraft(await renew(token), { ...patch, values: everything() }, signal)
      })
    },
    saveOnLeaving: (patch) => {
      const token = session.stored()
      if (token !== null) saveDraftOnLeaving(token, patch)
    },
    everything,
  })
  if (!session.lasts) saver.giveUp()
  const restore = (earlier: SessionState | null) => {
    if (earlier?.draft) {
      dispatch({ type: 'restored', draft: earlier.draft })
      saver.continueAfter(earlier.draft.revision)
    }
    if (earlier) void uploads.restore(earlier.files)
  }
  restore(application.resumed)
  void application.resumedLater?.then(restore)

  /** The session has ended: another takes over what this page has, and what only the server had is lost. */
  async function renew(ended: string): Promise<string> {
    const renewed = await session.renew(ended)
    if (uploads.sessionRenewed(renewed) > 0) dispatch({ type: 'failed', message: (words) => words.restarted })
    if (store.state().kept.size > 0) dispatch({ type: 'keptLost' })
    return renewed
  }

  function begin(): void {
    begun = true
    loadLaterParts()
    announceStarted()
    for (const [name, value] of Object.entries(prefilled)) saver.changed(name, value)
  }

  // Not saved before the applicant does something, as a visit alone is to leave nothing behind.
  const prefill = async (offered: Values) => {
    if (Object.keys(offered).length === 0) return
    await application.resumedLater
    if (store.state().resumed) return
    prefilled = usablePrefill(form, offered, store.state().values, today())
    for (const [name, value] of Object.entries(prefilled)) {
      dispatch({ type: 'changed', name, value, today: today() })
    }
  }

  function everything() {
    const { values } = store.state()
    const empty = emptyApplication(form).values
    return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== empty[name]))
  }

  const submit = async () => {
    const state = store.state()
    if (state.phase !== 'filling') return
    const problems = problemsOf(form, store)
    if (problems.length > 0) return dispatch({ type: 'refused', problems })
    if (uploads.isBusy() && !uploads.hasFailed()) return submitWithFiles()
    if (uploads.hasFailed())
      return dispatch({ type: 'failed', message: ({ errors }) => errors.uploadsFailed })
    const values = shownValues(form, state)
    const kept = [...state.kept].filter((name) => Object.hasOwn(values, name))
    if (!hasAnswer(values) && kept.length === 0) console.warn('No form data was collected')
    dispatch({ type: 'submitting' })
    saver.pause()
    try {
      const sent = await submitApplication(values, kept, link, {
        session,
        onWait: () =>
          dispatch({
            type: 'waiting',
            notice: (words) => (navigator.onLine ? words.waiting : words.offline),
          }),
        onRenewed: (token) => {
          if (uploads.items().length === 0 && kept.length === 0) return true
          const lost = uploads.sessionRenewed(token)
          dispatch({
            type: 'failed',
            message: (words) => (lost > 0 || kept.length > 0 ? words.restarted : words.reattaching),
          })
          if (kept.length > 0) dispatch({ type: 'keptLost' })
          return false
        },
      })
      if (!sent) return saver.saveAll()
      dispatch({ type: 'sent' })
      announceSubmitted()
      // Without it the page that follows takes a session itself.
      await session.startOver().catch(() => undefined)
    } catch (error) {
      const found = fieldProblems(error, form.inputNames)
      dispatch(
        found.length > 0 ? { type: 'refused', problems: found } : { type: 'failed', message: failure(error) },
      )
    } finally {
      if (store.state().phase !== 'sent') saver.resume()
    }
  }

  /** Submits once all files are there. The page stays as it is meanwhile, so that one can still be taken away. */
  const submitWithFiles = async () => {
    if (store.state().notice !== null) return
    const { generation } = store.state()
    dispatch({ type: 'waiting', notice: (words) => words.uploads.holdingSubmit })
    await uploads.settled()
    // Everything is looked at anew: answers may have changed, or files failed.
    if (store.state().generation === generation) await submit()
  }

  return {
    store,
    uploads,
    saver,
    change: (name, value, committed = false) => {
      if (!begun) begin()
      dispatch({ type: 'changed', name, value, today: today() })
      saver.changed(name, value)
      if (committed) saver.flush()
    },
    leave: (name, unreadable = false) => {
      dispatch({ type: 'left', name, today: today(), unreadable })
      saver.flush()
    },
    setSecondSigner: (present) => {
      dispatch({ type: 'secondSigner', present })
      saver.secondSignerChanged(present)
    },
    prefill: (offered) => void prefill(offered),
    submit,
    startOver: async () => {
      saver.reset()
      const token = session.stored()
      session.forget()
      uploads.forget()
      dispatch({ type: 'startedOver' })
      // The page is empty whatever becomes of it; what the server still has is erased as it expires.
      if (token !== null) await discardDraft(token).catch(() => undefined)
    },
    attach: () => attachSaver(saver),
  }
}

/** What the form's rules say; a kept answer is one, though it is not here to be looked at. */
function problemsOf(form: VisibleForm, store: ApplicationStore): NamedProblem[] {
  const state = store.state()
  const options = { today: today(), secondSigner: state.secondSigner }
  // Half a date has no value, so only the field that was left could tell.
  const isHalf = (name: string) => state.problems[name] === 'date' && state.values[name] === ''
  const found = validate(shownValues(form, state), form, options).filter(
    ({ name, key }) => isHalf(name) || !(key === 'required' && isAnswered(state, name)),
  )
  const halves = shownInputs(form, state).filter(
    ({ name }) => isHalf(name) && !found.some((problem) => problem.name === name),
  )
  return [
    ...found.map(({ name, key }) => ({ name, problem: isHalf(name) ? 'date' : key })),
    ...halves.map(({ name }) => ({ name, problem: 'date' as const })),
  ]
}

/** The server's `fields` that are this form's; the others have no place to stand. */
function fieldProblems(error: unknown, names: ReadonlySet<string>): NamedProblem[] {
  if (!(error instanceof ApiError)) return []
  return Object.entries(error.fields)
    .filter(([name]) => names.has(name))
    .map(([name, said]) => ({ name, problem: { said } }))
}

function failure(error: unknown) {
  if (!(error instanceof ApiError) || isTransient(error))
    return ({ errors }: FormMessages) => errors.submitLater
  return ({ errors }: FormMessages) => error.message || errors.submit
}
