import { addressesIn, isEmailAddress } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'
import { mailMessages } from '#domain/messages/mail'
import { composeMail, type MailContent } from './mail-page.ts'

export const notifyAddresses = (list: string): string[] =>
  addressesIn(list).filter(isEmailAddress).slice(0, LIMITS.notifyAddresses)

/** Says nothing about the applicant, as mail is not confidential. */
export function newApplicationMail(companyName: string, link: string): MailContent {
  const { subject, text, button, footer } = mailMessages.newApplication
  const sender = companyName.replace(/\s+/g, ' ').trim()
  return composeMail({ subject: subject(sender), sender, text: text(sender), button, link, footer })
}

export function passwordResetMail(companyName: string | null, link: string): MailContent {
  const { subject, sender, text, button, footer } = mailMessages.passwordReset
  return composeMail({ subject, sender: companyName?.trim() || sender, text, button, link, footer })
}
