import type { CatalogueWords } from '../catalogue/localise.ts'
import type { Language } from '../language.ts'
import type { FormMessages } from './form.ts'

export type LanguagePack = { language: Language; form: FormMessages; catalogue: CatalogueWords | null }
