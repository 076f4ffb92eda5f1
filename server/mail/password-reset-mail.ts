import { mailMessages } from '#domain/messages/mail'
import { composeMail, type MailContent } from './mail-page.ts'

/** The link to a new password; of the person it tells nothing. @param companyName null for those outside any company */
export function passwordResetMail(companyName: string | null, link: string): MailContent {
  const { subject, sender, text, button, footer } = mailMessages.passwordReset
  return composeMail({ subject, sender: companyName?.trim() || sender, text, button, link, footer })
}
