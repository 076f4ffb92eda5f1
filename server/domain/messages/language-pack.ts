import type { CatalogueWords } from '../catalogue/localise.ts'
import type { Language } from '../language.ts'
import type { FormMessages } from './form.ts'

/** All that the form says in one language. The catalogue is English itself, so English has no words for it. */
export type LanguagePack = { language: Language; form: FormMessages; catalogue: CatalogueWords | null }
