import type { Language } from '../language.ts'
import { LIMITS } from '../limits.ts'

/** Of mails to addresses that strangers typed: the company's name and a reference, and no personal data. */
export type ApplicantMailWords = {
  subject: (company: string) => string
  text: (company: string, reference: string) => string
  button: string
  footer: string
}

const { receiptDays, signatureLinkDays, moveLinkHours, requestDays } = LIMITS

export const receiptMailMessages: Readonly<Record<Language, ApplicantMailWords>> = {
  en: {
    subject: (company) => `${company} received your application`,
    text: (company, reference) => `${company} received your application ${reference}.`,
    button: 'See your application',
    footer: `The link works for ${receiptDays} days. Don't forward this email: the link opens the page for anyone. If you did not apply, ignore it.`,
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

export const decisionMailMessages: Readonly<Record<Language, ApplicantMailWords>> = {
  en: {
    subject: (company) => `${company} made a decision on your application`,
    text: (company, reference) => `${company} made a decision on your application ${reference}.`,
    button: 'See the decision',
    footer: receiptMailMessages.en.footer,
  },
  es: {
    subject: (company) => `${company} tomó una decisión sobre su solicitud`,
    text: (company, reference) => `${company} tomó una decisión sobre su solicitud ${reference}.`,
    button: 'Ver la decisión',
    footer: receiptMailMessages.es.footer,
  },
  ru: {
    subject: (company) => `${company}: решение по вашей заявке`,
    text: (company, reference) => `Компания ${company} приняла решение по вашей заявке ${reference}.`,
    button: 'Посмотреть решение',
    footer: receiptMailMessages.ru.footer,
  },
}

export const sealedMailLabels: Readonly<Record<Language, string>> = {
  en: 'Fingerprint (SHA-256) of the sealed application. Anyone can check it at this address',
  es: 'Huella (SHA-256) de la solicitud sellada. Cualquiera puede comprobarla en esta dirección',
  ru: 'Отпечаток (SHA-256) заверенной заявки. Проверить его может каждый по этому адресу',
}

export type SignatureMailWords = Omit<ApplicantMailWords, 'text'> & {
  /** Who asks: the first name of the first signer and the business, where both can be shown. */
  who: (name: string, business: string) => string
  someone: string
  text: (company: string, reference: string, who: string) => string
}

export const signatureMailMessages: Readonly<Record<Language, SignatureMailWords>> = {
  en: {
    subject: (company) => `Your signature for ${company}`,
    who: (name, business) => `${name} from ${business}`,
    someone: 'A business owner',
    text: (company, reference, who) =>
      `${who} asks you to sign the funding application ${reference} to ${company}.`,
    button: 'Read and sign',
    footer: `The link works once, within ${signatureLinkDays} days, and a newer link replaces it. Don't forward this email. If you are not expecting this application, ignore it.`,
  },
  es: {
    subject: (company) => `Su firma para ${company}`,
    who: (name, business) => `${name}, de ${business},`,
    someone: 'El propietario de un negocio',
    text: (company, reference, who) =>
      `${who} le pide que firme la solicitud de financiamiento ${reference} a ${company}.`,
    button: 'Leer y firmar',
    footer: `El enlace funciona una vez, durante ${signatureLinkDays} días, y uno más nuevo lo anula. No reenvíe este correo. Si no espera esta solicitud, ignórelo.`,
  },
  ru: {
    subject: (company) => `Ваша подпись для ${company}`,
    who: (name, business) => `${name} (${business})`,
    someone: 'Владелец бизнеса',
    text: (company, reference, who) =>
      `${who} просит вас подписать заявку на финансирование ${reference} в компанию ${company}.`,
    button: 'Прочитать и подписать',
    footer: `Ссылка действует один раз в течение ${signatureLinkDays} дней; новая отменяет прежнюю. Не пересылайте это письмо. Если вы не ждёте такой заявки, не обращайте на него внимания.`,
  },
}

export const moveMailMessages: Readonly<Record<Language, ApplicantMailWords>> = {
  en: {
    subject: (company) => `Continue your application to ${company}`,
    text: (company) =>
      `Open this link on the device where you want to continue your application to ${company}.`,
    button: 'Continue',
    footer: `The link works once, within ${moveLinkHours} hours. Don't forward this email: the link opens your application for anyone. If you did not ask for it, ignore it.`,
  },
  es: {
    subject: (company) => `Continúe su solicitud a ${company}`,
    text: (company) =>
      `Abra este enlace en el dispositivo en el que quiere continuar su solicitud a ${company}.`,
    button: 'Continuar',
    footer: `El enlace funciona una vez, durante ${moveLinkHours} horas. No reenvíe este correo: el enlace abre su solicitud a cualquiera. Si usted no lo pidió, ignórelo.`,
  },
  ru: {
    subject: (company) => `Продолжите заявку в ${company}`,
    text: (company) => `Откройте эту ссылку на устройстве, на котором хотите продолжить заявку в ${company}.`,
    button: 'Продолжить',
    footer: `Ссылка действует один раз в течение ${moveLinkHours} часов. Не пересылайте это письмо: по ссылке заявку откроет любой. Если вы её не запрашивали, не обращайте внимания.`,
  },
}

export const renewalMailMessages: Readonly<Record<Language, ApplicantMailWords>> = {
  en: {
    subject: (company) => `Renew your funding with ${company}`,
    text: (company, reference) =>
      `${company} invites you to renew. Your answers of application ${reference} are filled in; check them, then add what is missing.`,
    button: 'Continue',
    footer: `The link works once, and a newer link replaces it. Don't forward this email: the link opens your answers for anyone. If you don't want to renew, ignore it.`,
  },
  es: {
    subject: (company) => `Renueve su financiamiento con ${company}`,
    text: (company, reference) =>
      `${company} le invita a renovar. Sus respuestas de la solicitud ${reference} ya están puestas; revíselas y agregue lo que falta.`,
    button: 'Continuar',
    footer: `El enlace funciona una vez, y uno más nuevo lo anula. No reenvíe este correo: el enlace abre sus respuestas a cualquiera. Si no quiere renovar, ignórelo.`,
  },
  ru: {
    subject: (company) => `${company}: повторное финансирование`,
    text: (company, reference) =>
      `Компания ${company} предлагает вам повторное финансирование. Ответы из заявки ${reference} уже внесены: проверьте их и добавьте недостающее.`,
    button: 'Продолжить',
    footer: `Ссылка действует один раз; новая отменяет прежнюю. Не пересылайте это письмо: по ссылке ваши ответы увидит любой. Если продление вам не нужно, не обращайте на него внимания.`,
  },
}

/** The last two: of a link in the mail and the page that it opens. */
export const requestMailMessages: Readonly<
  Record<Language, ApplicantMailWords & Record<'unsubscribe' | 'unsubscribed', string>>
> = {
  en: {
    subject: (company) => `${company} needs something for your application`,
    text: (company, reference) => `${company} needs something more for your application ${reference}.`,
    button: 'See what is needed',
    footer: `The link works for at most ${requestDays} days. Don't forward this email: the link opens the page for anyone. If you did not apply, ignore it.`,
    unsubscribe: 'No more reminders',
    unsubscribed: 'You won’t get any more reminders about this application.',
  },
  es: {
    subject: (company) => `${company} necesita algo para su solicitud`,
    text: (company, reference) => `${company} necesita algo más para su solicitud ${reference}.`,
    button: 'Ver lo que falta',
    footer: `El enlace funciona como máximo ${requestDays} días. No reenvíe este correo: el enlace abre la página a cualquiera. Si usted no envió una solicitud, ignórelo.`,
    unsubscribe: 'No quiero más recordatorios',
    unsubscribed: 'Ya no recibirá recordatorios de esta solicitud.',
  },
  ru: {
    subject: (company) => `${company}: по вашей заявке нужно кое-что ещё`,
    text: (company, reference) => `Компании ${company} нужно кое-что ещё по вашей заявке ${reference}.`,
    button: 'Посмотреть, что нужно',
    footer: `Ссылка действует не дольше ${requestDays} дней. Не пересылайте это письмо: по ссылке страницу откроет любой. Если вы не подавали заявку, не обращайте на него внимания.`,
    unsubscribe: 'Больше не напоминать',
    unsubscribed: 'Вам больше не будут напоминать об этой заявке.',
  },
}
