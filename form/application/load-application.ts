import { parseSettings, SettingsError, type Settings } from '#domain/catalogue/settings'
import { visibleForm, type VisibleForm } from '#domain/catalogue/visible-form'
import { LIMITS } from '#domain/limits'
import type { LocalizedText } from '#domain/messages/form'
import { api, type Link, type SessionState } from '../calls/api.ts'
import { ApiError, isSessionExpired, isUnanswered } from '../calls/api-error.ts'
import { pause, pauseUntilOnline } from '../calls/pause.ts'
import { browserTokenStore, createFormSession, type FormSession } from './form-session.ts'
import { pageData } from './page-data.ts'

/** A link, the form its company asks for, and the session under which it is filled in. */
export type Application = {
  link: Link
  form: VisibleForm
  session: FormSession
  /** What became of an earlier visit's work: as soon as the form is shown, or later over a slow line. */
  resumed: Earlier | null
  resumedLater: Promise<Earlier | null> | null
}

/** Answers and files that wait to be gone on with; an application that is in; or what was kept until its time was over. */
export type Earlier =
  | { is: 'open'; held: SessionState }
  /** `at` is the server's time, in ISO form. Another application begins with `session.startOver()`. */
  | { is: 'received'; at: string }
  | { is: 'ended' }

/** Why there is no form to show, in the words of spec section 8; another try may help where `again` says so. */
export class LoadError extends Error {
  readonly say: LocalizedText
  readonly again: boolean

  constructor(say: LocalizedText, { cause, again = false }: { cause?: unknown; again?: boolean } = {}) {
    super('The application cannot be shown', { cause })
    this.say = say
    this.again = again
  }
}

/**
 * The application as the page brought it along, to be drawn at once; null where somebody has to be asked first.
 *
 * @throws LoadError where it is known already that there is no form
 */
export function applicationAtHand(slug: string | null): Application | null {
  const told = linkOnPage(slug)
  if (slug === null || told === null || told.closed) return null
  const session = createSession(slug)
  if (session.stored() !== null) return null
  const form = visibleForm(readSettings(told.link.company.appEditorSettings))
  return { link: told.link, form, session, resumed: null, resumedLater: null }
}

/**
 * The application with what an earlier visit left. Link, unless the page brought it along, and session are asked for at
 * the same time.
 *
 * @throws LoadError
 */
export async function loadApplication(slug: string | null): Promise<Application> {
  if (slug === null) throw noSuchLink()
  const session = createSession(slug)
  const earlier = resume(session)
  // Whoever waits for it hears of a failure, and nobody may come to.
  earlier.catch(() => undefined)
  const opened = session.token().catch(toLoadError)
  const told = linkOnPage(slug)
  const link =
    told?.link ??
    (await api.link(slug).catch((cause: unknown) => {
      throw linkFailure(cause)
    }))
  const form = visibleForm(readSettings(link.company.appEditorSettings))
  const refusal = told?.closed === false ? null : await opened
  if (refusal instanceof LoadError) throw refusal
  const inTime = await Promise.race([earlier, waitFor(LIMITS.resumeWaitMs)])
  const late = inTime === 'late'
  return {
    link,
    form,
    session,
    resumed: late ? null : inTime,
    // A link that takes no more tells so at the submit.
    resumedLater: late ? earlier.catch(() => null) : null,
  }
}

const createSession = (slug: string): FormSession =>
  createFormSession(browserTokenStore(slug), () => api.initialiseSession(slug))

const noSuchLink = (): LoadError => new LoadError(({ errors }) => errors.invalidLink)

/** What the page says of its link; null where it says nothing. @throws LoadError where it says that there is none */
function linkOnPage(slug: string | null): { link: Link; closed: boolean } | null {
  if (slug === null) throw noSuchLink()
  const data = pageData()
  if (data === null) return null
  const { link, closed } = data
  if (link.status === 'success') return { link: link.data, closed }
  if (link.code === 'not_found') throw noSuchLink()
  throw new LoadError(({ errors }) => errors.load, { again: true })
}

/** A closed link opens no session, so there is no form either. Any other failure waits for the first need of one. */
const toLoadError = (cause: unknown): LoadError | null =>
  cause instanceof ApiError && cause.code === 'conflict'
    ? new LoadError(() => cause.message, { cause })
    : null

/**
 * What an earlier visit's session holds, asked for until the server answers: without it the page would send blanks for
 * what only the server has, and nobody would know that the application is in. Any other failure is no matter here, as
 * the first need of the session tells.
 *
 * @throws LoadError where the session has ended and the link takes no new one
 */
async function resume(session: FormSession): Promise<Earlier | null> {
  const stored = session.stored()
  if (stored === null) return null
  for (;;) {
    try {
      const state = await api.sessionState(stored)
      const at = state.submittedAt
      return at === null ? { is: 'open', held: state } : { is: 'received', at }
    } catch (error) {
      if (isSessionExpired(error)) return await beginAnew(session, stored)
      if (!isUnanswered(error)) return null
      await pauseUntilOnline(LIMITS.offlineRetryMs)
    }
  }
}

/** Where nothing had been saved, nothing is gone. */
async function beginAnew(session: FormSession, ended: string): Promise<Earlier | null> {
  const begun = session.begun()
  const refusal = await session.renew(ended).then(() => null, toLoadError)
  if (refusal) throw refusal
  return begun ? { is: 'ended' } : null
}

const waitFor = async (milliseconds: number): Promise<'late'> => {
  await pause(milliseconds)
  return 'late'
}

/** The server's own sentence; another where it had none, and another yet where nothing answered. */
function linkFailure(cause: unknown): LoadError {
  if (!(cause instanceof ApiError) || ['network', 'foreign'].includes(cause.code))
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
