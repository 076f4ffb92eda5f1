import { parseSettings, SettingsError, type Settings } from '#domain/catalogue/settings'
import { visibleForm, type VisibleForm } from '#domain/catalogue/visible-form'
import { LIMITS } from '#domain/limits'
import type { Say } from '#domain/messages/form'
import { api, type Link, type SessionState } from './api.ts'
import { ApiError, isSessionExpired } from './api-error.ts'
import { browserTokenStore, createFormSession, type FormSession } from './form-session.ts'

/** A link, the form its company asks for, and the session under which it is filled in. */
export type Application = {
  link: Link
  form: VisibleForm
  session: FormSession
  /** What an earlier visit left, answers and files: as soon as the form is shown, or later over a slow line. */
  resumed: SessionState | null
  resumedLater: Promise<SessionState | null> | null
}

/** Why there is no form to show, in the words of spec section 8; another try may help where `again` says so. */
export class LoadError extends Error {
  readonly say: Say
  readonly again: boolean

  constructor(say: Say, { cause, again = false }: { cause?: unknown; again?: boolean } = {}) {
    super('The application cannot be shown', { cause })
    this.say = say
    this.again = again
  }
}

/** Link and session are asked for at the same time. @throws LoadError */
export async function loadApplication(slug: string | null): Promise<Application> {
  if (slug === null) throw new LoadError(({ errors }) => errors.invalidLink)
  const session = createFormSession(browserTokenStore(slug), () => api.initialiseSession(slug))
  const earlier = resume(session)
  const opened = session.token().catch(refusalOf)
  const link = await api.link(slug).catch((cause: unknown) => {
    throw linkFailure(cause)
  })
  const form = visibleForm(readSettings(link.company.appEditorSettings))
  const refusal = await opened
  if (refusal instanceof LoadError) throw refusal
  const inTime = await Promise.race([earlier, waitFor(LIMITS.resumeWaitMs)])
  const late = inTime === 'late'
  return { link, form, session, resumed: late ? null : inTime, resumedLater: late ? earlier : null }
}

/** A closed link opens no session, so there is no form either. Any other failure waits for the first need of one. */
const refusalOf = (cause: unknown): LoadError | null =>
  cause instanceof ApiError && cause.code === 'conflict'
    ? new LoadError(() => cause.message, { cause })
    : null

/** What an earlier visit's session holds. A failure is no matter here, as the first need of the session tells. */
async function resume(session: FormSession): Promise<SessionState | null> {
  const stored = session.stored()
  if (stored === null) return null
  try {
    const state = await api.sessionState(stored)
    if (state.submittedAt === null) return state
    await session.startOver()
  } catch (error) {
    if (isSessionExpired(error)) await session.renew(stored).catch(() => undefined)
  }
  return null
}

const waitFor = (milliseconds: number): Promise<'late'> =>
  new Promise((done) => setTimeout(done, milliseconds, 'late'))

/** The server's own sentence; another where it had none, and another yet where nothing answered. */
function linkFailure(cause: unknown): LoadError {
  if (!(cause instanceof ApiError) || cause.code === 'network')
    return new LoadError(({ errors }) => errors.load, { cause, again: true })
  return new LoadError(({ errors }) => cause.message || errors.fetchLink, { cause })
}

function readSettings(text: string): Settings {
  try {
    return parseSettings(text)
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause
    throw new LoadError(({ errors }) => errors.settings, { cause })
  }
}
