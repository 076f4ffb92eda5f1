import { withInvite } from '#domain/catalogue/second-signer'
import { parseSettings, SettingsError } from '#domain/catalogue/settings'
import { visibleForm } from '#domain/catalogue/visible-form'
import type { PageData } from '../../server/http/form-page.ts'
import type { Link } from '../calls/api.ts'
import type { LoadedLink, LoadFailure, PageLink } from './state.ts'

const NO_SUCH_LINK: LoadFailure = { say: ({ errors }) => errors.invalidLink, again: false }
export const NOT_LOADED: LoadFailure = { say: ({ errors }) => errors.load, again: true }

export function readPageLink(slug: string | null, data: PageData | null): PageLink {
  if (slug === null) return NO_SUCH_LINK
  if (data === null) return null
  const { link, closed } = data
  if (link.status !== 'success') return link.code === 'not_found' ? NO_SUCH_LINK : NOT_LOADED
  const loaded = withForm(link.data)
  return 'say' in loaded ? loaded : { ...loaded, closed }
}

export function withForm(link: Link): LoadedLink | LoadFailure {
  try {
    const form = visibleForm(parseSettings(link.company.appEditorSettings))
    return { link, form: link.company.applicantSettings.secondSignerElsewhere ? withInvite(form) : form }
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause
    return { say: ({ errors }) => errors.settings, again: false }
  }
}
