import { catalogueEs } from './catalogue-es.ts'
import { formMessagesEs } from './form-es.ts'
import type { LanguagePack } from './language-pack.ts'

export const spanish: LanguagePack = { language: 'es', form: formMessagesEs, catalogue: catalogueEs }
