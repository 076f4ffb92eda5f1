import { INPUTS } from './catalogue/index.ts'
import { localisedInput, type CatalogueWords } from './catalogue/localise.ts'
import { getOwn } from './get-own.ts'
import type { Language } from './language.ts'
import { requestWords } from './messages/request.ts'
import { monthName } from './month-name.ts'
import type { RequestItem } from './request.ts'

export function itemTitle(item: RequestItem, language: Language, catalogue: CatalogueWords | null): string {
  const words = requestWords[language]
  switch (item.kind) {
    case 'statement':
      return words.statement(monthName(item.month, language))
    case 'document':
      return [words.types[item.type], item.label].filter(Boolean).join(': ')
    case 'answer':
      return item.question
    case 'correction':
      return words.correction(fieldLabel(item.field, catalogue))
  }
}

/** Partners' inputs have the same labels. */
export function fieldLabel(name: string, catalogue: CatalogueWords | null): string {
  const input = INPUTS.get(name)
  const label = input ? localisedInput(input, catalogue).label : name
  const [group = '', partner] = /^partner(\d)/.exec(name) ?? []
  if (partner === undefined) return label
  return `${label} (${(catalogue && getOwn(catalogue.groups, group)) ?? `Partner ${partner}`})`
}
