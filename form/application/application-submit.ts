import { validate } from '#domain/catalogue/validate'
import { hasAnswer } from '#domain/catalogue/values'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import type { LocalizedText } from '#domain/messages/form'
import { api } from '../calls/api.ts'
import { ApiError, isConflict, isTooMany, isTransient, isUnanswered } from '../calls/api-error.ts'
import { orStopped } from '../calls/or-stopped.ts'
import {
  isAnswered,
  shownInputs,
  shownValues,
  type ApplicationState,
  type NamedProblem,
} from './application-state.ts'
import type { ApplicationStore } from './application-store.ts'
import type { DraftSaver } from '../draft/draft-saver.ts'
import { revealTop } from '../embed/frame.ts'
import type { Application } from './load-application.ts'
import { tellHost, type ReceivedNote } from './received-note.ts'
import { sendApplication } from './send-application.ts'
import { today } from '../today.ts'
import type { Uploads } from '../uploads/uploads.ts'

type Parts = {
  store: ApplicationStore
  uploads: Uploads
  saver: DraftSaver
  received: ReceivedNote
  /** What is to be done as a session has ended; a submit that cannot go on then is over. */
  end: (token: string) => void
}

/** What the submit button does: checks, waits for files, sends, and says on the page what comes of it. */
export function createSubmit(application: Application, { store, uploads, saver, received, end }: Parts) {
  const { link, form, session, resumedLater } = application
  const { dispatch } = store
  /** Of the submit that is under way or waits for something. */
  let stop = new AbortController()

  const submit = async (): Promise<void> => {
    if (store.state().phase !== 'filling') return
    if (store.state().resuming) return submitAfter(resumed, (words) => words.draft.resuming)
    const state = store.state()
    const problems = findProblems(form, state)
    if (problems.length > 0) return dispatch({ type: 'refused', problems })
    if (uploads.isBusy() && !uploads.hasFailed())
      return submitAfter(filesSettled, (words) => words.uploads.holdingSubmit)
    if (uploads.hasFailed())
      return dispatch({ type: 'failed', message: ({ errors }) => errors.uploadsFailed })
    const values = shownValues(form, state)
    const kept = [...state.kept].filter((name) => Object.hasOwn(values, name))
    if (!hasAnswer(values) && kept.length === 0) console.warn('No form data was collected')
    dispatch({ type: 'submitting' })
    saver.pause()
    const { signal } = (stop = new AbortController())
    const tries: { last: string | null } = { last: null }
    try {
      const sent = await sendApplication(values, kept, link, {
        session,
        signal,
        onTry: (token) => {
          tries.last = token
          received.tried(token)
        },
        onWait: (error, usedUp) =>
          dispatch({
            type: 'waiting',
            notice: (words) => (navigator.onLine ? words.waiting : words.offline),
            trouble: describeTrouble(error, usedUp),
          }),
        onEnded: end,
        isOver: () => store.state().phase !== 'submitting',
      })
      if (sent.is === 'over') return
      if (sent.is === 'received') return received.say(sent.token, sent.at)
      dispatch({ type: 'sent' })
      tellHost(session, sent.token)
      // Without it the page that follows takes a session itself.
      await session.startOver().catch(() => undefined)
    } catch (error) {
      const tried = tries.last
      if (tried !== null && isConflict(error)) {
        const state = await orStopped(api.sessionState(tried), signal).catch(() => null)
        if (state?.submittedAt) return received.say(tried, state.submittedAt)
      }
      const found = fieldProblems(error, form.inputNames)
      if (found.length > 0) dispatch({ type: 'refused', problems: found })
      else dispatch({ type: 'failed', message: failure(error), stillHere: isTransient(error) })
      // A try that was cut may have arrived, as may one before something in between refused the next.
      if (tried !== null && (signal.aborted || isUnanswered(error)))
        void received.look(tried).catch(() => undefined)
    } finally {
      if (store.state().phase !== 'sent') saver.resume()
    }
  }

  /** Submits once that is there. The page stays as it is meanwhile: a file can still be taken away, say. */
  const submitAfter = async (arrival: () => Promise<unknown>, notice: LocalizedText) => {
    if (store.state().notice !== null) return
    const { generation } = store.state()
    const { signal } = (stop = new AbortController())
    dispatch({ type: 'waiting', notice })
    await arrival()
    // Everything is looked at anew: answers may have changed, or files failed.
    if (signal.aborted || store.state().generation !== generation) return
    dispatch({ type: 'waiting', notice: null })
    // Whoever has just learned that an application is in already may not want to send another one.
    if (store.state().news?.is === 'received' && arrival === resumed) return revealTop()
    await submit()
  }

  const resumed = async () => resumedLater

  const filesSettled = async () => {
    while (uploads.isBusy() && !uploads.hasFailed()) await uploads.settled()
  }

  const stopSubmit = () => {
    stop.abort()
    if (store.state().phase === 'filling') dispatch({ type: 'waiting', notice: null })
  }

  return { submit, stopSubmit }
}

/** What the form's rules say; a kept answer is one, though it is not here to be looked at. */
function findProblems(form: VisibleForm, state: ApplicationState): NamedProblem[] {
  const options = { today: today(), secondSigner: state.secondSigner }
  // Half a date has no value, so only the field that was left could tell.
  const isHalf = (name: string) =>
    getOwn(state.problems, name) === 'date' && getOwn(state.values, name) === ''
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

/** What there is to say of a submit that has failed and goes on. */
function describeTrouble(error: unknown, usedUp: boolean): LocalizedText | null {
  if (isTooMany(error)) return failure(error)
  return usedUp ? ({ errors }) => errors.submitLater : null
}

function failure(error: unknown): LocalizedText {
  if (!(error instanceof ApiError) || isTransient(error)) return ({ errors }) => errors.submitLater
  return ({ errors }) => error.message || errors.submit
}
