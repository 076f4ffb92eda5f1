import { expect, test } from 'vitest'
import { i18nProvider } from './i18n-provider.ts'

test.each([
  ['resources.forms.name', 'Submitted Forms'],
  ['table.search', 'Search...'],
  ['ra.notification.logged_out', 'Your session has ended. Please sign in again.'],
  ['ra.action.cancel', 'Cancel'],
])('%s reads %s', (key, text) => expect(i18nProvider.translate(key)).toBe(text))

test('what nobody has words for falls back to what the caller offers', () => {
  expect(i18nProvider.translate('resources.forms.fields.x', { _: 'X' })).toBe('X')
  expect(i18nProvider.translate('table.displayed', { _: 'X' })).toBe('X')
})
