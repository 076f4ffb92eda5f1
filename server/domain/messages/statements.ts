import type { Language } from '../language.ts'

type StatementMessages = {
  list: string
  attached: string
  missing: string
  monthOf: (name: string) => string
  other: string
}

export const statementMessages: Readonly<Record<Language, StatementMessages>> = {
  en: {
    list: 'Statements by month',
    attached: 'attached',
    missing: 'missing',
    monthOf: (name) => `What ${name} is`,
    other: 'Other document',
  },
  es: {
    list: 'Estados de cuenta por mes',
    attached: 'adjunto',
    missing: 'falta',
    monthOf: (name) => `Qué es ${name}`,
    other: 'Otro documento',
  },
  ru: {
    list: 'Выписки по месяцам',
    attached: 'есть',
    missing: 'нет',
    monthOf: (name) => `Что такое ${name}`,
    other: 'Другой документ',
  },
}
