import { mailMessages } from '#domain/messages/mail'
import { composeMail, type MailContent } from './mail-page.ts'

/** Tells a company that an application has come in; of the applicant it tells nothing (security.md 15). */
export function newApplicationMail(companyName: string, link: string): MailContent {
  const words = mailMessages.newApplication
  const company = companyName.replace(/\s+/g, ' ').trim()
  return composeMail({
    subject: words.subject(company),
    sender: company,
    text: words.text(company),
    button: words.button,
    link,
    footer: words.footer,
  })
}
