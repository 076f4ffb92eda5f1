import type { Language } from '../language.ts'
import { applicantMessagesEs } from './applicant-es.ts'
import { applicantMessagesRu } from './applicant-ru.ts'
import { applicantMessages, type ApplicantMessages } from './applicant.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import type { LanguagePack } from './language-pack.ts'
import { russian } from './ru.ts'

type Words = ApplicantMessages & { pack: LanguagePack }

export type LocalizedText = string | ((words: Words) => string)

const WORDS: Readonly<Record<Language, Words>> = {
  en: { ...applicantMessages, pack: english },
  es: { ...applicantMessagesEs, pack: spanish },
  ru: { ...applicantMessagesRu, pack: russian },
}

export const wordsIn = (language: Language): Words => WORDS[language]

export const sentenceIn = (language: Language, sentence: LocalizedText): string =>
  typeof sentence === 'string' ? sentence : sentence(wordsIn(language))
