import type { Language } from '../language.ts'
import { LIMITS } from '../limits.ts'

/** Of mails to addresses that strangers typed: the company's name and a reference, and no personal data. */
export type ApplicantMailWords = {
  subject: (company: string) => string
  text: (company: string, reference: string) => string
  button: string
  footer: string
}

const { receiptDays } = LIMITS

export const receiptMailMessages: Readonly<Record<Language, ApplicantMailWords>> = {
  en: {
    subject: (company) => `${company} received your application`,
    text: (company, reference) => `${company} received your application ${reference}.`,
    button: 'See your application',
    footer: `The link works for ${receiptDays} days. Don't forward this mail: the link opens the page for anyone. If you did not apply, ignore it.`,
  },
  es: {
    subject: (company) => `${company} recibió su solicitud`,
    text: (company, reference) => `${company} recibió su solicitud ${reference}.`,
    button: 'Ver su solicitud',
    footer: `El enlace funciona durante ${receiptDays} días. No reenvíe este correo: el enlace abre la página a cualquiera. Si usted no envió una solicitud, ignórelo.`,
  },
  ru: {
    subject: (company) => `${company}: ваша заявка получена`,
    text: (company, reference) => `Компания ${company} получила вашу заявку ${reference}.`,
    button: 'Открыть заявку',
    footer: `Ссылка действует ${receiptDays} дней. Не пересылайте это письмо: по ссылке страницу откроет любой. Если вы не подавали заявку, не обращайте на него внимания.`,
  },
}
