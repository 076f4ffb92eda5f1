import type { Language } from '#domain/language'
import { english } from '#domain/messages/en'
import type { LanguagePack } from '#domain/messages/language-pack'
import { reloadable } from '../reloadable.ts'

const spanish = reloadable(() => import('#domain/messages/es'))
const russian = reloadable(() => import('#domain/messages/ru'))

export async function loadPack(language: Language): Promise<LanguagePack> {
  switch (language) {
    case 'en':
      return english
    case 'es':
      return (await spanish()).spanish
    case 'ru':
      return (await russian()).russian
  }
}
