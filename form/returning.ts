import { tokenKeys } from './application/token-store.ts'
import { attemptStorage } from './browser-storage.ts'
import { LANGUAGE_KEY } from './language/language-choice.ts'
import { MOVE } from './page-token.ts'
import { parsePath } from './path.ts'

/**
 * Runs before the first paint, as a script of its own. The server draws an empty form in the link's language; visitors
 * who have a draft, a receipt or another language must not see it.
 */
const { documentElement } = document
const { pathname, search, hash } = window.location
const { begunKey, receiptKey } = tokenKeys(parsePath(pathname).slug ?? '')
const isReturning = attemptStorage((storage) => {
  const language = storage.getItem(LANGUAGE_KEY) ?? documentElement.lang
  const isOther = language !== documentElement.lang && !search.includes('lang=')
  return isOther || [begunKey, receiptKey].some((key) => storage.getItem(key) !== null)
})
documentElement.classList.toggle('returning', isReturning || hash.startsWith(`#${MOVE}`))
