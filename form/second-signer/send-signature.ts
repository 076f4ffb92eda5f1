import type { Values } from '#domain/catalogue/values'
import { signedText, wordingFor, type Signing, type SigningAct } from '#domain/signing'
import { ApiError } from '../calls/api-error.ts'
import { call } from '../calls/call.ts'
import type { Link } from '../calls/api.ts'
import { sha256 } from '../signature/sha256.ts'

export const fieldNames = (signer: 1 | 2) =>
  [`signer${signer}Name`, `signer${signer}Date`, `signer${signer}Signature`] as const

export type SignedCompany = Pick<Link['company'], 'nameOut' | 'contact' | 'authorizationText' | 'disclaimer'>

type Signed = {
  token: string
  signer: 1 | 2
  /** the application as shown */
  shown: Values
  values: Values
  consent: Signing['consent']
  act: SigningAct
  company: SignedCompany
}

/** @returns when it was signed @throws ApiError whose fields are named as on the page */
export async function sendSignature({
  token,
  signer,
  shown,
  values,
  consent,
  act,
  company,
}: Signed): Promise<string> {
  const names = fieldNames(signer)
  const [name, date, signature] = names.map((field) => values[field] ?? '')
  const wording = wordingFor(consent.language, { ...company, companyName: company.nameOut })
  const digest = await sha256(signedText(wording, { ...shown, ...values }))
  const signing = { consent, [`signer${signer}`]: { ...act, digest } }
  const given = { token, signing, name: name ?? '', date: date ?? '', signature: signature ?? '' }
  try {
    return (await call('POST', ['application', 'sign'], given)).signedAt
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    const named = new Map(['name', 'date', 'signature'].map((key, at) => [key, names[at] ?? key]))
    const fields = Object.entries(cause.fields).map(([key, text]) => [named.get(key) ?? key, text])
    throw new ApiError(cause.message, cause.code, Object.fromEntries(fields))
  }
}
