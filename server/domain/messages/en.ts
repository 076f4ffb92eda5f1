import { formMessages } from './form.ts'
import type { LanguagePack } from './language-pack.ts'

export const english: LanguagePack = { language: 'en', form: formMessages, catalogue: null }
