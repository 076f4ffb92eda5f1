import { DEFAULT_LANGUAGE } from '#domain/language'
import { sentenceIn, type LocalizedText } from '#domain/messages/localized-text'

const sentences = new Map<string, LocalizedText>()

/** Zod messages are texts, so a translated sentence is registered under its English one. */
export function schemaSentence(sentence: LocalizedText): string {
  const text = sentenceIn(DEFAULT_LANGUAGE, sentence)
  sentences.set(text, sentence)
  return text
}

export const findSentence = (message: string): LocalizedText | undefined => sentences.get(message)
