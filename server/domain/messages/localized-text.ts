import type { Language } from '../language.ts'
import { applicantMessagesEs } from './applicant-es.ts'
import { applicantMessagesRu } from './applicant-ru.ts'
import { applicantMessages, type ApplicantMessages } from './applicant.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import type { LanguagePack } from './language-pack.ts'
import { russian } from './ru.ts'

/** Everything an applicant can be told in one language: the server's own sentences, and the form's in its pack. */
export type Words = ApplicantMessages & { pack: LanguagePack }

/** What a refusal says: for applicants worded in the language they are spoken to in, for staff just English. */
export type LocalizedText = string | ((words: Words) => string)

/** All languages at once: for the server. A page loads the one pack it needs. */
const WORDS: Readonly<Record<Language, Words>> = {
  en: { ...applicantMessages, pack: english },
  es: { ...applicantMessagesEs, pack: spanish },
  ru: { ...applicantMessagesRu, pack: russian },
}

export const wordsIn = (language: Language): Words => WORDS[language]

export const sentenceIn = (language: Language, sentence: LocalizedText): string =>
  typeof sentence === 'string' ? sentence : sentence(wordsIn(language))
