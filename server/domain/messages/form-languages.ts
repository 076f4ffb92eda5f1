import type { Language } from '../language.ts'
import { formMessagesEs } from './form-es.ts'
import { formMessagesRu } from './form-ru.ts'
import { formMessages, type FormMessages } from './form.ts'

/** The form's words in each language, for the server; the form itself loads the one it needs. */
export const FORM_MESSAGES: Readonly<Record<Language, FormMessages>> = {
  en: formMessages,
  es: formMessagesEs,
  ru: formMessagesRu,
}
