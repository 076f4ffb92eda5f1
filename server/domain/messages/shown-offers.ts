import type { Language } from '../language.ts'
import { longDate } from './long-date.ts'
import { russianPlural } from './russian-plural.ts'
import type { Wording } from './wording.ts'

const english = {
  title: 'Offers for you',
  intro: (company: string) => `Say which one you want. ${company} makes the final choice and contacts you.`,
  offer: (number: number, amount: string) => `Offer ${number}: ${amount}`,
  gets: (net: string) => `You get ${net}.`,
  getsLess: (net: string, amount: string, fees: string) => `You get ${net}: ${amount} less ${fees} in fees.`,
  pays: {
    daily: (payback: string, count: number, payment: string) =>
      `You pay back ${payback} in ${count} payments of ${payment}, one each business day.`,
    weekly: (payback: string, count: number, payment: string) =>
      `You pay back ${payback} in ${count} payments of ${payment}, one each week.`,
  },
  costs: (cost: string, apr: string) => `It costs you ${cost}. As a yearly rate (APR), that is ${apr}.`,
  until: (date: string) => `Good until ${longDate(date, 'en-US')}`,
  want: 'I want this one',
  wanted: 'You said that you want this one.',
}

export type ShownOfferWords = Wording<typeof english>

const spanish: ShownOfferWords = {
  title: 'Ofertas para usted',
  intro: (company) => `Diga cuál quiere. ${company} toma la decisión final y se comunica con usted.`,
  offer: (number, amount) => `Oferta ${number}: ${amount}`,
  gets: (net) => `Usted recibe ${net}.`,
  getsLess: (net, amount, fees) => `Usted recibe ${net}: ${amount} menos ${fees} de cargos.`,
  pays: {
    daily: (payback, count, payment) =>
      `Usted devuelve ${payback} en ${count} pagos de ${payment}, uno cada día hábil.`,
    weekly: (payback, count, payment) =>
      `Usted devuelve ${payback} en ${count} pagos de ${payment}, uno por semana.`,
  },
  costs: (cost, apr) => `Le cuesta ${cost}. Como tasa anual (APR), es ${apr}.`,
  until: (date) => `Válida hasta el ${longDate(date, 'es-US')}`,
  want: 'Quiero esta',
  wanted: 'Usted dijo que quiere esta.',
}

const payments = (count: number): string =>
  `${count} ${russianPlural(count, 'платёж', 'платежа', 'платежей')}`

const russian: ShownOfferWords = {
  title: 'Предложения для вас',
  intro: (company) => `Скажите, какое вам подходит. Окончательно выбирает ${company} и свяжется с вами.`,
  offer: (number, amount) => `Предложение ${number}: ${amount}`,
  gets: (net) => `Вы получаете ${net}.`,
  getsLess: (net, amount, fees) => `Вы получаете ${net}: ${amount} за вычетом комиссий ${fees}.`,
  pays: {
    daily: (payback, count, payment) =>
      `Вы возвращаете ${payback}: ${payments(count)} по ${payment}, каждый рабочий день.`,
    weekly: (payback, count, payment) =>
      `Вы возвращаете ${payback}: ${payments(count)} по ${payment}, раз в неделю.`,
  },
  costs: (cost, apr) => `Это стоит вам ${cost}. Годовая ставка (APR) — ${apr}.`,
  until: (date) => `Действует до ${longDate(date, 'ru').replace(/\s?г\.$/, ' года')}`,
  want: 'Мне подходит это',
  wanted: 'Вы сказали, что вам подходит это.',
}

/** Loads with the offers, in all languages. */
export const shownOfferWords: Readonly<Record<Language, ShownOfferWords>> = {
  en: english,
  es: spanish,
  ru: russian,
}
