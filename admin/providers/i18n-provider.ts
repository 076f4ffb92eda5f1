import { defaultI18nProvider, type I18nProvider } from 'react-admin'
import { getOwn } from '#domain/get-own'
import { isRecord } from '#domain/json'
import { panelMessages } from '#domain/messages/panel'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { LISTS } from '#domain/pages'

const { table } = panelMessages

const REPLACED: Record<string, string> = {
  'ra.notification.http_error': panelMessages.login.unreachable,
  'ra.notification.logged_out': panelMessages.login.sessionEnded,
  'ra.navigation.no_results': table.nothingFound,
  'ra.page.not_found': panelMessages.failures.notFoundTitle,
  'ra.message.not_found': panelMessages.failures.notFound,
  'ra.page.error': panelMessages.failures.crashTitle,
  'ra.action.refresh': table.refresh,
  'ra.action.clear_input_value': table.clear,
  'ra.action.close': dialogMessages.close,
}

const RESOURCES = Object.entries(LISTS).map(([page, { title, columns }]) => [
  page,
  { name: title, fields: columns },
])
const WORDS = { ...panelMessages, resources: Object.fromEntries(RESOURCES) as unknown }

/**
 * Looks texts up in #domain/messages ('resources.forms.name', or any key of panelMessages), then in react-admin's own.
 */
export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    // A tooltip would replace the header's name.
    if (key === 'ra.sort.sort_by') return ''
    if (key === 'table.sortedBy') return table.sortedBy(String(options?.field), String(options?.order))
    return getOwn(REPLACED, key) ?? lookUp(key) ?? defaultI18nProvider.translate(key, options)
  },
}

function lookUp(path: string): string | null {
  let found: unknown = WORDS
  for (const part of path.split('.')) {
    if (!isRecord(found)) return null
    found = getOwn(found, part)
  }
  return typeof found === 'string' ? found : null
}
