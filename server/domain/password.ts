import { LIMITS } from './limits.ts'
import { panelMessages } from './messages/panel.ts'

export function passwordProblem(password: string): string | null {
  if (password.length < LIMITS.passwordLength) return panelMessages.password.tooShort
  if (!/\d/.test(password)) return panelMessages.password.noNumber
  if (password.length > LIMITS.passwordMaxLength) return panelMessages.password.tooLong
  return null
}
