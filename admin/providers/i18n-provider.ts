import { defaultI18nProvider, type I18nProvider } from 'react-admin'
import { getOwn } from '#domain/get-own'
import { isRecord } from '#domain/json'
import { panelMessages } from '#domain/messages/panel'
import { dialogMessages } from '#domain/messages/panel-dialog'

/** react-admin's own sentences that ours replace. */
const REPLACED: Record<string, string> = {
  'ra.notification.http_error': panelMessages.login.unreachable,
  'ra.notification.logged_out': panelMessages.login.sessionEnded,
  'ra.navigation.no_results': panelMessages.table.nothingFound,
  'ra.page.not_found': panelMessages.failures.notFoundTitle,
  'ra.message.not_found': panelMessages.failures.notFound,
  'ra.page.error': panelMessages.failures.crashTitle,
  'ra.action.refresh': panelMessages.table.refresh,
  'ra.action.close': dialogMessages.close,
}

/** Words come from #domain/messages ('resources.forms.name', or any key of panelMessages); else react-admin's own. */
export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => ownWords(key) ?? defaultI18nProvider.translate(key, options),
}

function ownWords(key: string): string | null {
  const page = /^resources\.(\w+)\.name$/.exec(key)?.[1]
  const path = page === undefined ? key : `layout.pages.${page}`
  return getOwn(REPLACED, path) ?? lookUp(path)
}

function lookUp(path: string): string | null {
  let found: unknown = panelMessages
  for (const part of path.split('.')) {
    if (!isRecord(found)) return null
    found = getOwn(found, part)
  }
  return typeof found === 'string' ? found : null
}
