import { parseSettings, SettingsError, type Settings } from '#domain/catalogue/settings'
import { visibleForm, type VisibleForm } from '#domain/catalogue/visible-form'
import { formMessages } from '#domain/messages/form'
import { api, type Link } from './api.ts'
import { ApiError } from './api-error.ts'
import { browserTokenStore, createFormSession, type FormSession } from './form-session.ts'

/** A link, the form its company asks for, and the session under which it is filled in. */
export type Application = {
  link: Link
  form: VisibleForm
  session: FormSession
  /** Was the session begun on an earlier visit, so that it may hold files? */
  resumed: boolean
}

/** Why there is no form to show, in the words of spec section 8. */
export class LoadError extends Error {}

/** Link and session are asked for at the same time. @throws LoadError */
export async function loadApplication(slug: string | null): Promise<Application> {
  if (slug === null) throw new LoadError(formMessages.errors.invalidLink)
  const session = createFormSession(browserTokenStore(slug), () => api.initialiseSession(slug))
  const resumed = session.stored() !== null
  const opened = session.token().catch(refusalOf)
  const link = await api.link(slug).catch((cause: unknown) => {
    throw new LoadError(linkFailure(cause), { cause })
  })
  const refusal = await opened
  if (refusal instanceof LoadError) throw refusal
  return { link, form: visibleForm(readSettings(link.company.appEditorSettings)), session, resumed }
}

/** A closed link opens no session, so there is no form either. Any other failure waits for the first need of one. */
const refusalOf = (cause: unknown): LoadError | null =>
  cause instanceof ApiError && cause.code === 'conflict' ? new LoadError(cause.message, { cause }) : null

/** The server's own sentence; another where it had none, and another yet where nothing answered. */
function linkFailure(cause: unknown): string {
  if (!(cause instanceof ApiError) || cause.code === 'network') return formMessages.errors.load
  return cause.message || formMessages.errors.fetchLink
}

function readSettings(text: string): Settings {
  try {
    return parseSettings(text)
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause
    throw new LoadError(formMessages.errors.settings, { cause })
  }
}
