import type { Language } from '../language.ts'
import { longDate } from './long-date.ts'

type SecondSignerWords = {
  title: string
  /** `date` is 'YYYY-MM-DD'. */
  asked: (applicant: string, company: string, date: string) => string
  askedFirst: (applicant: string, company: string, date: string) => string
  masked: string
  answers: string
  /** The first section is titled by an instruction. */
  business: string
  signed: string
  sign: string
  signing: string
  doneTitle: string
  done: (date: string, company: string) => string
  ended: string
}

export const secondSignerWords: Readonly<Record<Language, SecondSignerWords>> = {
  en: {
    title: 'Your signature is needed',
    asked: (applicant, company, date) =>
      `${applicant} applied to ${company} for funding on ${longDate(date, 'en-US')} and named you as the second signer. Read the application and sign it below.`,
    askedFirst: (applicant, company, date) =>
      `${company} received the funding application of ${applicant} on ${longDate(date, 'en-US')}. Read it and sign it below.`,
    masked: 'Sensitive answers show only their last four characters.',
    answers: 'The application',
    business: 'Business information',
    signed: 'Signed',
    sign: 'Sign the application',
    signing: 'Signing...',
    doneTitle: 'You have signed',
    done: (date, company) => `${company} received your signature on ${longDate(date, 'en-US')}.`,
    ended: 'This link no longer works: it was used, replaced by a newer one, or is too old.',
  },
  es: {
    title: 'Se necesita su firma',
    asked: (applicant, company, date) =>
      `${applicant} solicitó fondos a ${company} el ${longDate(date, 'es-US')} y le nombró segundo firmante. Lea la solicitud y fírmela abajo.`,
    askedFirst: (applicant, company, date) =>
      `${company} recibió el ${longDate(date, 'es-US')} la solicitud de fondos de ${applicant}. Léala y fírmela abajo.`,
    masked: 'De las respuestas confidenciales solo se ven los últimos cuatro caracteres.',
    answers: 'La solicitud',
    business: 'Datos del negocio',
    signed: 'Firmado',
    sign: 'Firmar la solicitud',
    signing: 'Firmando...',
    doneTitle: 'Ha firmado',
    done: (date, company) => `${company} recibió su firma el ${longDate(date, 'es-US')}.`,
    ended: 'Este enlace ya no es válido: se usó, hay uno más nuevo o es demasiado antiguo.',
  },
  ru: {
    title: 'Нужна ваша подпись',
    asked: (applicant, company, date) =>
      `Заявитель ${applicant} подал заявку на финансирование в компанию ${company} ${longDate(date, 'ru-RU')} и указал вас вторым подписантом. Прочтите заявку и подпишите её ниже.`,
    askedFirst: (applicant, company, date) =>
      `Компания ${company} получила ${longDate(date, 'ru-RU')} заявку на финансирование от ${applicant}. Прочтите и подпишите её ниже.`,
    masked: 'От конфиденциальных ответов видны только последние четыре знака.',
    answers: 'Заявка',
    business: 'Сведения о бизнесе',
    signed: 'Подписано',
    sign: 'Подписать заявку',
    signing: 'Подписываем...',
    doneTitle: 'Вы подписали заявку',
    done: (date, company) => `Компания ${company} получила вашу подпись ${longDate(date, 'ru-RU')}`,
    ended: 'Эта ссылка больше не действует: она использована, заменена новой или устарела.',
  },
}
