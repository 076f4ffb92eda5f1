import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import type { Language } from '#domain/language'
import { english } from '#domain/messages/en'
import type { FormMessages } from '#domain/messages/form'
import type { LanguagePack } from '#domain/messages/language-pack'
import { spokenLanguage } from './spoken-language.ts'
import { keepChoice } from './language-choice.ts'
import { loadPack } from './load-pack.ts'

type LanguageState = {
  pack: LanguagePack
  /** Did the applicant choose it? */
  chosen: boolean
  choose: (language: Language) => void
}

const LanguageContext = createContext<LanguageState>({ pack: english, chosen: false, choose: () => {} })

type LanguageProviderProps = { pack: LanguagePack; chosen: boolean; children: ReactNode }

/** Speaks one language to everything beneath, and changes it when the applicant does. */
export function LanguageProvider({ children, ...initial }: LanguageProviderProps) {
  const [spoken, setSpoken] = useState(initial)
  const value = useMemo<LanguageState>(
    () => ({
      ...spoken,
      choose: (language) =>
        void loadPack(language).then(
          (pack) => {
            spokenLanguage.set(language)
            keepChoice(language)
            setSpoken({ pack, chosen: true })
          },
          // Its words could not be loaded: the page goes on in the language it has.
          () => undefined,
        ),
    }),
    [spoken],
  )
  return <LanguageContext value={value}>{children}</LanguageContext>
}

export const useLanguage = (): LanguageState => useContext(LanguageContext)

/** What the form says, in the language of the moment. */
export const useWords = (): FormMessages => useLanguage().pack.form
