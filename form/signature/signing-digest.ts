import { textEntries } from '#domain/json'
import type { Language } from '#domain/language'
import { signedText, wordingFor, wordingText } from '#domain/signing'
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
  return {
    ...payload,
    signing: {
      ...signing,
      signer1: signer1 && { ...signer1, digest },
      signer2: signer2 && { ...signer2, digest },
    },
  }
}
