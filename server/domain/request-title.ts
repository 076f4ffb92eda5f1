import { INPUTS } from './catalogue/index.ts'
import { localisedInput, type CatalogueWords } from './catalogue/localise.ts'
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
    case 'correction': {
      const input = INPUTS.get(item.field)
      return words.correction(input ? localisedInput(input, catalogue).label : item.field)
    }
  }
}
