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
  chosen: boolean
  choose: (language: Language) => void
}

const LanguageContext = createContext<LanguageState>({ pack: english, chosen: false, choose: () => {} })

type LanguageProviderProps = { pack: LanguagePack; chosen: boolean; children: ReactNode }

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
          // A failed load keeps the current language.
          () => undefined,
        ),
    }),
    [spoken],
  )
  return <LanguageContext value={value}>{children}</LanguageContext>
}

export const useLanguage = (): LanguageState => useContext(LanguageContext)

export const useWords = (): FormMessages => useLanguage().pack.form
