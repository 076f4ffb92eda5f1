import { useCallback, useEffect, useReducer, useState } from 'react'
import { hasAnswer } from '#domain/catalogue/values'
import { validate } from '#domain/catalogue/validate'
import { formMessages } from '#domain/messages/form'
import { api } from './api.ts'
import { ApiError, isSessionExpired, isTransient } from './api-error.ts'
import {
  applicationReducer,
  emptyApplication,
  shownValues,
  type NamedProblem,
  type ApplicationState,
} from './application-state.ts'
import type { FormSession } from './form-session.ts'
import type { Application } from './load-application.ts'
import { submitApplication } from './submit-application.ts'
import { today } from './today.ts'
import { UploadQueue } from './upload-queue.ts'
import { uploadFile } from './upload-request.ts'

export type ApplicationHandle = {
  state: ApplicationState
  uploads: UploadQueue
  /** Stable, so that a field draws itself again only when its own answer changes. */
  change: (name: string, value: string) => void
  leave: (name: string) => void
  setSecondSigner: (present: boolean) => void
  submit: () => Promise<void>
}

/** One applicant's work on one form: answers, session, files and the way to the server. */
export function useApplication({ link, form, session, resumed }: Application): ApplicationHandle {
  const [reduce] = useState(() => applicationReducer(form))
  const [state, dispatch] = useReducer(reduce, form, emptyApplication)
  const [uploads] = useState(() => {
    const queue: UploadQueue = new UploadQueue({
      send: async (file, onProgress) => {
        const token = await session.token()
        const upload = (current: string) =>
          uploadFile(file, { token: current, companyId: link.company.id, onProgress })
        return upload(token).catch(async (error: unknown) => {
          if (!isSessionExpired(error)) throw error
          const renewed = await session.renew(token)
          if (queue.sessionRenewed(renewed) > 0) dispatch({ type: 'failed', message: formMessages.restarted })
          return upload(renewed)
        })
      },
      takeBack: (id) => takeBack(id, session),
    })
    return queue
  })

  useEffect(() => {
    if (resumed) void resume(session, uploads)
  }, [resumed, session, uploads])

  const submit = async () => {
    if (state.phase !== 'filling') return
    const values = shownValues(form, state)
    const problems = validate(values, form, { today: today(), secondSigner: state.secondSigner })
    if (problems.length > 0)
      return dispatch({
        type: 'refused',
        problems: problems.map(({ name, key }) => ({ name, problem: key })),
      })
    const trouble = uploadTrouble(uploads)
    if (trouble !== null) return dispatch({ type: 'failed', message: trouble })
    if (!hasAnswer(values)) console.warn('No form data was collected')
    dispatch({ type: 'submitting' })
    try {
      const sent = await submitApplication(values, link, {
        session,
        onWait: () =>
          dispatch({
            type: 'waiting',
            notice: navigator.onLine ? formMessages.waiting : formMessages.offline,
          }),
        onRenewed: (token) => {
          if (uploads.items().length === 0) return true
          const lost = uploads.sessionRenewed(token)
          dispatch({ type: 'failed', message: lost > 0 ? formMessages.restarted : formMessages.reattaching })
          return false
        },
      })
      if (!sent) return
      dispatch({ type: 'sent' })
      // Without it the page that follows takes a session itself.
      await session.startOver().catch(() => undefined)
    } catch (error) {
      const found = fieldProblems(error, form.inputNames)
      dispatch(
        found.length > 0 ? { type: 'refused', problems: found } : { type: 'failed', message: failure(error) },
      )
    }
  }

  return {
    state,
    uploads,
    change: useCallback((name, value) => dispatch({ type: 'changed', name, value, today: today() }), []),
    leave: useCallback((name) => dispatch({ type: 'left', name, today: today() }), []),
    setSecondSigner: useCallback((present) => dispatch({ type: 'secondSigner', present }), []),
    submit,
  }
}

/** Lists what an earlier visit's session holds. A failure is no matter here: the first need of the session tells. */
async function resume(session: FormSession, uploads: UploadQueue): Promise<void> {
  const stored = session.stored()
  if (stored === null) return
  try {
    const { files, submittedAt } = await api.sessionState(stored)
    if (submittedAt === null) uploads.restore(files)
    else await session.startOver()
  } catch (error) {
    if (isSessionExpired(error)) await session.renew(stored).catch(() => undefined)
  }
}

async function takeBack(id: string, session: FormSession): Promise<void> {
  try {
    await api.removeUpload(id, await session.token())
  } catch (error) {
    // Gone already, or gone with its session: that is what was asked for.
    if (!(error instanceof ApiError) || !['not_found', 'session_expired'].includes(error.code)) throw error
  }
}

function uploadTrouble(uploads: UploadQueue): string | null {
  const states = new Set(uploads.items().map((item) => item.state))
  if (states.has('waiting') || states.has('uploading')) return formMessages.errors.uploadsBusy
  return states.has('failed') ? formMessages.errors.uploadsFailed : null
}

/** The server's `fields` that are this form's; the others have no place to stand. */
function fieldProblems(error: unknown, names: ReadonlySet<string>): NamedProblem[] {
  if (!(error instanceof ApiError)) return []
  const problems = Object.entries(error.fields).map(([name, said]) => ({ name, problem: { said } }))
  return problems.filter(({ name }) => names.has(name))
}

function failure(error: unknown): string {
  if (!(error instanceof ApiError) || isTransient(error)) return formMessages.errors.submitLater
  return error.message || formMessages.errors.submit
}
