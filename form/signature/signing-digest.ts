import { textEntries } from '#domain/json'
import { LANGUAGES, type Language } from '#domain/language'
import { signedText, wordingFor, wordingText, type SigningAct } from '#domain/signing'
import type { Link, SubmitPayload } from '../calls/api.ts'
import { sha256 } from './sha256.ts'

type Company = Link['company']

const toWording = (language: Language, { nameOut, ...company }: Company) =>
  wordingFor(language, { ...company, companyName: nameOut })

export const wordingDigest = (language: Language, company: Company): Promise<string | undefined> =>
  sha256(wordingText(toWording(language, company)))

export async function addDigests(payload: SubmitPayload, company: Company): Promise<SubmitPayload> {
  const { signing, kept } = payload
  if (!signing) return payload
  const wording = toWording(signing.consent.language, company)
  const digest = await sha256(signedText(wording, textEntries(payload), kept))
  const { signer1, signer2 } = signing
  // A signature may be older than the consent, and made in another language.
  const shown = await Promise.all(LANGUAGES.map((language) => wordingDigest(language, company)))
  const consented = shown[LANGUAGES.indexOf(signing.consent.language)]
  const toSent = (act: SigningAct | undefined) =>
    act && { ...act, digest, wording: shown.includes(act.wording) ? consented : act.wording }
  return {
    ...payload,
    signing: {
      ...signing,
      signer1: toSent(signer1),
      signer2: toSent(signer2),
    },
  }
}
