import type { Language } from '../language.ts'
import { longDate } from './long-date.ts'
import { statementMessages } from './statements.ts'
import type { Wording } from './wording.ts'

const english = {
  title: 'What is still needed',
  asks: (company: string, date: string) =>
    `${company} needs the following to continue. Please send it by ${longDate(date, 'en-US')}.`,
  byLink: (company: string) => `${company} asked you for more. Open the link that you were sent.`,
  answered: (date: string) =>
    `Thank you. Everything you were asked for was received on ${longDate(date, 'en-US')}.`,
  statement: (month: string) => `Bank statement for ${month}`,
  correction: (label: string) => `Correct: ${label}`,
  types: { ...statementMessages.en.types, other: 'Document' },
  states: { asked: 'Still needed', given: 'Received', missing: 'You don’t have it' },
  missing: 'I don’t have this',
  why: 'Why not?',
  send: 'Send',
  sign: 'Sign and send',
  sending: 'Sending…',
  before: (value: string) => `Now: ${value}`,
  missingOf: (item: string) => `Doesn’t have: ${item}`,
  otherMonth: (seen: string, asked: string) =>
    `This looks like the statement for ${seen}, but the one for ${asked} is needed.`,
  sendAnyway: 'Send it anyway',
} as const

export type RequestWords = Wording<typeof english>

const spanish: RequestWords = {
  title: 'Lo que falta',
  asks: (company, date) =>
    `${company} necesita lo siguiente para continuar. Puede enviarlo hasta el ${longDate(date, 'es-US')}.`,
  byLink: (company) => `${company} le pidió algo más. Abra el enlace que le enviaron.`,
  answered: (date) => `Gracias. Todo lo que se le pidió se recibió el ${longDate(date, 'es-US')}.`,
  statement: (month) => `Estado de cuenta de ${month}`,
  correction: (label) => `Corregir: ${label}`,
  types: { ...statementMessages.es.types, other: 'Documento' },
  states: { asked: 'Falta', given: 'Recibido', missing: 'No lo tiene' },
  missing: 'No lo tengo',
  why: '¿Por qué no?',
  send: 'Enviar',
  sign: 'Firmar y enviar',
  sending: 'Enviando…',
  before: (value) => `Ahora: ${value}`,
  missingOf: (item) => `No tiene: ${item}`,
  otherMonth: (seen, asked) => `Este archivo parece ser de ${seen}, pero se pidió el de ${asked}.`,
  sendAnyway: 'Enviarlo de todos modos',
}

const russian: RequestWords = {
  title: 'Чего не хватает',
  asks: (company, date) =>
    `Чтобы продолжить, компании ${company} нужно следующее. Прислать можно до ${longDate(date, 'ru')}`,
  byLink: (company) => `Компании ${company} нужно от вас ещё кое-что. Откройте ссылку, которую вам прислали.`,
  answered: (date) => `Спасибо. Всё, о чём вас просили, получено ${longDate(date, 'ru')}`,
  statement: (month) => `Выписка за ${month}`,
  correction: (label) => `Исправьте: ${label}`,
  types: { ...statementMessages.ru.types, other: 'Документ' },
  states: { asked: 'Не хватает', given: 'Получено', missing: 'У вас этого нет' },
  missing: 'У меня этого нет',
  why: 'Почему нет?',
  send: 'Отправить',
  sign: 'Подписать и отправить',
  sending: 'Отправляем…',
  before: (value) => `Сейчас: ${value}`,
  missingOf: (item) => `Нет: ${item}`,
  otherMonth: (seen, asked) => `Похоже, это выписка за ${seen}, а нужна за ${asked}.`,
  sendAnyway: 'Всё равно отправить',
}

/** Loads with the status page, in all languages. */
export const requestWords: Readonly<Record<Language, RequestWords>> = {
  en: english,
  es: spanish,
  ru: russian,
}
