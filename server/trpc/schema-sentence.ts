import { DEFAULT_LANGUAGE } from '#domain/language'
import { sentenceIn, type LocalizedText } from '#domain/messages/localized-text'

const sentences = new Map<string, LocalizedText>()

/**
 * What a check of a schema says to an applicant. A schema keeps texts only, so it is given the English one, by which the
 * sentence is found again when the refusal is worded.
 */
export function schemaSentence(sentence: LocalizedText): string {
  const text = sentenceIn(DEFAULT_LANGUAGE, sentence)
  sentences.set(text, sentence)
  return text
}

/** The sentence behind a schema's message; undefined for one that is for those who write programs. */
export const findSentence = (message: string): LocalizedText | undefined => sentences.get(message)
