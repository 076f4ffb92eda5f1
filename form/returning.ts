import { tokenKeys } from './application/token-store.ts'
import { attemptStorage } from './browser-storage.ts'
import { LANGUAGE_KEY } from './language/language-choice.ts'
import { MOVE } from './page-token.ts'
import { parsePath } from './path.ts'

/**
 * A script of its own that runs before the page is first painted: the server draws an empty form, which somebody with
 * a draft, a receipt or another language must not see.
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
