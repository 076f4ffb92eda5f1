import { addressesIn, isEmailAddress } from '#domain/email-addresses'
import type { Language } from '#domain/language'
import { LIMITS } from '#domain/limits'
import type { ApplicantMailWords } from '#domain/messages/applicant-mail'
import { mailMessages } from '#domain/messages/mail'
import { composeMail, type MailContent, type Proof, type Unsubscribe } from './mail-page.ts'

export const notifyAddresses = (list: string): string[] =>
  addressesIn(list).filter(isEmailAddress).slice(0, LIMITS.notifyAddresses)

export type CompanyMail = Exclude<
  keyof typeof mailMessages,
  'daily' | 'dueTasks' | 'mention' | 'package' | 'packageCode' | PasswordMail
>
type PasswordMail = 'passwordReset' | 'invitation'

/** Says nothing about the applicant, as mail is not confidential. */
export function companyMail(about: CompanyMail, companyName: string, link: string): MailContent {
  const { subject, text, button, footer } = mailMessages[about]
  const sender = oneLine(companyName)
  return composeMail({ subject: subject(sender), sender, text: text(sender), button, link, footer })
}

export function mentionMail(
  companyName: string,
  author: string,
  reference: string,
  link: string,
): MailContent {
  const { subject, text, button, footer } = mailMessages.mention
  const [sender, name] = [oneLine(companyName), oneLine(author)]
  return composeMail({
    subject: subject(sender),
    sender,
    text: text(sender, name, reference),
    button,
    link,
    footer,
  })
}

/** @param references of the tasks' submissions, each once */
export function dueTasksMail(
  companyName: string | null,
  count: number,
  references: readonly string[],
  link: string,
): MailContent {
  const { subject, sender, text, button, footer } = mailMessages.dueTasks
  const named = references.slice(0, LIMITS.referencesPerMail)
  const shown = { text: text(count, named, references.length - named.length), button, link, footer }
  return composeMail({ subject: subject(count), sender: oneLine(companyName ?? '') || sender, ...shown })
}

/** @param companyName null: of all companies */
export function dailyMail(companyName: string | null, count: number, link: string): MailContent {
  const { everywhere, subject, sender, text, button, footer } = mailMessages.daily
  const name = companyName === null ? everywhere : oneLine(companyName)
  const shown = { subject: subject(name, count), text: text(name, count), button, link, footer }
  return composeMail({ sender: companyName === null ? sender : name, ...shown })
}

/** To a funder: no names and no message, as mail is not confidential. */
export function packageMail(companyName: string, reference: string, link: string): MailContent {
  const { subject, text, button, footer } = mailMessages.package
  const sender = oneLine(companyName)
  return composeMail({
    subject: subject(sender),
    sender,
    text: text(sender, reference),
    button,
    link,
    footer,
  })
}

export function packageCodeMail(companyName: string, code: string): MailContent {
  const { subject, text, footer } = mailMessages.packageCode
  const sender = oneLine(companyName)
  return composeMail({ subject, sender, text: text(code, sender), button: '', link: '', footer })
}

export function passwordMail(about: PasswordMail, companyName: string | null, link: string): MailContent {
  const { subject, sender, text, button, footer } = mailMessages[about]
  return composeMail({ subject, sender: companyName?.trim() || sender, text, button, link, footer })
}

type Application = {
  companyName: string
  reference: string
  link: string
  unsubscribe?: Unsubscribe
  proof?: Proof | null
}

export function applicantMail(
  words: ApplicantMailWords,
  language: Language,
  { companyName, reference, link, unsubscribe, proof = null }: Application,
): MailContent {
  const sender = oneLine(companyName)
  const { subject, text, button, footer } = words
  const shown = { subject: subject(sender), text: text(sender, reference), button, footer }
  return composeMail({ sender, link, language, proof, ...shown, ...(unsubscribe && { unsubscribe }) })
}

const oneLine = (companyName: string): string => companyName.replace(/\s+/g, ' ').trim()
