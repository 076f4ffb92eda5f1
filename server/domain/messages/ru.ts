import { catalogueRu } from './catalogue-ru.ts'
import { formMessagesRu } from './form-ru.ts'
import type { LanguagePack } from './language-pack.ts'

export const russian: LanguagePack = { language: 'ru', form: formMessagesRu, catalogue: catalogueRu }
