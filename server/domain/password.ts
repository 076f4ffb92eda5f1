import { LIMITS } from './limits.ts'
import { panelMessages } from './messages/panel.ts'

/** Why this cannot be a password, in the spec's words (section 5); null when it can. */
export function passwordProblem(password: string): string | null {
  if (password.length < LIMITS.passwordLength) return panelMessages.password.tooShort
  if (!/\d/.test(password)) return panelMessages.password.noNumber
  if (password.length > LIMITS.passwordMaxLength) return panelMessages.password.tooLong
  return null
}
