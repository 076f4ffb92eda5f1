import { isEmailAddress } from '#domain/email-addresses'
import { toText } from '#domain/json'
import { companyMessages } from '#domain/messages/panel-company'

export const isEmailOrNone = (value: unknown): string | undefined =>
  toText(value) === '' || isEmailAddress(toText(value).trim()) ? undefined : companyMessages.emailWrong
