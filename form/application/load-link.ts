import { api } from '../calls/api.ts'
import { ApiError } from '../calls/api-error.ts'
import { NOT_LOADED, withForm } from './page-link.ts'
import type { LoadedLink, LoadFailure } from './state.ts'

export async function loadLink(slug: string): Promise<LoadedLink | LoadFailure> {
  try {
    return withForm(await api.link(slug))
  } catch (cause) {
    if (!(cause instanceof ApiError) || ['network', 'foreign'].includes(cause.code)) return NOT_LOADED
    return { say: ({ errors }) => cause.message || errors.fetchLink, again: false }
  }
}
