import type { Language } from '../language.ts'

type StatementMessages = {
  list: string
  attached: string
  missing: string
  add: string
  monthOf: (name: string) => string
  other: string
}

export const statementMessages: Readonly<Record<Language, StatementMessages>> = {
  en: {
    list: 'Statements by month',
    attached: 'attached',
    missing: 'missing',
    add: 'Add',
    monthOf: (name) => `What ${name} is`,
    other: 'Other document',
  },
  es: {
    list: 'Estados de cuenta por mes',
    attached: 'adjunto',
    missing: 'falta',
    add: 'Añadir',
    monthOf: (name) => `Qué es ${name}`,
    other: 'Otro documento',
  },
  ru: {
    list: 'Выписки по месяцам',
    attached: 'есть',
    missing: 'нет',
    add: 'Добавить',
    monthOf: (name) => `Что такое ${name}`,
    other: 'Другой документ',
  },
}
