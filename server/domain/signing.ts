import { authorizationFor } from './authorization-text.ts'
import { INPUTS } from './catalogue/index.ts'
import type { Values } from './catalogue/values.ts'
import { getOwn } from './get-own.ts'
import type { Language } from './language.ts'
import { consentWords } from './messages/consent.ts'

/** An earlier version stays here while records name it. */
export const CONSENT_VERSIONS = ['2026-11-22'] as const
export const CONSENT_VERSION = CONSENT_VERSIONS[0]

export const SIGNING_WAYS = ['drawn', 'typed'] as const
export type SigningWay = (typeof SIGNING_WAYS)[number]

/** Times are the applicant's clock; digests are SHA-256 in hex, left out where the browser has none. */
export type Signing = {
  consent: { version: (typeof CONSENT_VERSIONS)[number]; language: Language; at: string }
  signer1?: SigningAct | undefined
  signer2?: SigningAct | undefined
}
export type SigningAct = {
  startedAt: string
  endedAt: string
  way: SigningWay
  /** of `wordingText` when the signature was made */
  wording?: string | undefined
  /** of `signedText` when it was sent */
  digest?: string | undefined
}

/** A company may change the text at any time. */
export type Wording = { language: Language; authorization: string; disclaimer: string; consent: string }

export type WordingSource = {
  companyName: string
  contact: string
  authorizationText: string
  disclaimer: string
}

export const authorizationText = ({ authorizationText, companyName }: WordingSource): string => {
  const { title, body } = authorizationFor(authorizationText, companyName)
  return `${title}\n${body}`
}

export const consentText = (language: Language, { companyName, contact }: WordingSource): string =>
  consentWords[language].text(companyName, contact).join('\n')

export const wordingFor = (language: Language, source: WordingSource): Wording => ({
  language,
  authorization: authorizationText(source),
  disclaimer: source.disclaimer,
  consent: consentText(language, source),
})

export const wordingText = ({ language, authorization, disclaimer, consent }: Wording): string =>
  JSON.stringify([language, authorization, disclaimer, consent])

/** Stands for a sensitive answer: a digest of nine digits, once printed, would reveal them. */
const GIVEN = '[given]'

/**
 * The wording and the answers in display order, without the drawings.
 * @param kept sensitive answers that only the server has
 */
export const signedText = (wording: Wording, values: Values, kept: readonly string[] = []): string =>
  JSON.stringify([
    wordingText(wording),
    ...[...INPUTS.values()]
      .filter(({ kind }) => kind !== 'signature')
      .map(({ name, sensitive }) => {
        const value = (getOwn(values, name) ?? '').trim()
        return [name, sensitive && (value !== '' || kept.includes(name)) ? GIVEN : value]
      })
      .filter(([, value]) => value !== ''),
  ])

/** The stored evidence. `matches`: whether the browser's digest equals the server's; null if it sent none. */
export type SigningRecord = {
  consent: { version: string; language: Language; at: string; text: string }
  digest: string
  signers: {
    signer: number
    startedAt: string
    endedAt: string
    way: SigningWay
    digest: string | null
    matches: boolean | null
    receivedAt: string
    address: string
    device: string
  }[]
}
